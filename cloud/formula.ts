import type { z } from 'zod';

type Json = z.core.util.JSONType;

export type FormulaResult =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly why: string };

/** Characters and nesting of a formula. */
const charactersMax = 500;
const depthMax = 20;

/**
 * Computes what a plan derives: numbers, `+ - * /`, parentheses, names of values (`total`), and `sum`, `count`, `min`, `max`,
 * `average` over a column of a table (`sum(rows.amount)`). Whatever is not a number where one is needed ends it with a
 * reason: a figure that is half known is not told.
 */
export function computeFormula(formula: string, values: Readonly<Record<string, Json>>): FormulaResult {
  if (formula.length > charactersMax) return { ok: false, why: 'the formula is too long' };
  const tokens = formula.match(/\d+(?:\.\d+)?|[a-z_][a-z0-9_]*(?:\.[a-z_][a-z0-9_]*)?|[-+*/()]|\S/gi) ?? [];
  const reader = new Reader(tokens, values);
  try {
    const value = reader.sum(0);
    if (!reader.atEnd) return { ok: false, why: `"${reader.next}" is not expected there` };
    return Number.isFinite(value) ? { ok: true, value } : { ok: false, why: 'it divides by zero' };
  } catch (error) {
    if (error instanceof FormulaError) return { ok: false, why: error.message };
    throw error;
  }
}

class FormulaError extends Error {}

const columns: Readonly<Record<string, (numbers: readonly number[]) => number>> = {
  sum: (numbers) => numbers.reduce((all, one) => all + one, 0),
  count: (numbers) => numbers.length,
  min: (numbers) => Math.min(...numbers),
  max: (numbers) => Math.max(...numbers),
  average: (numbers) => numbers.reduce((all, one) => all + one, 0) / numbers.length,
};

class Reader {
  readonly #tokens: readonly string[];
  readonly #values: Readonly<Record<string, Json>>;
  #at = 0;

  constructor(tokens: readonly string[], values: Readonly<Record<string, Json>>) {
    this.#tokens = tokens;
    this.#values = values;
  }

  get atEnd(): boolean {
    return this.#at >= this.#tokens.length;
  }

  get next(): string {
    return this.#tokens[this.#at] ?? 'the end';
  }

  sum(depth: number): number {
    if (depth > depthMax) throw new FormulaError('it is nested too deeply');
    let value = this.#product(depth);
    for (let sign = this.#take('+', '-'); sign !== null; sign = this.#take('+', '-')) {
      value = sign === '+' ? value + this.#product(depth) : value - this.#product(depth);
    }
    return value;
  }

  #product(depth: number): number {
    let value = this.#part(depth);
    for (let sign = this.#take('*', '/'); sign !== null; sign = this.#take('*', '/')) {
      value = sign === '*' ? value * this.#part(depth) : value / this.#part(depth);
    }
    return value;
  }

  #part(depth: number): number {
    if (this.#take('-') !== null) return -this.#part(depth + 1);
    if (this.#take('(') !== null) {
      const value = this.sum(depth + 1);
      this.#expect(')');
      return value;
    }
    const token = this.next;
    this.#at += 1;
    if (/^\d/.test(token)) return Number(token);
    if (this.#take('(') !== null) {
      const numbers = this.#column(token);
      this.#expect(')');
      return numbers;
    }
    return numberOf(token, lookUp(this.#values, token));
  }

  #column(name: string): number {
    const compute = columns[name];
    if (compute === undefined) throw new FormulaError(`there is no function "${name}"`);
    const place = this.next;
    this.#at += 1;
    const [table = '', column] = place.split('.');
    const rows = this.#values[table];
    if (!Array.isArray(rows)) throw new FormulaError(`"${table}" is no table`);
    if (name === 'count') return rows.length;
    if (rows.length === 0 && name !== 'sum') throw new FormulaError(`"${table}" has no rows`);
    return compute(rows.map((row) => numberOf(place, column === undefined ? row : memberOf(row, column))));
  }

  #take(...wanted: readonly string[]): string | null {
    const token = this.#tokens[this.#at];
    if (token === undefined || !wanted.includes(token)) return null;
    this.#at += 1;
    return token;
  }

  #expect(token: string): void {
    if (this.#take(token) === null) throw new FormulaError(`"${token}" is missing before "${this.next}"`);
  }
}

function lookUp(values: Readonly<Record<string, Json>>, path: string): Json | undefined {
  const [name = '', member] = path.split('.');
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  return member === undefined ? value : memberOf(value, member);
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A number as it is, or as a text writes it plainly: `1,234.50`, `(12.00)`, `-3`. */
export function plainNumber(text: string): number | null {
  const bare = text.replace(/[\s\u00a0]|[€$£]/g, '');
  const match = /^(\(|-)?(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?\)?$/.exec(bare);
  if (match === null || (match[1] === '(') !== bare.endsWith(')')) return null;
  const size = Number(`${(match[2] ?? '').replaceAll(',', '')}${match[3] ?? ''}`);
  return match[1] === undefined ? size : -size;
}

function numberOf(name: string, value: Json | undefined): number {
  if (typeof value === 'number') return value;
  const number = typeof value === 'string' ? plainNumber(value) : null;
  if (number === null) throw new FormulaError(`"${name}" is no number`);
  return number;
}
