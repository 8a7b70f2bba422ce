import { expect, test } from 'vitest';
import { plainValue } from '../../../native-host/workflow/template-value.ts';

test('a text is told as data, right or wrong as a template', () => {
  expect(plainValue('id: 7\nsteps: nothing\n')).toEqual({ id: 7, steps: 'nothing' });
});

test.each(['a: [', 'a: &x 1\nb: *x\n'])('what cannot be read says nothing: %j', (text) => {
  expect(plainValue(text)).toBeNull();
});
