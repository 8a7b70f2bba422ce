import { expect, test } from 'vitest';
import { textBoundsProblem } from '../../../native-host/policy/text-bounds.ts';

const when = (expression: string) => `forbid (principal, action, resource)\nwhen { ${expression} };`;

test('an ordinary policy is within bounds, whatever its strings and comments hold', () => {
  const brackets = '('.repeat(500);
  expect(textBoundsProblem(when(`context.target.name == "${brackets}\\"${brackets}"`))).toBeNull();
  expect(textBoundsProblem(`// ${brackets}\n${when('true')}`)).toBeNull();
  expect(textBoundsProblem(when('context.approved').repeat(300))).toBeNull();
});

test('what would break the engine by nesting is told with its line', () => {
  const deep = ['('.repeat(10_000), '['.repeat(40), '{a: '.repeat(40), '!'.repeat(40), '- '.repeat(40)];
  for (const prefix of [...deep, 'if true then true else '.repeat(40)]) {
    expect(textBoundsProblem(when(`${prefix}true`))).toMatchObject({
      line: 2,
      message: expect.stringMatching(/nests/),
    });
  }
});

test('what would break the engine by a long chain is told too', () => {
  for (const link of ['|| true ', '&& true ', '+ 1', '- 1', '* 1', '.a', '["a"]']) {
    expect(textBoundsProblem(when(`context ${link.repeat(300)}`))).toMatchObject({
      line: 2,
      message: expect.stringMatching(/operators/),
    });
  }
});

test('a text over 64 KiB is not read', () => {
  expect(textBoundsProblem('é'.repeat(40_000))).toMatchObject({
    message: expect.stringMatching(/80000 bytes/),
  });
});
