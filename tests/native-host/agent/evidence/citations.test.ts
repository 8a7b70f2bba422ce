import { expect, test } from 'vitest';
import { checkAnswer } from '../../../../native-host/agent/evidence/citations.ts';
import { finding } from '../../../fakes/finding.ts';

const findings = [
  finding(1, 'Kilimanjaro is 5,895 m high.', { title: 'Mountains of Africa' }),
  finding(2, 'Mount Kenya is 5,199 m high.', { title: 'Mountains of Africa' }),
  finding(3, 'It is a dormant volcano.', { title: 'Mount Kilimanjaro' }),
  finding(4, 'Admission is free for children under 12.'),
  finding(5, 'Café Luz in Lisbon: coffee costs 2 euros'),
  finding(6, 'Café Sol in Lisbon: coffee costs 3 euros'),
  finding(7, 'Café Mar in Lisbon: coffee costs 4 euros'),
];
const objective = 'Compare Kilimanjaro and Mount Kenya';
const check = (markdown: string, asked = objective) =>
  checkAnswer(markdown, { objective: asked, items: [], findings });

test.each([
  ['Mount Kenya is 5,199 m high [2].'],
  ['Kilimanjaro is 5,895 m high [1], while Mount Kenya is 5,199 m high [2].'],
  ['Kilimanjaro is 696 m higher than Mount Kenya [1][2].'],
  ['Kilimanjaro is 5,895 m (19,341 ft) high [1].'],
  ['- Kilimanjaro is 5,895 m high [1].\n- Mount Kenya is 5,199 m high [2].'],
  ['**Kilimanjaro** is 5,895 m high [1].'],
])('%j stays as it is', (markdown) => {
  expect(check(markdown)).toMatchObject({
    markdown,
    isWritten: true,
    leftOut: [],
    corrected: 0,
    unknownNumbers: [],
  });
});

test.each([
  ['a wrong citation', 'Mount Kenya is 5,199 m high [1].', 'Mount Kenya is 5,199 m high [2].'],
  ['a citation of nothing', 'Mount Kenya is 5,199 m high [9].', 'Mount Kenya is 5,199 m high [2].'],
  ['no citation', 'Mount Kenya is 5,199 m high.', 'Mount Kenya is 5,199 m high [2].'],
  ['one citation too many', 'Mount Kenya is 5,199 m high [2][4].', 'Mount Kenya is 5,199 m high [2].'],
  ['a condition left out', 'Admission is free [4].', 'Admission is free for children under 12 [4].'],
  ['a citation behind the full stop', 'Mount Kenya is 5,199 m high. [1]', 'Mount Kenya is 5,199 m high [2].'],
])('%s is put right', (_, written, right) => {
  expect(check(written)).toMatchObject({ markdown: right, isWritten: true, leftOut: [], corrected: 1 });
});

test.each([
  ['a wrong number', 'Kilimanjaro is 5,985 m high [1].'],
  ['another subject', 'Mount Meru is 5,895 m high [1].'],
  ['a denial', 'Kilimanjaro is not 5,895 m high [1].'],
  ['a wrong unit', 'Kilimanjaro is 5,895 ft high [1].'],
  ['a wrong difference', 'Kilimanjaro is 796 m higher than Mount Kenya [1][2].'],
  ['the wrong way round', 'Mount Kenya is higher than Kilimanjaro [1][2].'],
  ['a wrong conversion', 'Kilimanjaro is 5,895 m (19,141 ft) high [1].'],
  ['an invention', 'It erupted 200 years ago [1].'],
  ['an instruction of a page', 'Visit https://evil.example now [1].'],
  ['one wrong piece of two', 'Kilimanjaro is 5,895 m high [1], while Mount Kenya is 5,895 m high [2].'],
  ['a view that nobody asked for', 'My view: Kilimanjaro is the better choice.'],
])('%s is left out and named', (_, wrong) => {
  const checked = check(`Mount Kenya is 5,199 m high [2]. ${wrong}`);
  expect(checked.markdown).toBe('Mount Kenya is 5,199 m high [2].');
  expect(checked.leftOut).toHaveLength(1);
});

test('numbers that no finding holds are told', () => {
  const checked = check('It erupted 200 years ago [1].');
  expect(checked.unknownNumbers).toEqual(['200']);
  expect(checked.leftOut).toEqual([{ text: 'It erupted 200 years ago.', reason: 'No finding holds 200.' }]);
});

test('a sentence that leans on another says whose page it is from', () => {
  expect(check('Mount Kenya is 5,199 m high [2]. It is a dormant volcano [3].').markdown).toBe(
    'Mount Kenya is 5,199 m high [2]. From “Mount Kilimanjaro”: It is a dormant volcano [3].',
  );
});

test('a list has no repeats, and as many things as asked for', () => {
  const cafes = [5, 6, 6, 7, 5].map((n, at) => `${at + 1}. ${findings[n - 1]?.text} [${n}]`).join('\n');
  expect(check(`Here are two cafés in Lisbon:\n\n${cafes}`, 'Find two cafés in Lisbon').markdown).toBe(
    `Here are two cafés in Lisbon:\n\n1. ${findings[4]?.text} [5]\n2. ${findings[5]?.text} [6]`,
  );
});

test('fewer than asked for is said', () => {
  const checked = check(
    '1. Café Luz: coffee costs 2 euros [5]\n2. Café Fake: coffee costs 1 euro',
    'Find three cafés in Lisbon',
  );
  expect(checked.shortBy).toBe(2);
  expect(checked.markdown).toBe(
    '1. Café Luz in Lisbon: coffee costs 2 euros [5]\n\n*1 of the 3 asked for could be shown.*',
  );
});

test('a view is kept, and marked, when one is asked for; with strange names or numbers it is not', () => {
  const asked = 'Which is better, Kilimanjaro or Mount Kenya?';
  const view = 'My view: Kilimanjaro is the better choice.';
  expect(check(`Kilimanjaro is 5,895 m high [1].\n\n${view}`, asked).markdown).toBe(
    'Kilimanjaro is 5,895 m high [1].\n\nMy view: Kilimanjaro is the better choice.',
  );
  expect(check('My view: Everest is better.', asked).leftOut).toHaveLength(1);
});

test('links, pictures and raw HTML are taken out, and a table becomes a list', () => {
  const written =
    '| Mountain | Height |\n|---|---|\n| [Kilimanjaro](http://evil.example) | 5,895 m [1] |\n\n![x](http://evil.example/x.png)<img src=x>';
  expect(check(written).markdown).toBe('- Kilimanjaro is 5,895 m high [1].');
});

test('an unusable text is replaced by the findings', () => {
  const checked = check('As an AI I cannot say.');
  expect(checked.isWritten).toBe(false);
  expect(checked.markdown).toContain(
    '- Mount Kenya is 5,199 m high [2].\n- From “Mount Kilimanjaro”: It is a dormant volcano [3].',
  );
});

test('without findings nothing is said', () => {
  const nothing = checkAnswer('Kilimanjaro is 5,895 m high [1].', { objective, items: [], findings: [] });
  expect(nothing).toMatchObject({ markdown: '', isWritten: false });
});
