import { expect, test } from 'vitest';
import { renameReferences } from '../../../entrypoints/studio/rename-references.ts';

test('every reference follows the new name, and likenesses stay', () => {
  const text =
    'a: "{{parameters.month}} {{ parameters.month }}"\nb: "{{parameters.month_end}} parameters.month {{steps.month.x}}"';
  expect(renameReferences(text, 'parameters', { from: 'month', to: 'period' })).toBe(
    'a: "{{parameters.period}} {{ parameters.period }}"\nb: "{{parameters.month_end}} parameters.month {{steps.month.x}}"',
  );
  expect(renameReferences(text, 'steps', { from: 'month', to: 'm' })).toContain('{{steps.m.x}}');
});
