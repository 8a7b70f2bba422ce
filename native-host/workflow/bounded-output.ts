import { z } from 'zod';

/** Characters of a step's result that go into the event log; the run itself works with the whole. */
const outputCharactersMax = 20_000;
const Json = z.json();
export type Json = z.infer<typeof Json>;

/**
 * A result as JSON for the event log; one that is too long is replaced by what it holds and how long it is.
 */
export function boundedOutput(output: Readonly<Record<string, unknown>> | null): Json {
  if (output === null) return null;
  const text = JSON.stringify(output);
  if (text.length <= outputCharactersMax) return toJson(JSON.parse(text));
  return { left_out: true, characters: text.length, fields: Object.keys(output) };
}

/** A value that came from JSON, or is like it, with its type. */
export function toJson(value: unknown): Json {
  return Json.parse(value);
}
