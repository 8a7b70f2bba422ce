// A reader of JSON Schema of our own, as far as the frozen formats use it: what says whether a message is valid is not the
// library that the product asks. It is strict the other way round: a keyword that it does not know is an error.

export type JsonSchema = { readonly [keyword: string]: unknown };

const ignored: ReadonlySet<string> = new Set(['$schema', '$defs', 'default', 'format', 'description', 'id']);

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const asSchema = (value: unknown): JsonSchema => (isObject(value) ? value : {});
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const asNumber = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);

/** The schema that a `$ref` means, or the schema itself. */
export const resolved = (schema: JsonSchema, whole: JsonSchema): JsonSchema => {
  const ref = schema['$ref'];
  if (typeof ref !== 'string') return schema;
  let found: unknown = whole;
  for (const part of ref.replace(/^#\/?/, '').split('/')) {
    if (part !== '') found = isObject(found) ? found[part] : undefined;
  }
  return asSchema(found);
};

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
};

const hasType = (type: unknown, value: unknown): boolean =>
  type === 'integer' ? Number.isSafeInteger(value) : type === typeOf(value);

type Rule = (rule: unknown, value: unknown, schema: JsonSchema, whole: JsonSchema) => boolean;

const allOf = (schema: unknown, values: readonly unknown[], whole: JsonSchema): boolean =>
  values.every((value) => fits(value, asSchema(schema), whole));

const rules: Readonly<Record<string, Rule>> = {
  type: (type, value) => (Array.isArray(type) ? type : [type]).some((one) => hasType(one, value)),
  const: (only, value) => value === only,
  enum: (choices, value) => asList(choices).includes(value),
  minLength: (least, value) => typeof value !== 'string' || value.length >= asNumber(least),
  maxLength: (most, value) => typeof value !== 'string' || value.length <= asNumber(most),
  pattern: (pattern, value) => typeof value !== 'string' || new RegExp(String(pattern)).test(value),
  minimum: (least, value) => typeof value !== 'number' || value >= asNumber(least),
  maximum: (most, value) => typeof value !== 'number' || value <= asNumber(most),
  exclusiveMinimum: (below, value) => typeof value !== 'number' || value > asNumber(below),
  minItems: (least, value) => !Array.isArray(value) || value.length >= asNumber(least),
  maxItems: (most, value) => !Array.isArray(value) || value.length <= asNumber(most),
  items: (item, value, _schema, whole) => !Array.isArray(value) || allOf(item, value, whole),
  required: (names, value) =>
    !isObject(value) || asList(names).every((name) => Object.hasOwn(value, String(name))),
  properties: (properties, value, _schema, whole) =>
    !isObject(value) ||
    Object.entries(asSchema(properties)).every(
      ([name, schema]) => !Object.hasOwn(value, name) || fits(value[name], asSchema(schema), whole),
    ),
  propertyNames: (names, value, _schema, whole) =>
    !isObject(value) || allOf(names, Object.keys(value), whole),
  additionalProperties: (others, value, schema, whole) => {
    if (!isObject(value)) return true;
    const known = asSchema(schema['properties']);
    const rest = Object.entries(value).filter(([name]) => !Object.hasOwn(known, name));
    if (others === false) return rest.length === 0;
    return rest.every(([, one]) => fits(one, asSchema(others), whole));
  },
  anyOf: (choices, value, _schema, whole) =>
    asList(choices).some((choice) => fits(value, asSchema(choice), whole)),
  oneOf: (choices, value, _schema, whole) =>
    asList(choices).filter((choice) => fits(value, asSchema(choice), whole)).length === 1,
};

/** Whether the value is one that the schema allows. */
export const fits = (value: unknown, schema: JsonSchema, whole: JsonSchema): boolean => {
  const meant = resolved(schema, whole);
  return Object.entries(meant).every(([keyword, rule]) => {
    if (ignored.has(keyword)) return true;
    const check = rules[keyword];
    if (check === undefined) throw new Error(`the keyword ${keyword} is not known here`);
    return check(rule, value, meant, whole);
  });
};

/** Places in a schema where an object with named members takes others as well. */
export const openObjects = (schema: unknown, place = ''): readonly string[] => {
  if (Array.isArray(schema)) return schema.flatMap((one, index) => openObjects(one, `${place}/${index}`));
  if (!isObject(schema)) return [];
  const isOpen = isObject(schema['properties']) && schema['additionalProperties'] !== false;
  const within = Object.entries(schema).flatMap(([name, member]) => openObjects(member, `${place}/${name}`));
  return isOpen ? [place, ...within] : within;
};
