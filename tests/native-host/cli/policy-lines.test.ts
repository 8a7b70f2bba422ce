import { expect, test } from 'vitest';
import { explanationLines, outcomeLines, problemLine } from '../../../native-host/cli/policy-lines.ts';
import { PolicyQuestion } from '../../../shared/policy-question.ts';

const plain = { paint: (_colour: string, text: string) => text };
const question = PolicyQuestion.parse({ tool: 'click', url: 'https://a.test' });

test('an explanation says what would happen, which rule decides, and what to do', () => {
  const deciding = [{ id: 'write.approve', file: 'policy', title: 'It asks.', fix: 'Change it.', text: '' }];
  const answer = {
    decision: 'ask',
    policies: ['write.approve'],
    reason: '',
    bucket: 'write',
    deciding,
  } as const;
  expect(explanationLines(question, { ...answer, policies: ['write.approve'], deciding }, plain)).toEqual([
    'ASK  click (write) on https://a.test',
    'The person would be asked, and it would be done once they approve.',
    '',
    'It asks.',
    '  rule  write.approve',
    '  fix   Change it.',
  ]);
  const refused = {
    decision: 'deny',
    policies: ['always.address'],
    reason: 'Never.',
    bucket: 'write',
    deciding: [],
  } as const;
  expect(
    explanationLines(question, { ...refused, policies: ['always.address'], deciding: [] }, plain).slice(2),
  ).toEqual(['', 'Never.', '  rule  always.address']);
});

test('a case that is not decided as expected is told with place, rule and reason', () => {
  const right = {
    name: 'a',
    line: 3,
    expected: 'ask',
    decided: 'ask',
    policies: ['x'],
    reason: '',
    ok: true,
  };
  const wrong = { ...right, name: 'b', line: 4, decided: 'deny', reason: 'No.', ok: false };
  expect(outcomeLines('c.yaml', [right, wrong], plain)).toEqual([
    '  ok    a',
    '  FAIL  b  (c.yaml:4)',
    '        expected ask, decided deny by x',
    '        No.',
    '2 cases, 1 not as expected.',
  ]);
  expect(outcomeLines('c.yaml', [right], plain).at(-1)).toBe('1 case, all as expected.');
  expect(problemLine({ file: 'p.yaml', line: 2, message: 'Wrong.' })).toBe('p.yaml:2: Wrong.');
});
