import { z } from 'zod';
import { ofAgreement, ofComputed, ofConflict } from '../../shared/confidence.ts';
import type { ExtractedField, ExtractionField } from '../../shared/extraction.ts';
import { computeFormula, plainNumber, readFormula } from '../../shared/formula.ts';
import { provenanceWords } from '../../shared/provenance-words.ts';
import { JobOutcome, type SourcedValue } from '../job-shapes.ts';
import { readLibrary } from '../library.ts';
import type { Means } from '../means.ts';
import { ScreenshotValues } from './read-screenshots.ts';

const Input = z.object({ outcome: JobOutcome, read: ScreenshotValues });

type Json = z.core.util.JSONType;

export type CheckedJob = {
  readonly outcome: JobOutcome;
  readonly values: Readonly<Record<string, SourcedValue>>;
  /** Planned fields without a value, each with why. */
  readonly missing: Readonly<Record<string, string>>;
};

/**
 * Joins what the worker read with what was read from pictures, compares where the plan says both, and computes what it
 * derives. A conflict is told with both sides and the side that the plan lets win.
 */
export async function crossCheck(input: unknown, { store }: Means): Promise<CheckedJob> {
  const { outcome, read } = Input.parse(input);
  if (!outcome.ok) return { outcome, values: {}, missing: {} };
  const { template, template_version } = outcome.job;
  const entry = (await readLibrary(store)).find(
    ({ id, version }) => id === template && version === template_version,
  );
  const plan = Object.entries(entry?.extraction ?? {});
  const local = outcome.result?.extracted?.fields ?? {};
  const values: Record<string, SourcedValue> = {};
  const missing: Record<string, string> = {};
  const put = (name: string, found: SourcedValue | string): void => {
    if (typeof found === 'string') missing[name] = found;
    else values[name] = found;
  };
  for (const [name, field] of plan) {
    if (field.source !== 'derived_cloud') put(name, sourced(field, local[name], read[name]));
  }
  // Derived values may use any that are known, and those derived before them.
  for (const [name, field] of plan) {
    if (field.source === 'derived_cloud') put(name, derived(field, values));
  }
  return { outcome, values, missing };
}

function sourced(
  { source, wins = 'local' }: ExtractionField,
  local: ExtractedField | undefined,
  picture: ScreenshotValues[string] | undefined,
): SourcedValue | string {
  const fromPage = ofPage(local);
  const fromPicture = ofScreenshot(picture);
  if (source === 'dom_local') return fromPage ?? (local?.note || 'the worker found no value');
  if (source === 'screenshot_cloud') return fromPicture ?? 'no picture of it could be read';
  if (fromPage === null || fromPicture === null) {
    return fromPage ?? fromPicture ?? 'neither the worker nor a picture gave a value';
  }
  const provenance = [...fromPage.provenance, ...fromPicture.provenance].slice(0, 2);
  const origin = `${fromPage.origin}; ${fromPicture.origin}`;
  if (alike(fromPage.value, fromPicture.value)) {
    const confidence = ofAgreement(fromPage.confidence, fromPicture.confidence);
    return { value: fromPage.value, source: 'both', confidence, origin, provenance };
  }
  const winner = wins === 'local' ? fromPage : fromPicture;
  const conflict = { local: fromPage.value, screenshot: fromPicture.value, wins };
  const confidence = ofConflict(winner.confidence);
  return { value: winner.value, source: 'both', confidence, origin, provenance, conflict };
}

function ofPage(local: ExtractedField | undefined): SourcedValue | null {
  if (local === undefined || local.value === null || local.confidence === null) return null;
  const { value, confidence, provenance } = local;
  const origin = provenance.map(provenanceWords).join('; ');
  return { value, source: 'dom_local', confidence, origin, provenance };
}

function ofScreenshot(picture: ScreenshotValues[string] | undefined): SourcedValue | null {
  if (picture === undefined || picture.value === null) return null;
  const { value, confidence, provenance } = picture;
  const origin = provenanceWords(provenance);
  return { value, source: 'screenshot_cloud', confidence, origin, provenance: [provenance] };
}

function derived(
  { formula = '' }: ExtractionField,
  values: Readonly<Record<string, SourcedValue>>,
): SourcedValue | string {
  const known = Object.fromEntries(Object.entries(values).map(([name, { value }]) => [name, value]));
  const read = readFormula(formula);
  const computed = computeFormula(formula, known);
  if (!read.ok || !computed.ok) {
    return `"${formula}" could not be computed: ${computed.ok ? '' : computed.why}`;
  }
  const of = read.names.filter((name) => name in values);
  const confidence = ofComputed(of.map((name) => values[name]?.confidence ?? 0));
  // Cents are kept as cents: a sum of decimals is rounded to what its parts could have.
  const value = Math.round(computed.value * 1e6) / 1e6;
  const provenance = { kind: 'computed', formula, of } as const;
  return { value, source: 'derived_cloud', confidence, origin: formula, provenance: [provenance] };
}

/** The same value, however it is written. */
function alike(one: Json, other: Json): boolean {
  const plain = (value: Json): string | number => {
    if (typeof value === 'number') return value;
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return plainNumber(text) ?? text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  };
  return plain(one) === plain(other);
}
