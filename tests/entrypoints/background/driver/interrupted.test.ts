import { expect, test } from 'vitest';
import { interruptedResult } from '../../../../entrypoints/background/driver/interrupted.ts';

const nothing = { navigated: false, opened: [], dialog: null, download: null };
const dialog = { kind: 'confirm', message: 'Sure?' } as const;

test('a click behind whose back something happened was delivered', () => {
  expect(interruptedResult('click', { ...nothing, dialog }, false, true)).toEqual({
    delivered: true,
    effects: ['dialog opened'],
  });
  expect(interruptedResult('click', { ...nothing, navigated: true }, true, true)).toEqual({
    delivered: true,
    effects: ['navigated', 'page closed'],
  });
});

test('nothing seen, or a result that only the page knows: no result', () => {
  expect(interruptedResult('click', nothing, false, true)).toBeNull();
  expect(interruptedResult('fill', { ...nothing, navigated: true }, false, true)).toBeNull();
  expect(interruptedResult('evaluate_script', { ...nothing, dialog }, false, true)).toBeNull();
});

test('a page that went elsewhere proves nothing by it', () => {
  expect(interruptedResult('press_key', { ...nothing, navigated: true }, false, false)).toEqual({
    ...{ delivered: false, effects: ['navigated'], focused: null },
  });
});
