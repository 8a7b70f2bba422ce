import type { Expression, Node } from 'acorn';

export type Literal = { readonly known: true; readonly value: unknown } | { readonly known: false };

const unknown: Literal = { known: false };

/** The value of an expression that is written out, if nothing in it has to be computed. */
export function literalOf(node: Node): Literal {
  const one = node as Expression; // what is none is not known
  switch (one.type) {
    case 'Literal':
      return { known: true, value: one.value };
    case 'TemplateLiteral':
      return one.expressions.length === 0
        ? { known: true, value: one.quasis[0]?.value.cooked ?? '' }
        : unknown;
    case 'UnaryExpression': {
      const inner = literalOf(one.argument);
      const number = one.operator === '-' && inner.known && typeof inner.value === 'number';
      return number ? { known: true, value: -Number(inner.value) } : unknown;
    }
    case 'ArrayExpression': {
      const items = one.elements.map((item) => (item === null ? unknown : literalOf(item)));
      return items.every(({ known }) => known)
        ? { known: true, value: items.map((item) => (item.known ? item.value : null)) }
        : unknown;
    }
    case 'ObjectExpression': {
      const known = knownFields(one);
      return known.complete && known.fields.size === one.properties.length
        ? { known: true, value: Object.fromEntries(known.fields) }
        : unknown;
    }
    default:
      return unknown;
  }
}

/** The fields of an object whose values are written out; `keys` are all that it names, `complete` that it spreads nothing. */
export function knownFields(node: Extract<Expression, { type: 'ObjectExpression' }>): {
  readonly fields: ReadonlyMap<string, unknown>;
  readonly keys: ReadonlyMap<string, Node>;
  readonly complete: boolean;
} {
  const fields = new Map<string, unknown>();
  const keys = new Map<string, Node>();
  let complete = true;
  for (const one of node.properties) {
    if (one.type !== 'Property') {
      complete = false;
      continue;
    }
    const name =
      one.key.type === 'Identifier' ? one.key.name : String('value' in one.key ? one.key.value : '');
    keys.set(name, one);
    const value = literalOf(one.value);
    if (value.known) fields.set(name, value.value);
    else fields.delete(name);
  }
  return { fields, keys, complete };
}

/** The parts of a text that are written out, in `"…"` and between the holes of a template. */
export function writtenTexts(node: Node): readonly string[] {
  const one = node as Expression; // anything else has none
  if (one.type === 'Literal') return typeof one.value === 'string' ? [one.value] : [];
  if (one.type === 'TemplateLiteral') return one.quasis.map(({ value }) => value.cooked ?? '');
  if (one.type === 'BinaryExpression') return [...writtenTexts(one.left), ...writtenTexts(one.right)];
  if (one.type === 'ConditionalExpression')
    return [...writtenTexts(one.consequent), ...writtenTexts(one.alternate)];
  return [];
}
