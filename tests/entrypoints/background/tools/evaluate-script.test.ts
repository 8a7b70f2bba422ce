import { expect, test } from 'vitest';
import { bodyOf } from '../../../../entrypoints/background/tools/evaluate-script.ts';

test.each([
  ['() => [1, 2, 3]', true],
  ['async () => 7', true],
  ['(a, b = (1)) => a', true],
  ['x => x', true],
  ['function () { return 1; }', true],
  ['async function f() {}', true],
  ['return 1;', false],
  ['const f = () => 1; return f();', false],
  ['document.title', false],
])('%s is a function: %s', (script, isFunction) => {
  expect(bodyOf(script).startsWith('return await (')).toBe(isFunction);
});
