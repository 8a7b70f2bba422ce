import { expect, test } from 'vitest';
import { checkAnswer } from '../../../../native-host/agent/evidence/citations.ts';
import { withLeftOut } from '../../../../native-host/agent/evidence/with-left-out.ts';
import { finding } from '../../../fakes/finding.ts';

const ground = {
  objective: 'Height of Mount Kenya',
  items: [],
  findings: [finding(1, 'Mount Kenya is 5,199 m high.')],
};
const told = (markdown: string): string => withLeftOut(checkAnswer(markdown, ground));

test('each sentence taken out is named with its reason, apart from the answer', () => {
  expect(told('Mount Kenya is 5,199 m high [1]. It *erupted* in 1742.')).toBe(
    'Mount Kenya is 5,199 m high [1].\n\n**Left out of the text, as no discovery says it**\n\n' +
      '- “It \\*erupted\\* in 1742.” No finding holds 1742.',
  );
});

test('nothing taken out, nothing said', () => {
  expect(told('Mount Kenya is 5,199 m high [1].')).toBe('Mount Kenya is 5,199 m high [1].');
});

test('of very many only the first are named, and how many more there are', () => {
  const many = Array.from({ length: 50 }, (_, at) => `Peak ${at} is tall.`).join(' ');
  const lines = told(`Mount Kenya is 5,199 m high [1]. ${many}`).split('\n');
  expect(lines.filter((line) => line.startsWith('- “'))).toHaveLength(12);
  expect(lines.at(-1)).toBe('- and 38 more');
});
