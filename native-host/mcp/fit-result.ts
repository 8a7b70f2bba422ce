import type { ToolResult } from './lean-result.ts';
import type { ResultStore, StoredResult } from './result-store.ts';

/** Bytes of JSON that one answer carries; about 25,000 tokens. */
export const resultBytesMax = 100_000;

/** Ever stricter limits, until the head fits: items of a list, characters of a text. */
const limits = [
  { items: 500, characters: 50_000 },
  { items: 100, characters: 10_000 },
  { items: 25, characters: 2_000 },
  { items: 5, characters: 500 },
  { items: 1, characters: 100 },
] as const;
/** Fields of an object are names of columns or of a schema: fewer are cut. */
const fieldsMin = 60;
const depthMax = 30;

export type Fitted = { readonly result: ToolResult; readonly whole: StoredResult | null };

/**
 * A result as it is answered: whole, or its head with `truncated` naming the resource that holds all of it. The head keeps the form of the
 * result, with fewer items and shorter texts.
 */
export function fitResult(tool: string, result: ToolResult, store: ResultStore): Fitted {
  const json = JSON.stringify(result);
  const bytes = Buffer.byteLength(json);
  if (bytes <= resultBytesMax) return { result, whole: null };
  const whole = store.put(`${tool} result`, json);
  const truncated = { resource: whole.uri, bytes };
  let head: ToolResult = {};
  for (const limit of limits) {
    head = { ...cutFields(result, limit, 0), truncated };
    if (Buffer.byteLength(JSON.stringify(head)) <= resultBytesMax) break;
  }
  return { result: head, whole };
}

type Limit = (typeof limits)[number];

function cutFields(value: object, limit: Limit, depth: number): ToolResult {
  const fields = Object.entries(value).slice(0, Math.max(fieldsMin, limit.items));
  return Object.fromEntries(fields.map(([key, inner]) => [key, cut(inner, limit, depth + 1)]));
}

function cut(value: unknown, limit: Limit, depth: number): unknown {
  if (typeof value === 'string') {
    return value.length <= limit.characters ? value : `${value.slice(0, limit.characters)}…`;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth > depthMax) return null;
  if (Array.isArray(value)) return value.slice(0, limit.items).map((item) => cut(item, limit, depth + 1));
  return cutFields(value, limit, depth);
}
