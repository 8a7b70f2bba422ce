import { z } from 'zod';

// Shapes in which models put an object that was asked for: inside another one, as a call, under other spellings of its
// keys. Each keeps what was said, and none adds to it.

const Fields = z.record(z.string(), z.unknown());
type Fields = z.infer<typeof Fields>;

const nameKeys = ['name', 'type', 'tool', 'function', 'tool_name', 'action_name', 'action'];
const inputKeys = [
  'arguments',
  'parameters',
  'params',
  'args',
  'input',
  'action_input',
  'tool_input',
  'inputs',
  'kwargs',
];
const shapesMax = 12;
const depthMax = 5;

/** What may be meant by a value, with what was done to it, the most likely first. */
export function shapesOf(value: unknown): readonly (readonly [unknown, string])[] {
  const shapes: [unknown, string][] = [];
  const add = (given: unknown, depth: number): void => {
    if (depth > depthMax || shapes.length >= shapesMax) return;
    for (const [inner, how] of oneStep(given)) {
      shapes.push([inner, how]);
      add(inner, depth + 1);
    }
  };
  add(value, 1);
  return shapes;
}

/** What was put under a key of its own beside the action's name belongs to it; the value itself where nothing was. */
export function withOwnInput(value: unknown): unknown {
  const given = Fields.safeParse(value).data;
  return (given === undefined ? null : withInput(given)?.[0]) ?? value;
}

function oneStep(value: unknown): readonly (readonly [unknown, string])[] {
  if (Array.isArray(value)) return value.length === 1 ? [[value[0], 'unwrapped']] : [];
  const parsed = Fields.safeParse(value);
  if (!parsed.success) return [];
  const given = parsed.data;
  const shapes = [asCall(given), withInput(given), actionInside(given), actionAsKey(given), onlyField(given)];
  return shapes.filter((shape) => shape !== null);
}

/** `{"name": …, "arguments": {…}}`, and nothing beside that says anything. */
function asCall(given: Fields): readonly [unknown, string] | null {
  if ('action' in given) return null;
  const key = nameKeys.find((one) => typeof given[one] === 'string' && given[one] !== 'function');
  const input = inputKeys.find((one) => one in given);
  if (key === undefined || input === undefined) return null;
  const args = fieldsIn(given[input]);
  const beside = Object.keys(given).filter((one) => ![key, input, 'id', 'type', 'index'].includes(one));
  if (args === null || 'action' in args) return null;
  const more = Object.fromEntries(beside.map((one) => [one, given[one]]));
  return collides(more, args) ? null : [{ ...more, action: given[key], ...args }, 'tool call'];
}

/** `{"action": …, "params": {…}}`. */
function withInput(given: Fields): readonly [Fields, string] | null {
  if (typeof given['action'] !== 'string') return null;
  const keys = inputKeys.filter((one) => one in given);
  const [key] = keys;
  const args = key === undefined || keys.length > 1 ? null : fieldsIn(given[key]);
  if (key === undefined || args === null) return null;
  const { [key]: _input, ...rest } = given;
  return collides(rest, args) ? null : [{ ...rest, ...args }, 'unwrapped'];
}

/** `{"action": {"name": …, …}}` or `{"action": {"NAME": {…}}}`. */
function actionInside(given: Fields): readonly [unknown, string] | null {
  const inner = Fields.safeParse(given['action']).data;
  if (inner === undefined) return null;
  const { action: _action, ...outer } = given;
  const key = nameKeys.find((one) => typeof inner[one] === 'string');
  if (key !== undefined) {
    const { [key]: name, ...rest } = inner;
    return collides(outer, rest) ? null : [{ ...outer, ...rest, action: name }, 'unwrapped'];
  }
  const [[name, args] = [], ...others] = Object.entries(inner);
  const fields = others.length === 0 ? fieldsIn(args) : null;
  if (name === undefined || fields === null || collides(outer, fields)) return null;
  return [{ ...outer, ...fields, action: name }, 'unwrapped'];
}

/** `{"found": [], "NAME": {…}}`: in capitals, as actions are named. */
function actionAsKey(given: Fields): readonly [unknown, string] | null {
  if ('action' in given) return null;
  const named = Object.keys(given).filter(
    (key) => /^[A-Z][A-Z_]+$/.test(key) && fieldsIn(given[key]) !== null,
  );
  const [name] = named;
  const fields = name === undefined || named.length > 1 ? null : fieldsIn(given[name]);
  if (name === undefined || fields === null) return null;
  const { [name]: _args, ...rest } = given;
  return collides(rest, fields) ? null : [{ ...rest, ...fields, action: name }, 'unwrapped'];
}

/** The object in an object that holds nothing else: `{"response": {…}}`, `{"tool_calls": [{…}]}`. */
function onlyField(given: Fields): readonly [unknown, string] | null {
  const told = Object.entries(given).filter(([key]) => !['id', 'type', 'index'].includes(key));
  const [only] = told;
  if (only === undefined || told.length > 1) return null;
  const [, inner] = only;
  return typeof inner === 'object' && inner !== null ? [inner, 'unwrapped'] : null;
}

/** An object, or one that was written as a text. */
function fieldsIn(value: unknown): Fields | null {
  if (typeof value !== 'string') return Fields.safeParse(value).data ?? null;
  try {
    return Fields.safeParse(JSON.parse(value)).data ?? null;
  } catch {
    return null;
  }
}

/** Said in both, so that one would have to be left out. */
function collides(one: Fields, other: Fields): boolean {
  return Object.keys(other).some((key) => key in one);
}

/** The keys that a schema of objects knows; empty for other schemas. */
export function keysOf(schema: z.core.$ZodType): readonly string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodPipe) return [...keysOf(schema.in), ...keysOf(schema.out)];
  if (schema instanceof z.ZodUnion) return [...new Set(schema.options.flatMap(keysOf))];
  return [];
}

/** Keys as the schema spells them, where only letter case, blanks or joints differ; as they are where two would become one. */
export function withKnownKeys(value: unknown, keys: readonly string[]): unknown {
  const given = Fields.safeParse(value);
  if (!given.success) return value;
  const byPlain = new Map(keys.map((key) => [plainKey(key), key]));
  const renamed = Object.entries(given.data).map(([key, held]) => {
    return [keys.includes(key) ? key : (byPlain.get(plainKey(key)) ?? key), held] as const;
  });
  const distinct = new Set(renamed.map(([key]) => key)).size === renamed.length;
  return distinct ? Object.fromEntries(renamed) : value;
}

function plainKey(key: string): string {
  return key.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** A word of a closed list without what stands around it for looks: `**CLICK**`, `Read-More.`. */
export function plainWord(word: string): string {
  return plainKey(word);
}
