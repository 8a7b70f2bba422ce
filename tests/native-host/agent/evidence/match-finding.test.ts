import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchFinding } from '../../../../native-host/agent/evidence/match-finding.ts';
import { judgeLabelledPairs } from './labelled-pairs.ts';

const page = {
  url: 'https://example.com/kilimanjaro',
  title: 'Mount Kilimanjaro',
  part: 2,
  text: [
    'Mount Kilimanjaro is a dormant volcano in Tanzania. It is the highest mountain in Africa, with its summit',
    '5,895 m (19,341 ft) above sea level. Its base is at 900 m. Mount Kenya is the second highest mountain in Africa.',
    'The park is not free for foreign visitors. If it rains, the museum is closed.',
    '',
    'Mountains',
    'Mountain | Height (m) | Prominence (m) | Country',
    'Kilimanjaro | 5,895 | 5,885 | Tanzania',
    'Mount Kenya | 5,199 | 3,825 | Kenya',
  ]
    .join(' ')
    .replace(/ {2}Mountains /, '\n\nMountains\n')
    .replace('Country Kilimanjaro', 'Country\nKilimanjaro')
    .replace('Tanzania Mount', 'Tanzania\nMount'),
};

test('a copied sentence is found with its exact span, place and page', () => {
  expect(matchFinding('Its base is at 900 m.', [page])).toEqual({
    kind: 'exact',
    text: 'Its base is at 900 m.',
    quote: 'Its base is at 900 m.',
    url: 'https://example.com/kilimanjaro',
    title: 'Mount Kilimanjaro',
    part: 2,
  });
});

test('a truncated sentence is recorded in the page’s own words', () => {
  const match = matchFinding('The museum is closed.', [page]);
  expect(match).toMatchObject({ kind: 'close', text: 'If it rains, the museum is closed.' });
});

test('a finding that the page contradicts comes back with the closest sentence and the words that count', () => {
  const match = matchFinding('The park is free for foreign visitors.', [page]);
  expect(match).toEqual({
    kind: 'send-back',
    closest: 'The park is not free for foreign visitors.',
    missing: ['not'],
  });
});

test('a finding about something else is refused', () => {
  expect(matchFinding('Bananas are yellow.', [page])).toEqual({
    kind: 'refused',
    missing: ['Bananas', 'yellow'],
  });
});

test('a row says what its cells say under the names of their columns', () => {
  expect(matchFinding('Mount Kenya: height 5,199 m, prominence 3,825 m', [page])).toMatchObject({
    kind: 'close',
    quote: 'Mount Kenya | 5,199 | 3,825 | Kenya',
  });
  expect(matchFinding('Mount Kenya: height 3,825 m, prominence 5,199 m', [page]).kind).toBe('send-back');
});

test('of all labelled pairs none is recorded falsely, and under 3% of the true ones are refused', () => {
  const judged = judgeLabelledPairs();
  expect(judged.length).toBeGreaterThan(300);
  expect(judged.filter(({ isFalse }) => isFalse)).toEqual([]);
  const right = judged.filter(({ wanted }) => wanted === 'accept');
  const refused = right.filter(({ recorded }) => recorded === null);
  expect(refused.length).toBeLessThan(right.length * 0.03);
});

const words = [
  'the',
  'tower',
  'is',
  'not',
  'open',
  'in',
  'Paris',
  '12',
  'm',
  'high',
  '|',
  ',',
  '.',
  '\n',
  '5,895',
  '山',
  'если',
  '"',
  '(',
];

test('whatever the page and the finding, a quote is a piece of the page, and only proven findings have one', () => {
  const texts = fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((list) => list.join(' '));
  fc.assert(
    fc.property(texts, texts, (text, said) => {
      const match = matchFinding(said, [{ ...page, text }]);
      if (match.kind !== 'exact' && match.kind !== 'close') return;
      expect(text).toContain(match.quote);
      const numbers = match.text.match(/\d+/g) ?? [];
      for (const number of numbers) expect(`${match.quote} ${text}`).toContain(number);
    }),
    { numRuns: 300 },
  );
});

test('a sentence of the page, alone on its line, is always proven by itself', () => {
  const sentence = fc
    .array(fc.constantFrom('tower', 'opened', 'in', 'Paris', '12', 'not', 'old', 'may', '1889', 'the'), {
      minLength: 3,
      maxLength: 12,
    })
    .map((list) => `Harbour ${list.join(' ')}.`);
  fc.assert(
    fc.property(fc.array(sentence, { minLength: 1, maxLength: 6 }), (sentences) => {
      const shown = { ...page, text: sentences.join('\n') };
      for (const one of sentences)
        expect(matchFinding(one, [shown])).toMatchObject({ kind: 'exact', text: one });
    }),
    { numRuns: 150 },
  );
});

test('of two sentences that say the same, the one that was copied is quoted', () => {
  const shown = { ...page, text: 'Harbour in in Paris.\nHarbour the in Paris.' };
  for (const one of ['Harbour in in Paris.', 'Harbour the in Paris.'])
    expect(matchFinding(one, [shown])).toMatchObject({ kind: 'exact', quote: one });
});
