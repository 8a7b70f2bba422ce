import {
  answeredByModel,
  readFromPage,
  readFromPart,
  readWithMendedSelector,
  returnedByScript,
} from '../../../shared/confidence.ts';
import type { ExtractedField, ExtractionField, Provenance, SentPicture } from '../../../shared/extraction.ts';
import {
  isCode,
  isLoop,
  isPrompt,
  isTool,
  type SingleStep,
  singleStepsOf,
  type Template,
} from '../../../shared/template.ts';
import { toJson } from '../bounded-output.ts';
import {
  lookUp,
  type Reference,
  referencesIn,
  resolveValue,
  type Scope,
  wholeReference,
} from '../references.ts';

/** What a run knows when its steps are done. */
export type Ran = {
  readonly template: Pick<Template, 'extraction' | 'steps'>;
  readonly scope: Scope;
  /** Selectors that were mended, by `step.place`. */
  readonly mended: ReadonlyMap<string, string>;
  /** Pictures that were sent; null: this run sends none, since nobody in the cloud waits for it. */
  readonly pictures: readonly SentPicture[] | null;
};

/** Every field of a plan as this run can tell it: with its value and where that is from, or with why there is none here. */
export function extractFields(ran: Ran): Record<string, ExtractedField> {
  const plan = Object.entries(ran.template.extraction ?? {});
  return Object.fromEntries(plan.map(([name, field]) => [name, fieldOf(name, field, ran)]));
}

function fieldOf(name: string, field: ExtractionField, ran: Ran): ExtractedField {
  const { source, from } = field;
  const reference = from === undefined ? null : wholeReference(from);
  const elsewhere = elsewhereNote(name, field, ran);
  if (reference === null) return { source, value: null, confidence: null, provenance: [], note: elsewhere };
  const value = lookUp(reference, ran.scope) ?? null;
  const provenance = [provenanceOf(reference, ran)];
  if (value === null) {
    const note = ['nothing was found where the template says', elsewhere].filter((text) => text !== '');
    return { source, value: null, confidence: null, provenance, note: note.join('; ') };
  }
  return {
    source,
    value: toJson(value),
    confidence: confidenceOf(reference, ran),
    provenance,
    note: elsewhere,
  };
}

// What the cloud has still to do, or would do if somebody there waited for this run.
function elsewhereNote(name: string, { source, formula }: ExtractionField, { pictures }: Ran): string {
  if (source === 'dom_local') return '';
  if (source === 'derived_cloud') {
    return pictures === null
      ? `computed in the cloud, as ${formula ?? ''}: this run was not sent there`
      : 'computed in the cloud';
  }
  const what = source === 'both' ? 'compared with the picture in the cloud' : 'read in the cloud';
  if (pictures === null) return `${what}: this run sends no pictures`;
  return pictures.some(({ fields }) => fields.includes(name)) ? what : `${what}, but no picture was taken`;
}

function provenanceOf(reference: Reference, ran: Ran): Provenance {
  const { step, place } = readingStep(reference, ran);
  const result = objectOf(step === null ? null : lookUp(stepReference(step.id), ran.scope));
  return {
    kind: 'page',
    url: addressOf(result['url']),
    step_id: step?.id ?? reference.path[0] ?? '',
    selector: step === null ? null : selectorOf(step, ran),
    ...cellOf(place, result),
  };
}

/** The step that read what a reference means, and the fields of its result on the way: of a loop, the step that it gathers from. */
function readingStep(
  { path: [id = '', ...place] }: Reference,
  { template }: Ran,
): { readonly step: SingleStep | null; readonly place: readonly string[] } {
  const loop = template.steps.filter(isLoop).find((one) => one.id === id);
  if (loop === undefined) {
    const step = singleStepsOf(template.steps).find((one) => one.step.id === id)?.step ?? null;
    return { step, place };
  }
  const gathered = loop.for_each.collect[place[0] ?? ''];
  const [inner] = referencesIn(JSON.stringify(gathered ?? '')).references.filter(
    ({ root }) => root === 'steps',
  );
  // Its rows come from many readings, so none of them is told as the place.
  return { step: loop.steps.find((one) => one.id === inner?.path[0]) ?? null, place: [] };
}

/** The page, without what its query and fragment may hold. */
export function addressOf(url: unknown): string | null {
  if (typeof url !== 'string' || !URL.canParse(url)) return null;
  const { origin, pathname, protocol } = new URL(url);
  return protocol === 'http:' || protocol === 'https:' ? `${origin}${pathname}`.slice(0, 2_000) : null;
}

function selectorOf(step: SingleStep, { mended, scope }: Ran): string | null {
  const found = mended.get(`${step.id}.selector`);
  if (found !== undefined) return found;
  const selector = isTool(step) ? step.args['selector'] : undefined;
  const first: unknown = Array.isArray(selector) ? selector[0] : selector;
  const shown = typeof first === 'string' ? resolveValue(first, scope, () => '') : null;
  return typeof shown === 'string' ? shown.slice(0, 2_000) : null;
}

/** `cells.0.6.text` is row 1, and the column that the table calls so. */
function cellOf(place: readonly string[], result: Readonly<Record<string, unknown>>) {
  const [part, row, column] = place;
  if ((part !== 'cells' && part !== 'rows') || !/^\d{1,6}$/.test(row ?? ''))
    return { row: null, column: null };
  const columns: readonly unknown[] = Array.isArray(result['columns']) ? result['columns'] : [];
  const name = part === 'rows' ? column : columns[Number(column)];
  return { row: Number(row) + 1, column: typeof name === 'string' ? name.slice(0, 500) : null };
}

function confidenceOf(reference: Reference, ran: Ran): number {
  const { step } = readingStep(reference, ran);
  const result = objectOf(step === null ? null : lookUp(stepReference(step.id), ran.scope));
  const isMended = [...ran.mended.keys()].some((key) => key.startsWith(`${step?.id ?? ''}.`));
  if (step !== null && isPrompt(step)) return answeredByModel;
  return Math.min(
    readFromPage,
    step !== null && isCode(step) ? returnedByScript : 1,
    isMended ? readWithMendedSelector : 1,
    result['complete'] === false ? readFromPart : 1,
  );
}

function stepReference(id: string): Reference {
  return { text: '', root: 'steps', path: [id] };
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
