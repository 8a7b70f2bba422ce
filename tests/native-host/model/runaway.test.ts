import { expect, test } from 'vitest';
import { runawayFrom } from '../../../native-host/model/runaway.ts';

test.each([
  ['a word', 'It is '.concat('high '.repeat(60))],
  ['a sentence', 'It is high. '.concat('The mountain that is the highest of them all is this. '.repeat(6))],
  ['a sign', `{"text": "${'-'.repeat(300)}`],
  ['blanks', `{"found": [${' \n'.repeat(80)}`],
])('%s that comes again and again is cut off', (_what, text) => {
  const from = runawayFrom(text);
  expect(from).not.toBeNull();
  expect(from ?? text.length).toBeLessThan(text.length / 2);
});

test.each([
  [
    'prose',
    'Kilimanjaro is the highest mountain in Africa. It has three cones: Kibo, Mawenzi and Shira. '.repeat(2),
  ],
  ['a table', Array.from({ length: 40 }, (_, row) => `| ${row} | ${row * 7} | paid |`).join('\n')],
  ['a ruler', `| a | b |\n|${'-'.repeat(60)}|`],
  ['JSON', JSON.stringify(Array.from({ length: 30 }, (_, n) => ({ text: `finding ${n}`, items: [n] })))],
])('%s is left alone', (_what, text) => {
  expect(runawayFrom(text)).toBeNull();
});
