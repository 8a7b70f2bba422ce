import { expect, test } from 'vitest';
import { holds } from '../../../native-host/workflow/conditions.ts';
import { referencesIn, resolveValue } from '../../../native-host/workflow/references.ts';
import { attempt } from '../../../shared/faults.ts';
import { faultOf } from './shipped.ts';

const scope = {
  parameters: { count: 3, name: 'Äpfel & "Birnen"', empty: '' },
  steps: { list: { rows: [{ id: 'a' }, { id: 'b' }], note: '{{parameters.name}}' } },
  item: { id: 'x' },
};

test('a text that is one reference becomes the value with its type', () => {
  expect(resolveValue('{{parameters.count}}', scope)).toBe(3);
  expect(resolveValue(' {{ steps.list.rows }} ', scope)).toEqual([{ id: 'a' }, { id: 'b' }]);
  expect(resolveValue('{{steps.list.rows.1.id}}', scope)).toBe('b');
  expect(resolveValue('{{steps.list.rows.length}}', scope)).toBe(2);
});

test('references within a text become text', () => {
  expect(resolveValue({ a: ['{{item.id}}: {{parameters.count}}'] }, scope)).toEqual({ a: ['x: 3'] });
});

test('a value is never read as a reference again', () => {
  expect(resolveValue('{{steps.list.note}}', scope)).toBe('{{parameters.name}}');
  expect(resolveValue('<{{steps.list.note}}>', scope)).toBe('<{{parameters.name}}>');
});

test('members of the language itself have no value', async () => {
  for (const path of ['constructor', '__proto__', 'toString', 'rows.map']) {
    const result = await attempt(async () => resolveValue(`{{steps.list.${path}}}`, scope));
    expect(faultOf(result).code).toBe('bad-arguments');
  }
});

test('what only looks like a reference is told as malformed', () => {
  expect(referencesIn('{{a b}} {{parameters.x}} {{ }} {{open').malformed).toEqual([
    '{{a b}}',
    '{{ }}',
    '{{open',
  ]);
});

test('conditions compare values, and what has no value does not exist', () => {
  expect(holds({ value: '{{parameters.count}}', equals: 3 }, scope)).toBe(true);
  expect(holds({ value: '{{parameters.count}}', equals: '3' }, scope)).toBe(false);
  expect(holds({ value: '{{parameters.count}}', greater_than: 2 }, scope)).toBe(true);
  expect(holds({ value: '{{parameters.count}}', less_than: 3 }, scope)).toBe(false);
  expect(holds({ value: '{{parameters.name}}', contains: 'Birnen' }, scope)).toBe(true);
  expect(holds({ value: '{{steps.list.rows}}', contains: 'a' }, scope)).toBe(false);
  expect(holds({ value: '{{steps.gone.x}}', exists: false }, scope)).toBe(true);
  expect(holds({ value: '{{parameters.empty}}', exists: false }, scope)).toBe(true);
  expect(holds({ value: '{{steps.gone.x}}', not_equals: true }, scope)).toBe(true);
  const no = { value: 1, equals: 2 };
  const yes = { value: 1, equals: 1 };
  expect([holds({ all: [yes, no] }, scope), holds({ any: [no, yes] }, scope)]).toEqual([false, true]);
});
