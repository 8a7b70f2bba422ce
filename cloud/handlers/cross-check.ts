import { z } from 'zod';
import { computeFormula, plainNumber } from '../formula.ts';
import { type FieldPlan, JobOutcome, type SourcedValue } from '../job-shapes.ts';
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

/** How sure a value is that code read from the page itself. */
const localConfidence = 0.99;

/**
 * Joins what the worker read with what was read from pictures, compares where the plan says both, and computes what it
 * derives. A conflict is told with both sides and the side that the plan lets win, at half its confidence.
 */
export async function crossCheck(input: unknown, { store }: Means): Promise<CheckedJob> {
  const { outcome, read } = Input.parse(input);
  if (!outcome.ok) return { outcome, values: {}, missing: {} };
  const { template, template_version } = outcome.job;
  const entry = (await readLibrary(store)).find(
    ({ id, version }) => id === template && version === template_version,
  );
  const plan = Object.entries(entry?.extraction ?? {});
  const local = outcome.result ?? {};
  const values: Record<string, SourcedValue> = {};
  const missing: Record<string, string> = {};
  const put = (name: string, found: SourcedValue | string): void => {
    if (typeof found === 'string') missing[name] = found;
    else values[name] = found;
  };
  for (const [name, field] of plan) {
    if (field.source !== 'derived_cloud') put(name, sourced(name, field, local[name], read[name]));
  }
  // Derived values may use any that are known, and those derived before them.
  for (const [name, field] of plan) {
    if (field.source === 'derived_cloud') put(name, derived(field, values, local));
  }
  return { outcome, values, missing };
}

function sourced(
  name: string,
  { source, wins }: FieldPlan,
  local: Json | undefined,
  picture: ScreenshotValues[string] | undefined,
): SourcedValue | string {
  const fromPage: SourcedValue | null =
    local === undefined || local === null
      ? null
      : {
          value: local,
          source: 'dom_local',
          confidence: localConfidence,
          origin: `read by the worker as "${name}"`,
        };
  const fromPicture: SourcedValue | null =
    picture === undefined || picture.value === null
      ? null
      : {
          value: picture.value,
          source: 'screenshot_cloud',
          confidence: picture.confidence,
          origin: picture.key,
        };
  if (source === 'dom_local') return fromPage ?? 'the worker found no value';
  if (source === 'screenshot_cloud') return fromPicture ?? 'no picture of it could be read';
  if (fromPage === null || fromPicture === null) {
    return fromPage ?? fromPicture ?? 'neither the worker nor a picture gave a value';
  }
  if (alike(fromPage.value, fromPicture.value)) {
    return {
      ...fromPage,
      source: 'both',
      confidence: 1 - (1 - localConfidence) * (1 - fromPicture.confidence),
    };
  }
  const winner = wins === 'local' ? fromPage : fromPicture;
  const conflict = { local: fromPage.value, screenshot: fromPicture.value, wins };
  return { ...winner, source: 'both', confidence: winner.confidence / 2, conflict };
}

function derived(
  { formula = '' }: FieldPlan,
  values: Readonly<Record<string, SourcedValue>>,
  local: Readonly<Record<string, Json>>,
): SourcedValue | string {
  const known = Object.fromEntries(Object.entries(values).map(([name, { value }]) => [name, value]));
  const computed = computeFormula(formula, { ...local, ...known });
  if (!computed.ok) return `"${formula}" could not be computed: ${computed.why}`;
  const used = Object.entries(values).filter(([name]) => new RegExp(`\\b${name}\\b`).test(formula));
  const confidence = Math.min(1, ...used.map(([, value]) => value.confidence));
  // Cents are kept as cents: a sum of decimals is rounded to what its parts could have.
  const value = Math.round(computed.value * 1e6) / 1e6;
  return { value, source: 'derived_cloud', confidence, origin: formula };
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
