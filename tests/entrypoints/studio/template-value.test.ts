import { expect, test } from 'vitest';
import { placedSteps, referencesBefore, stepKind } from '../../../entrypoints/studio/template-value.ts';

const template = {
  parameters: { month: {} },
  steps: [
    { id: 'open', tool: 'navigate' },
    { id: 'each', for_each: { max: 3 }, steps: [{ id: 'inner', tool: 'click' }, 'no step'] },
    7,
  ],
};

test('every step has its place in the file, whatever is wrong with it', () => {
  expect(placedSteps(template).map(({ path }) => path.join('.'))).toEqual([
    'steps.0',
    'steps.1',
    'steps.1.steps.0',
    'steps.1.steps.1',
    'steps.2',
  ]);
  expect(placedSteps('no template')).toEqual([]);
});

test('a step can name parameters and what comes before it', () => {
  expect(referencesBefore(template, ['steps', 1, 'steps', 0])).toEqual([
    '{{parameters.month}}',
    '{{steps.open}}',
    '{{steps.each}}',
  ]);
});

test('the kind of a step is told by its own key', () => {
  expect(stepKind({ id: 'a', for_each: {} })).toBe('for_each');
  expect(stepKind({ id: 'a', prompt: '?' })).toBe('prompt');
  expect(stepKind({ id: 'a' })).toBe('tool');
});
