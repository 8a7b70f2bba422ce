import type { z } from 'zod';

type Json = z.core.util.JSONType;

// What a plan derives, in a small language: numbers, `+ - * /`, parentheses, names of values (`total`), and `sum`, `count`, `min`,
// `max`, `average` over a column of a table: `sum(rows.amount)`, `sum(rows."Amount (EUR)")`.

export type FormulaResult =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly why: string };

/** A formula that can be computed once its values are there, and the names of these. */
export type ReadFormula =
  | { readonly ok: true; readonly formula: Formula; readonly names: readonly string[] }
  | { readonly ok: false; readonly why: string };

export type Formula =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'value'; readonly place: Place }
  | { readonly kind: 'negated'; readonly of: Formula }
  | { readonly kind: 'pair'; readonly sign: string; readonly left: Formula; readonly right: Formula }
  | { readonly kind: 'column'; readonly fold: string; readonly place: Place };

/** `total`, `rows.amount`: a value and, if there is one, a member of it. */
type Place = { readonly text: string; readonly name: string; readonly member: string | null };

/** Characters and nesting of a formula. */
const charactersMax = 500;
const depthMax = 20;

const word = '[a-z_][a-z0-9_]*';
const tokenPattern = new RegExp(
  `\\d+(?:\\.\\d+)?|${word}(?:\\.(?:${word}|"[^"]{1,100}"))?|[-+*/()]|\\S`,
  'gi',
);

/** Reads a formula without computing it: what is wrong with it shows before there are values. */
export function readFormula(text: string): ReadFormula {
  if (text.length > charactersMax) return { ok: false, why: 'the formula is too long' };
  const reader = new Reader(text.match(tokenPattern) ?? []);
  try {
    const formula = reader.sum(0);
    if (!reader.atEnd) return { ok: false, why: `"${reader.next}" is not expected there` };
    return { ok: true, formula, names: [...reader.names] };
  } catch (error) {
    if (error instanceof FormulaError) return { ok: false, why: error.message };
    throw error;
  }
}

/**
 * Computes a formula. Whatever is not a number where one is needed ends it with a reason: a figure that is half known is not
 * told.
 */
export function computeFormula(text: string, values: Readonly<Record<string, Json>>): FormulaResult {
  const read = readFormula(text);
  if (!read.ok) return read;
  try {
    const value = compute(read.formula, values);
    return Number.isFinite(value) ? { ok: true, value } : { ok: false, why: 'it divides by zero' };
  } catch (error) {
    if (error instanceof FormulaError) return { ok: false, why: error.message };
    throw error;
  }
}

class FormulaError extends Error {}

const folds: Readonly<Record<string, (numbers: readonly number[]) => number>> = {
  sum: (numbers) => numbers.reduce((all, one) => all + one, 0),
  count: (numbers) => numbers.length,
  min: (numbers) => Math.min(...numbers),
  max: (numbers) => Math.max(...numbers),
  average: (numbers) => numbers.reduce((all, one) => all + one, 0) / numbers.length,
};

class Reader {
  readonly names = new Set<string>();
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  get atEnd(): boolean {
    return this.#at >= this.#tokens.length;
  }

  get next(): string {
    return this.#tokens[this.#at] ?? 'the end';
  }

  sum(depth: number): Formula {
    if (depth > depthMax) throw new FormulaError('it is nested too deeply');
    let left = this.#product(depth);
    for (let sign = this.#take('+', '-'); sign !== null; sign = this.#take('+', '-')) {
      left = { kind: 'pair', sign, left, right: this.#product(depth) };
    }
    return left;
  }

  #product(depth: number): Formula {
    let left = this.#part(depth);
    for (let sign = this.#take('*', '/'); sign !== null; sign = this.#take('*', '/')) {
      left = { kind: 'pair', sign, left, right: this.#part(depth) };
    }
    return left;
  }

  #part(depth: number): Formula {
    if (depth > depthMax) throw new FormulaError('it is nested too deeply');
    if (this.#take('-') !== null) return { kind: 'negated', of: this.#part(depth + 1) };
    if (this.#take('(') !== null) {
      const inner = this.sum(depth + 1);
      this.#expect(')');
      return inner;
    }
    const token = this.next;
    if (this.atEnd || !/^[a-z_\d]/i.test(token)) throw new FormulaError(`"${token}" is not expected there`);
    this.#at += 1;
    if (/^\d/.test(token)) return { kind: 'number', value: Number(token) };
    if (this.#take('(') === null) return { kind: 'value', place: this.#place(token) };
    if (!Object.hasOwn(folds, token)) throw new FormulaError(`there is no function "${token}"`);
    const place = this.#place(this.next);
    this.#at += 1;
    this.#expect(')');
    return { kind: 'column', fold: token, place };
  }

  #place(text: string): Place {
    if (!/^[a-z_]/i.test(text)) throw new FormulaError(`"${text}" is no name`);
    const [name = ''] = text.split('.', 1);
    const member = text.includes('.') ? text.slice(name.length + 1).replaceAll('"', '') : null;
    this.names.add(name);
    return { text, name, member };
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

type Values = Readonly<Record<string, Json>>;

function compute(formula: Formula, values: Values): number {
  if (formula.kind === 'number') return formula.value;
  if (formula.kind === 'negated') return -compute(formula.of, values);
  if (formula.kind === 'column') return computeColumn(formula, values);
  if (formula.kind === 'value') return numberOf(formula.place.text, valueAt(formula.place, values));
  const [left, right] = [compute(formula.left, values), compute(formula.right, values)];
  if (formula.sign === '+') return left + right;
  if (formula.sign === '-') return left - right;
  return formula.sign === '*' ? left * right : left / right;
}

function computeColumn(
  { fold, place }: Extract<Formula, { readonly kind: 'column' }>,
  values: Values,
): number {
  const rows = valueAt({ ...place, member: null }, values);
  if (!Array.isArray(rows)) throw new FormulaError(`"${place.name}" is no table`);
  if (fold === 'count') return rows.length;
  if (rows.length === 0 && fold !== 'sum') throw new FormulaError(`"${place.name}" has no rows`);
  const { member, text } = place;
  const numbers = rows.map((row) => numberOf(text, member === null ? row : memberOf(row, member)));
  return folds[fold]?.(numbers) ?? Number.NaN;
}

function valueAt({ name, member }: Place, values: Values): Json | undefined {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  return member === null ? value : memberOf(value, member);
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
