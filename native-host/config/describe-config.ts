import { z } from 'zod';
import { Config } from './config.ts';
import { loadConfig } from './load-config.ts';

/** The JSON Schema words that the keys of config.yaml use. */
type KeySchema = z.infer<typeof KeySchema>;
const KeySchema = z.looseObject({
  type: z.string().optional(),
  description: z.string().optional(),
  default: z.json().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  enum: z.array(z.string()).optional(),
  get items() {
    return KeySchema.optional();
  },
  get anyOf() {
    return z.array(KeySchema).optional();
  },
  get properties() {
    return z.record(z.string(), KeySchema).optional();
  },
});

/** One key of config.yaml in words, and as it stands now. */
export type ConfigKey = {
  readonly key: string;
  readonly type: string;
  readonly default: string;
  readonly range: string;
  readonly text: string;
  readonly value: string;
};

/** Every key of config.yaml, made from the schema itself, with its value from the file or the default. */
export function configKeys(path: string): readonly ConfigKey[] {
  const values: Readonly<Record<string, Readonly<Record<string, unknown>>>> = loadConfig(path);
  return describedKeys().map((one) => {
    const [section = '', key = ''] = one.key.split('.');
    return { ...one, value: JSON.stringify(values[section]?.[key]) };
  });
}

/** The same as a Markdown table. */
export function describeConfig(): string {
  const rows = describedKeys().map(
    (one) => `| \`${one.key}\` | ${one.type} | \`${one.default}\` | ${one.range} | ${one.text} |`,
  );
  return ['| key | type | default | range | what it is for |', '|---|---|---|---|---|', ...rows, ''].join(
    '\n',
  );
}

function describedKeys(): readonly Omit<ConfigKey, 'value'>[] {
  const schema = KeySchema.parse(z.toJSONSchema(Config, { io: 'input' }));
  return Object.entries(schema.properties ?? {}).flatMap(([section, sectionSchema]) =>
    Object.entries(sectionSchema.properties ?? {}).map(([key, one]) => ({
      key: `${section}.${key}`,
      type: typeOf(one),
      default: JSON.stringify(one.default),
      range: rangeOf(one),
      text: one.description ?? '',
    })),
  );
}

function typeOf(schema: KeySchema): string {
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.type === 'array')
    return `list of ${schema.items === undefined ? 'values' : typeOf(schema.items)}s`;
  return schema.type ?? 'value';
}

function rangeOf(schema: KeySchema): string {
  const words = schema.enum ?? schema.items?.enum;
  if (words !== undefined) return words.map((word) => `\`${word}\``).join(', ');
  if (schema.minimum !== undefined && schema.maximum !== undefined)
    return `${schema.minimum}–${schema.maximum}`;
  return '–';
}
