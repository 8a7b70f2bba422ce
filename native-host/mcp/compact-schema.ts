import { z } from 'zod';

// A schema costs the model tokens in every conversation, so it says what a caller needs to write a call and no more. What it leaves
// out (lengths, patterns, bounds of whole numbers) still holds: the gate parses every call by the whole schema and says what is wrong.

type Json = Readonly<Record<string, unknown>>;

/** Keywords that only repeat what the gate checks anyway. */
const left = new Set([
  '$schema',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
  'propertyNames',
  'contentEncoding',
]);
const safeInteger = Number.MAX_SAFE_INTEGER;
const depthMax = 20;

/** JSON schema of a call's arguments, or of a result: `input` lets out what has a default. */
export function compactSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const whole = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' });
  const { $defs: _anyJson, ...compact } = withoutNoise(whole, 0);
  return compact;
}

function withoutNoise(value: Json, depth: number): Json {
  if (depth > depthMax) throw new Error('a schema is nested too deep');
  // The only schema that refers to itself is "any JSON".
  if ('$ref' in value) return 'default' in value ? { default: value['default'] } : {};
  // Some clients know single types only.
  const { type, ...rest } = value;
  if (Array.isArray(type)) return withoutNoise({ ...rest, anyOf: type.map((one) => ({ type: one })) }, depth);
  const entries = Object.entries(value).filter(([key, inner]) => saysSomething(key, inner));
  return Object.fromEntries(entries.map(([key, inner]) => [key, ofKeyword(key, inner, depth)]));
}

function ofKeyword(key: string, value: unknown, depth: number): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => (isJson(item) ? withoutNoise(item, depth + 1) : item));
  }
  if (!isJson(value) || key === 'default') return value;
  // Names of arguments are not keywords.
  if (key !== 'properties') return withoutNoise(value, depth + 1);
  const named = Object.entries(value);
  return Object.fromEntries(
    named.map(([name, inner]) => [name, isJson(inner) ? withoutNoise(inner, depth + 1) : inner]),
  );
}

function saysSomething(key: string, value: unknown): boolean {
  if (key === 'maximum') return value !== safeInteger;
  if (key === 'minimum') return value !== -safeInteger;
  if (key === 'properties') return isJson(value) && Object.keys(value).length > 0;
  return !left.has(key);
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
