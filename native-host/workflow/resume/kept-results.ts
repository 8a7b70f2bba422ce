import type { Fault } from '../../../shared/faults.ts';
import type { RunEvent, StepView } from '../../../shared/run.ts';
import { isLoop, type Step, type Template } from '../../../shared/template.ts';
import { type Reference, referencesIn } from '../references.ts';
import { cannotGoOn } from './cut-off-run.ts';

/** A settled step as the story tells it. */
export type Kept = {
  readonly view: StepView;
  /** What it gave; null when it was passed over. */
  readonly result: Readonly<Record<string, unknown>> | null;
  /** Why its result is not what it was, or null. */
  readonly lost: string | null;
};

/** Tools whose results name pages of a browser that may be another by now. */
const pageTools: ReadonlySet<string> = new Set(['new_page', 'list_pages', 'select_page']);

/** What settled steps gave, as it was written down: bounded, and without secrets. */
export function keptResults(events: readonly RunEvent[], settled: readonly Step[]): readonly Kept[] {
  const inLoops = new Set(settled.flatMap((step) => (isLoop(step) ? step.steps.map(({ id }) => id) : [])));
  const ids = new Set([...settled.map(({ id }) => id), ...inLoops]);
  const last = new Map<string, Kept>();
  for (const event of events) {
    if (event.type !== 'step.finished' || !ids.has(event.step.id)) continue;
    const result = event.step.status === 'succeeded' ? objectOf(event.output) : null;
    last.set(event.step.id, {
      view: event.step,
      result,
      lost: result === null ? null : whyLost(event.step, result, inLoops),
    });
  }
  return [...last.values()];
}

/** The first value that what is still to be done refers to and that was not kept as it was; null: there is none. */
export function lostValue(template: Template, toDo: readonly Step[], kept: readonly Kept[]): Fault | null {
  const doneAgain = new Set(
    toDo.flatMap((step) => (isLoop(step) ? [step.id, ...step.steps.map(({ id }) => id)] : [step.id])),
  );
  const { fingerprints: _prints, steps: _steps, parameters: _parameters, ...rest } = template;
  for (const reference of stepsNamed({ ...rest, toDo })) {
    const [id = '', field] = reference.path;
    const one = kept.find(({ view }) => view.id === id);
    if (one === undefined || one.result === null || doneAgain.has(id)) continue;
    const why = field === 'page' || field === 'opened' ? 'names a page that is gone' : one.lost;
    if (why !== null) return cannotGoOn(`The result of "${one.view.title}" is needed, and it ${why}.`, anew);
  }
  return null;
}

const anew = 'Run the template anew.';

function whyLost(
  { id, tool }: StepView,
  result: Readonly<Record<string, unknown>>,
  inLoops: ReadonlySet<string>,
): string | null {
  if (inLoops.has(id)) return 'was that of one round among several';
  if (pageTools.has(tool)) return 'names a page that is gone';
  if (result['left_out'] === true && typeof result['characters'] === 'number')
    return 'was too long to be written down';
  if (tool === 'ask' && String(result['answer']).startsWith('secret:')) {
    return 'was a code, which is written down nowhere';
  }
  // What the redactor has put in its place is no value.
  return JSON.stringify(result).includes('[secret:') ? 'held a secret, which is written down nowhere' : null;
}

function stepsNamed(value: unknown): readonly Reference[] {
  if (typeof value === 'string') {
    return referencesIn(value).references.filter(({ root }) => root === 'steps');
  }
  if (Array.isArray(value)) return value.flatMap(stepsNamed);
  if (typeof value !== 'object' || value === null) return [];
  const seen: unknown = Reflect.get(value, 'sees');
  const named = Array.isArray(seen)
    ? seen.map((id) => ({ text: '', root: 'steps', path: [String(id)] }))
    : [];
  return [...named, ...Object.values(value).flatMap(stepsNamed)];
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}
