import { z } from 'zod';
import { Selector, type ToolDeclaration } from '../../shared/tools/define-tool.ts';

// What the arguments of a tool are, read from its declaration: the studio keeps no list of tools of its own.

export type ArgumentField = {
  readonly name: string;
  readonly kind: 'selector' | 'text' | 'number' | 'boolean' | 'choice' | 'data';
  readonly required: boolean;
  /** The values of a choice. */
  readonly options: readonly string[];
  /** What holds when it is left out; empty where nothing does. */
  readonly preset: string;
};

/** Arguments that say where and how long, which a template says elsewhere. */
const left = new Set(['page', 'timeout_ms']);

/** The arguments of a tool in the order of its declaration, needed ones first. */
export function argumentFields(tool: ToolDeclaration): readonly ArgumentField[] {
  const fields = Object.entries(tool.input.shape)
    .filter(([name]) => !left.has(name))
    .map(([name, schema]) => fieldOf(name, schema));
  return [...fields.filter(({ required }) => required), ...fields.filter(({ required }) => !required)];
}

function fieldOf(name: string, schema: z.core.$ZodType): ArgumentField {
  let inner = schema;
  let required = true;
  let preset = '';
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault || inner instanceof z.ZodNullable) {
    required = false;
    if (inner instanceof z.ZodDefault) preset = shown(inner.parse(undefined));
    inner = inner.unwrap();
  }
  const options = inner instanceof z.ZodEnum ? inner.options.map(String) : [];
  return { name, kind: kindOf(inner), required, options, preset };
}

function kindOf(schema: z.core.$ZodType): ArgumentField['kind'] {
  if (schema === Selector) return 'selector';
  if (schema instanceof z.ZodEnum) return 'choice';
  if (schema instanceof z.ZodBoolean) return 'boolean';
  if (schema instanceof z.ZodNumber) return 'number';
  if (schema instanceof z.ZodString) return 'text';
  if (!(schema instanceof z.ZodUnion)) return 'data';
  return schema.options.some((option) => option instanceof z.ZodString) ? 'text' : 'data';
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A value as a field shows it: texts as they are, choices of a selector one a line, all else as JSON. */
export function fieldText(kind: ArgumentField['kind'], value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  const isLines =
    kind === 'selector' && Array.isArray(value) && value.every((one) => typeof one === 'string');
  return isLines ? value.join('\n') : JSON.stringify(value);
}

/** The value that a field's text means; undefined: the argument is left out. */
export function fieldValue(kind: ArgumentField['kind'], text: string): z.core.util.JSONType | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (kind === 'selector') {
    const lines = trimmed
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    return lines.length === 1 ? (lines[0] ?? '') : lines;
  }
  // A text stays what was typed, unless it is plainly data, such as a list of fields or a switch.
  const isData =
    kind === 'text' ? /^[[{].*[\]}]$|^(?:true|false)$/s.test(trimmed) && !trimmed.startsWith('{{') : true;
  if (!isData || kind === 'choice') return text;
  return parsed(trimmed);
}

function parsed(text: string): z.core.util.JSONType {
  try {
    return z.json().parse(JSON.parse(text));
  } catch {
    // The host says what is wrong with it, in its place.
    return text;
  }
}
