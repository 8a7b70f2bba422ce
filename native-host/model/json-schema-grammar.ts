import { z } from 'zod';
import type { JsonSchema } from './provider.ts';

// A JSON schema as a GBNF grammar, the form in which llama.cpp is told which answers are possible. Keys come in the order of
// the schema, those that must be there first. A blank is allowed where people write one and nowhere else: a small model that
// may write blanks writes them for ever.

const depthMax = 12;
/** Longer texts are not bounded by the grammar: a counted repetition of this length makes it slow. */
const countedCharactersMax = 400;
const countedItemsMax = 50;
const numberDigitsMax = 12;

type Node = z.infer<typeof Node>;
const Node = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.json()).optional(),
  const: z.json().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
});

const base = `char ::= [^"\\\\\\x7F\\x00-\\x1F] | "\\\\" (["\\\\/bfnrt] | "u" [0-9a-fA-F]{4})
text ::= "\\"" char* "\\""
positive ::= "0" | [1-9] [0-9]{0,15}
integer ::= "-"? positive
number ::= integer ("." [0-9]{1,16})? ([eE] [-+]? [0-9]{1,3})?
boolean ::= "true" | "false"
null ::= "null"
colon ::= ":" " "?
comma ::= "," " "?
`;

/** The grammar; null for a schema with words that it does not know, which is then left to whoever reads the answer. */
export function grammarOf(schema: JsonSchema): string | null {
  const rules = new Rules();
  const root = rules.of(schema, 0);
  return root === null ? null : `root ::= ${root}\n${base}${rules.text}`;
}

class Rules {
  readonly #lines: string[] = [];

  get text(): string {
    return this.#lines.map((line) => `${line}\n`).join('');
  }

  /** What a value of the schema looks like, as the right side of a rule. */
  of(schema: unknown, depth: number): string | null {
    const parsed = Node.safeParse(schema);
    if (!parsed.success || depth > depthMax) return null;
    const node = parsed.data;
    if (node.const !== undefined) return literal(JSON.stringify(node.const));
    if (node.enum !== undefined) return group(node.enum.map((value) => literal(JSON.stringify(value))));
    const choices = node.anyOf ?? node.oneOf;
    if (choices !== undefined) return this.#either(choices, depth);
    if (Array.isArray(node.type))
      return this.#either(
        node.type.map((type) => ({ ...node, type })),
        depth,
      );
    return this.#typed(node, depth);
  }

  #typed(node: Node, depth: number): string | null {
    switch (node.type) {
      case 'object':
        return this.#object(node, depth);
      case 'array':
        return this.#array(node, depth);
      case 'string':
        return stringOf(node);
      case 'integer':
        return integerOf(node);
      case 'number':
      case 'boolean':
      case 'null':
        return node.type;
      default:
        return null;
    }
  }

  #either(choices: readonly unknown[], depth: number): string | null {
    const each = choices.map((choice) => this.of(choice, depth + 1));
    const known = each.filter((rule) => rule !== null);
    return known.length === each.length ? group(known) : null;
  }

  #array({ items, minItems = 0, maxItems }: Node, depth: number): string | null {
    const item = this.of(items, depth + 1);
    if (item === null) return null;
    const name = this.#named(item);
    if (maxItems === 0) return '"[" "]"';
    const most = maxItems === undefined || maxItems > countedItemsMax ? '' : String(maxItems - 1);
    const more = `${name} (comma ${name}){${Math.max(0, minItems - 1)},${most}}`;
    return minItems > 0 ? `"[" ${more} "]"` : `"[" (${more})? "]"`;
  }

  #object({ properties = {}, required = [] }: Node, depth: number): string | null {
    const fields: { readonly must: boolean; readonly rule: string }[] = [];
    for (const [key, schema] of Object.entries(properties)) {
      const value = this.of(schema, depth + 1);
      if (value === null) return null;
      const rule = this.#named(`${literal(JSON.stringify(key))} colon ${value}`);
      fields.push({ must: required.includes(key), rule });
    }
    const must = fields.filter((field) => field.must).map(({ rule }) => rule);
    const may = fields.filter((field) => !field.must).map(({ rule }) => rule);
    if (must.length > 0)
      return `"{" ${must.join(' comma ')} ${may.map((rule) => `(comma ${rule})?`).join(' ')} "}"`;
    // Without one that must be there, any of the others can be the first.
    const starts = may.map((rule, at) =>
      [rule, ...may.slice(at + 1).map((later) => `(comma ${later})?`)].join(' '),
    );
    return starts.length === 0 ? '"{" "}"' : `"{" ${group(starts)}? "}"`;
  }

  #named(rule: string): string {
    const name = `r${this.#lines.length}`;
    this.#lines.push(`${name} ::= ${rule}`);
    return name;
  }
}

function stringOf({ maxLength }: Node): string {
  if (maxLength === undefined || maxLength > countedCharactersMax) return 'text';
  return `"\\"" char{0,${maxLength}} "\\""`;
}

/** As many digits as the greatest has: a small model that may write more of them does. */
function integerOf({ minimum, exclusiveMinimum, maximum = Number.MAX_SAFE_INTEGER }: Node): string {
  if ((minimum ?? exclusiveMinimum ?? -1) < 0) return 'integer';
  const digits = String(Math.floor(Math.max(maximum, 0))).length;
  return digits > numberDigitsMax ? 'positive' : `("0" | [1-9] [0-9]{0,${digits - 1}})`;
}

function literal(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

function group(choices: readonly string[]): string {
  return `(${choices.join(' | ')})`;
}
