import { z } from 'zod';
import { type Fault, failed, fault, ok, type Result } from '../faults.ts';
import {
  CancelEnvelope,
  ChunkEnvelope,
  type Envelope,
  EventEnvelope,
  RequestEnvelope,
  ResponseEnvelope,
} from './envelope.ts';
import type { EventParams, EventTable } from './messages.ts';

const issuesShownMax = 3;
const issueCharactersMax = 300;

const schemas = {
  request: RequestEnvelope,
  response: ResponseEnvelope,
  event: EventEnvelope,
  cancel: CancelEnvelope,
  chunk: ChunkEnvelope,
} as const;

const Typed = z.looseObject({ type: z.string() });
const Numbered = z.looseObject({ type: z.enum(['request', 'response']), id: z.int().positive() });

/** A message that is no envelope; `about` names the call it would belong to all the same. */
export type NoEnvelope = {
  readonly ok: false;
  readonly fault: Fault;
  readonly about: { readonly type: 'request' | 'response'; readonly id: number } | null;
};

/** Reads an envelope strictly. */
export function parseEnvelope(
  message: unknown,
): { readonly ok: true; readonly value: Envelope } | NoEnvelope {
  const typed = Typed.safeParse(message);
  if (!typed.success || !hasKey(schemas, typed.data.type)) {
    return junk('A message of no known type arrived', message);
  }
  const parsed = schemas[typed.data.type].safeParse(message);
  if (parsed.success) return { ok: true, value: parsed.data };
  return junk(`A wrong ${typed.data.type} arrived: ${describeIssues(parsed.error)}`, message);
}

function junk(what: string, message: unknown): NoEnvelope {
  const numbered = Numbered.safeParse(message);
  const hint = 'Update the extension and the host to the same version.';
  const about = numbered.success ? { type: numbered.data.type, id: numbered.data.id } : null;
  return { ok: false, fault: fault('bad-arguments', what, hint), about };
}

/** The first issues of a refused value, each with its place, as one line. */
export function describeIssues(error: z.ZodError): string {
  const shown = error.issues.slice(0, issuesShownMax).map((issue) => {
    const place = issue.path.length === 0 ? '' : `${issue.path.map(String).join('.')}: `;
    return `${place}${issue.message}`.slice(0, issueCharactersMax);
  });
  const more = error.issues.length - shown.length;
  return more > 0 ? `${shown.join('; ')}; and ${more} more` : shown.join('; ');
}

/** Whether `key` is the table's own, so that `constructor` and the like are no methods. */
export function hasKey<T extends object>(table: T, key: string): key is Extract<keyof T, string> {
  return Object.hasOwn(table, key);
}

/** The value of a key that is known to be there. */
export function memberOf<T extends object, K extends keyof T>(table: T, key: K): T[K] {
  return table[key];
}

/** Reads what came for a request or an event by the table's own schema. */
export function parseParams<T extends EventTable, K extends Extract<keyof T, string>>(
  table: T,
  key: K,
  params: unknown,
): Result<EventParams<T, K>> {
  const parsed = z.safeParse<T[K]['params']>(memberOf(table, key).params, params);
  if (parsed.success) return ok(parsed.data);
  return failed(fault('bad-arguments', `${key}: ${describeIssues(parsed.error)}`, 'Correct the arguments.'));
}
