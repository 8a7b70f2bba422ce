import { expect, test } from 'vitest';
import { computeFormula, plainNumber, readFormula } from '../../shared/formula.ts';

const values = {
  total: '1,234.50',
  paid: 1000,
  name: 'Acme',
  rows: [{ amount: 10 }, { amount: '20.5' }, { amount: '(3.00)' }],
  empty: [],
  one: { inner: 4 },
  shown: [{ 'Amounts (EUR) / Gross': '1,000.00' }, { 'Amounts (EUR) / Gross': '0.50' }],
};

test.each([
  ['total - paid', 234.5],
  ['2 + 3 * 4', 14],
  ['(2 + 3) * -4', -20],
  ['10 / 4 - 1', 1.5],
  ['sum(rows.amount)', 27.5],
  ['count(rows)', 3],
  ['min(rows.amount)', -3],
  ['max(rows.amount) - average(rows.amount)', 20.5 - 27.5 / 3],
  ['sum(empty.amount)', 0],
  ['one.inner', 4],
  ['sum(shown."Amounts (EUR) / Gross")', 1000.5],
])('%s', (formula, value) => {
  expect(computeFormula(formula, values)).toEqual({ ok: true, value });
});

test.each([
  ['total - nothing', '"nothing" is no number'],
  ['name + 1', '"name" is no number'],
  ['sum(rows.other)', '"rows.other" is no number'],
  ['min(empty.amount)', '"empty" has no rows'],
  ['sum(total)', '"total" is no table'],
  ['paid / 0', 'it divides by zero'],
  ['(1 + 2', '")" is missing before "the end"'],
  ['1 2', '"2" is not expected there'],
  ['run(rows.amount)', 'there is no function "run"'],
  ['constructor', '"constructor" is no number'],
  ['', '"the end" is not expected there'],
  ['total -', '"the end" is not expected there'],
  ['sum()', '")" is no name'],
  [`${'('.repeat(30)}1${')'.repeat(30)}`, 'it is nested too deeply'],
  ['1'.repeat(501), 'the formula is too long'],
])('%s is refused with its reason', (formula, why) => {
  expect(computeFormula(formula, values)).toEqual({ ok: false, why });
});

test('a text is a number only where it is written as one', () => {
  expect(['1,234.50', '(12.00)', '-3', '€ 7'].map(plainNumber)).toEqual([1234.5, -12, -3, 7]);
  expect(['1.234,50', '12 apples', '(3', '--3', ''].map(plainNumber)).toEqual([null, null, null, null, null]);
});

test('a formula tells which values it needs before there are any, and what is wrong with it', () => {
  expect(readFormula('total - sum(rows.amount) / (paid + 1)')).toMatchObject({
    ok: true,
    names: ['total', 'rows', 'paid'],
  });
  expect(readFormula('total -')).toEqual({ ok: false, why: '"the end" is not expected there' });
  expect(readFormula(`${'-'.repeat(30)}1`)).toEqual({ ok: false, why: 'it is nested too deeply' });
});
