import { expect, test } from 'vitest';
import { tellingSentence } from '../../../native-host/agent/telling-sentence.ts';
import { onPage, stateOf } from './rules/rule-table.ts';

const items = [
  { n: 1, text: 'height of the mountain in metres', state: 'open' },
  { n: 2, text: 'a name', state: 'open' },
] as const;

test('a sentence with most of an item’s words, and a number where one is asked for, seems to answer it', () => {
  const page = onPage({
    parts: ['Far away. The height of the mountain is 5,895 metres above the sea. Grass grows.'],
  });
  expect(tellingSentence(stateOf({ page, items }))).toEqual({
    sentence: 'The height of the mountain is 5,895 metres above the sea.',
    item: 1,
  });
});

test('a sentence that only leads there, or says the item over again, does not', () => {
  const wanted = [{ n: 1, text: 'function that writes files atomically', state: 'open' as const }];
  for (const text of [
    'A function that writes files atomically; see the reference.',
    'Function that writes files atomically',
  ]) {
    expect(tellingSentence(stateOf({ page: onPage({ parts: [text] }), items: wanted }))).toBeNull();
  }
  const page = onPage({ parts: ['The function write_atomic writes files atomically.'] });
  expect(tellingSentence(stateOf({ page, items: wanted }))?.item).toBe(1);
});

test('without the number, or of an item that is found, none does', () => {
  const page = onPage({ parts: ['The height of the mountain in metres is not known to anybody.'] });
  expect(tellingSentence(stateOf({ page, items }))).toBeNull();
  const found = onPage({ parts: ['The height of the mountain is 5,895 metres.'] });
  expect(tellingSentence(stateOf({ page: found, items: [{ ...items[0], state: 'found' }] }))).toBeNull();
});
