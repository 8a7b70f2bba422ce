import type { Seeded } from '../seeded.ts';
import { isObject, type JsonSchema, resolved } from './schema-check.ts';

// Values that a JSON Schema allows, from a seed. Texts of a certain form are taken from a list of samples, one of which fits.

const samples: readonly string[] = [
  ...['', 'a', 'e1', 't1', 'p1', 'run-1', 'secret', 'https://shop.example/cart', 'https://shop.example'],
  ...['origin:https://shop.example', 'domain:shop.example', '2026-11-30', '2026-11', '1.0.0', 'Grüße 🌍'],
  ...['2026-11-30T12:00:00.000Z', '2026-11-30T12:00:00Z', 'a'.repeat(64), '0'.repeat(64), 'QUJD', 'AAAA'],
  ...['f47ac10b-58cc-4372-a567-0e02b2c3d479', 'sha256:abc', 'abcdefgh', 'ABCD-EFGH', 'some words of a text'],
  ...['a'.repeat(16), 'a'.repeat(22), 'a'.repeat(32), 'a'.repeat(43), 'a'.repeat(86), `${'a'.repeat(43)}=`],
  ...[
    'a'.repeat(128),
    `${'A'.repeat(86)}==`,
    '/home/person/file',
    'orders.yaml',
    'person@example.com',
    'C'.repeat(52),
  ],
];
const depthMax = 6;
const membersMax = 3;

const numberIn = (schema: JsonSchema, name: string, fallback: number): number => {
  const value = schema[name];
  return typeof value === 'number' ? value : fallback;
};

const textFor = (schema: JsonSchema, chance: Seeded): string => {
  const pattern = typeof schema['pattern'] === 'string' ? new RegExp(schema['pattern']) : null;
  const [least, most] = [numberIn(schema, 'minLength', 0), numberIn(schema, 'maxLength', 200)];
  const fitting = samples.filter(
    (one) => one.length >= least && one.length <= most && (pattern?.test(one) ?? true),
  );
  return fitting[chance.below(fitting.length)] ?? 'x'.repeat(least);
};

const numberFor = (schema: JsonSchema, chance: Seeded): number => {
  const least = Math.max(numberIn(schema, 'minimum', 0), numberIn(schema, 'exclusiveMinimum', -1) + 1);
  const most = Math.min(numberIn(schema, 'maximum', least + 1_000), least + 1_000);
  return least + chance.below(most - least + 1);
};

const anything = (chance: Seeded): unknown => chance.pick<unknown>([null, true, 3, 'x', [1], { a: 1 }]);

const objectFor = (
  schema: JsonSchema,
  chance: Seeded,
  { whole, depth }: { readonly whole: JsonSchema; readonly depth: number },
): Record<string, unknown> => {
  const made: Record<string, unknown> = {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  for (const [name, member] of Object.entries(isObject(schema['properties']) ? schema['properties'] : {})) {
    if (!isObject(member)) continue;
    if (!required.includes(name) && (depth > depthMax || chance.below(2) === 0)) continue;
    made[name] = validValue(member, chance, { whole, depth: depth + 1 });
  }
  const [names, others] = [schema['propertyNames'], schema['additionalProperties']];
  if (!isObject(names)) return made;
  for (let count = depth > depthMax ? 0 : chance.below(membersMax); count > 0; count -= 1) {
    const name = String(validValue(names, chance, { whole, depth }));
    if (name !== '__proto__')
      made[name] = validValue(isObject(others) ? others : {}, chance, { whole, depth: depth + 1 });
  }
  return made;
};

/** A value of the schema. Most are valid; a rule that is no part of JSON Schema may still refuse one. */
export const validValue = (
  schema: JsonSchema,
  chance: Seeded,
  place: { readonly whole: JsonSchema; readonly depth: number } = { whole: schema, depth: 0 },
): unknown => {
  const meant = resolved(schema, place.whole);
  const choices = meant['anyOf'] ?? meant['oneOf'];
  if (Array.isArray(choices)) {
    const order = place.depth > depthMax ? [...choices].reverse() : choices;
    const choice: unknown = order[place.depth > depthMax ? 0 : chance.below(order.length)];
    return validValue(isObject(choice) ? choice : {}, chance, place);
  }
  if ('const' in meant) return meant['const'];
  if (Array.isArray(meant['enum'])) return meant['enum'][chance.below(meant['enum'].length)];
  const deeper = { ...place, depth: place.depth + 1 };
  const types: readonly unknown[] = Array.isArray(meant['type']) ? meant['type'] : [meant['type']];
  switch (types[chance.below(types.length)]) {
    case 'string':
      return textFor(meant, chance);
    case 'integer':
    case 'number':
      return numberFor(meant, chance);
    case 'boolean':
      return chance.below(2) === 0;
    case 'null':
      return null;
    case 'object':
      return objectFor(meant, chance, place);
    case 'array': {
      const item = isObject(meant['items']) ? meant['items'] : {};
      const least = numberIn(meant, 'minItems', 0);
      const count = least + (place.depth > depthMax ? 0 : chance.below(membersMax));
      return Array.from({ length: count }, () => validValue(item, chance, deeper));
    }
    default:
      return anything(chance);
  }
};
