import { expect, test } from 'vitest';
import { triedParameters, triedText, triedValues } from '../../../entrypoints/studio/tried-values.ts';

const template = {
  parameters: {
    month: { type: 'month', title: 'Month', default: 'last-month' },
    count: { type: 'integer', title: 'Count' },
    paid: { type: 'boolean', title: 'Paid' },
    broken: { type: 'nothing' },
  },
};

test('parameters that are ones have a field, with their default in it', () => {
  const parameters = triedParameters(template);
  expect(parameters.map(({ name }) => name)).toEqual(['month', 'count', 'paid']);
  expect(parameters.map((one) => triedText(one, { count: '3' }))).toEqual(['last-month', '3', '']);
});

test('what is typed is given in its type, what is not typed is left to the default', () => {
  expect(triedValues(template, { count: '3', paid: 'true', month: '' })).toEqual({ count: 3, paid: true });
});
