import type { Seeded } from '../seeded.ts';
import { isObject } from './schema-check.ts';

// Junk: a value is changed somewhere inside, or its text is given something that no message may hold.

const deepLevels = 200;

const nested = (levels: number): unknown => {
  let made: unknown = 'deep';
  for (let level = 0; level < levels; level += 1) made = [made];
  return made;
};

const junk = (chance: Seeded): unknown =>
  chance.pick<unknown>([
    ...([null, true, false, 0, -1, 0.5, 1e300, 2 ** 53, '', 'x', '\u0000', 'null', [], {}] as const),
    ...['x'.repeat(3_000), '<script>', '../../etc/passwd', 'javascript:alert(1)'],
    ...[[null], [[]], { a: 1 }, { constructor: 1 }, { prototype: {} }, { length: -1 }, nested(20)],
    ...[
      { toString: 'x' },
      Object.fromEntries([['then', 'x']]),
      { valueOf: 1 },
      { $ref: '#' },
      { toJSON: 'x' },
    ],
  ]);

const changedObject = (
  value: Readonly<Record<string, unknown>>,
  chance: Seeded,
): Readonly<Record<string, unknown>> => {
  const names = Object.keys(value);
  const name = names[chance.below(names.length)];
  if (name === undefined || chance.below(6) === 0) {
    const added = chance.pick(['extra', 'constructor', 'toString', 'hasOwnProperty', 'id', 'ok']);
    return { ...value, [added]: junk(chance) };
  }
  const { [name]: taken, ...rest } = value;
  if (chance.below(5) === 0) return rest;
  if (chance.below(8) === 0) return { ...rest, [`${name} `]: taken };
  return { ...rest, [name]: changed(taken, chance) };
};

/** The value with one thing in it changed, at a depth of chance. */
export const changed = (value: unknown, chance: Seeded): unknown => {
  if (chance.below(4) === 0) return junk(chance);
  if (Array.isArray(value) && value.length > 0) {
    const at = chance.below(value.length);
    const made = value.map((one: unknown, index) => (index === at ? changed(one, chance) : one));
    return chance.below(4) === 0 ? Array.from({ length: 1_500 }, () => made[0]) : made;
  }
  return isObject(value) ? changedObject(value, chance) : junk(chance);
};

type Poison = (text: string, chance: Seeded) => Uint8Array;
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const afterBrace = (text: string, inserted: string): Uint8Array =>
  bytesOf(text.replace(/\{(?=")/, `{${inserted},`));

/** Texts that no reader may take, whatever message they would be. */
const poisons: readonly [Poison, ...Poison[]] = [
  (text) => afterBrace(text, '"__proto__":{"polluted":1}'),
  (text) => afterBrace(text, '"\\u005f_proto__":null'),
  (text) => afterBrace(text, '"type":"event"'),
  (text) => afterBrace(text, '"t\\u0079pe":"event"'),
  (text) => bytesOf(text.replace(/\}$/, `,"more":${'['.repeat(deepLevels)}${']'.repeat(deepLevels)}}`)),
  (text) => bytesOf(text.replace(/\}$/, ',"half":"\\ud800"}')),
  (text) => Uint8Array.from([...bytesOf(text).slice(0, -2), 0xff, 0x22, 0x7d]),
  (text) => bytesOf(`\ufeff${text}`),
  (text, chance) => bytesOf(text.slice(0, 1 + chance.below(text.length - 1))),
  (text) => bytesOf(`${text}${text}`),
  (text) => bytesOf(text.replaceAll('"', "'")),
  (text) => bytesOf(text.replace(/\}$/, ',}')),
];

export const poisoned = (text: string, chance: Seeded): Uint8Array => chance.pick(poisons)(text, chance);
