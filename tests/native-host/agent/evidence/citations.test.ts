import { expect, test } from 'vitest';
import { checkAnswer } from '../../../../native-host/agent/evidence/citations.ts';
import { finding } from '../../../fakes/finding.ts';

const findings = [
  finding(1, 'Kilimanjaro is the highest mountain in Africa, 5,895 m (19,341 ft) above sea level.'),
  finding(2, 'Mount Kenya is 5,199 m high.'),
];
const ground = { objective: 'What is the tallest mountain in Africa?', items: [], findings };

test('a sentence that its citation proves stays', () => {
  const checked = checkAnswer('Mount Kenya is 5,199 m high [2].', ground);
  expect(checked).toMatchObject({
    markdown: 'Mount Kenya is 5,199 m high [2].',
    isWritten: true,
    leftOut: [],
    corrected: 0,
  });
});

test('a wrong citation is put right, and a missing one added', () => {
  expect(checkAnswer('Mount Kenya is 5,199 m high [1].', ground)).toMatchObject({
    markdown: 'Mount Kenya is 5,199 m high [2].',
    corrected: 1,
  });
  expect(checkAnswer('Mount Kenya is 5,199 m high.', ground).markdown).toBe(
    'Mount Kenya is 5,199 m high [2].',
  );
});

test('what no finding says is left out and named', () => {
  const checked = checkAnswer('Mount Kenya is 5,199 m high [2]. It erupted 200 years ago [2].', ground);
  expect(checked.markdown).toBe('Mount Kenya is 5,199 m high [2].');
  expect(checked.leftOut).toEqual([{ text: 'It erupted 200 years ago.', reason: 'No finding holds 200.' }]);
  expect(checked.unknownNumbers).toEqual(['200']);
});

test('an unusable text is replaced by the findings', () => {
  expect(checkAnswer('As an AI I cannot say.', ground)).toMatchObject({
    isWritten: false,
    markdown: expect.stringContaining('- Mount Kenya is 5,199 m high. [2]'),
  });
});
