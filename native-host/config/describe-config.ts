import { z } from 'zod';
import { Config } from './config.ts';

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

/** A Markdown table of every key of config.yaml, made from the schema itself. */
export function describeConfig(): string {
  const schema = KeySchema.parse(z.toJSONSchema(Config, { io: 'input' }));
  const rows = Object.entries(schema.properties ?? {}).flatMap(([section, sectionSchema]) =>
    Object.entries(sectionSchema.properties ?? {}).map(([key, one]) => {
      const cells = [
        `\`${section}.${key}\``,
        typeOf(one),
        `\`${JSON.stringify(one.default)}\``,
        rangeOf(one),
        one.description ?? '',
      ];
      return `| ${cells.join(' | ')} |`;
    }),
  );
  return ['| key | type | default | range | what it is for |', '|---|---|---|---|---|', ...rows, ''].join(
    '\n',
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
