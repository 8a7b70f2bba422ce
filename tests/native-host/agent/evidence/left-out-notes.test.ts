import { expect, test } from 'vitest';
import { checkAnswer } from '../../../../native-host/agent/evidence/citations.ts';
import { leftOutNotes } from '../../../../native-host/agent/evidence/left-out-notes.ts';
import { finding } from '../../../fakes/finding.ts';

const ground = {
  objective: 'Height of Mount Kenya',
  items: [],
  findings: [finding(1, 'Mount Kenya is 5,199 m high.')],
};

test('each sentence taken out is a note with its reason', () => {
  expect(leftOutNotes(checkAnswer('Mount Kenya is 5,199 m high [1]. It erupted in 1742.', ground))).toEqual([
    'Left out of the result: “It erupted in 1742.” No finding holds 1742.',
  ]);
});

test('of very many only the first are told, and how many more there are', () => {
  const many = Array.from({ length: 50 }, (_, at) => `Peak ${at} is tall.`).join(' ');
  const notes = leftOutNotes(checkAnswer(many, ground));
  expect(notes).toHaveLength(31);
  expect(notes.at(-1)).toBe('Left out of the result: 20 more sentences.');
});
