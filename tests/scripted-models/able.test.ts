import { expect, test } from 'vitest';
import { able, ableProposal } from './able.ts';
import { assistant, opening, page, results, system, user } from './prompts.ts';
import { readPrompt, type Said } from './read-prompt.ts';
import type { Understanding } from './understanding.ts';

const tower: Understanding = {
  objective: 'How tall is the Larkstadt tower, in metres and feet?',
  query: 'Larkstadt tower height',
  wants: [
    { item: 'height of the Larkstadt tower in metres', says: [/tower/, /\d ?m\b/] },
    { item: 'height of the Larkstadt tower in feet', says: [/\d ?ft\b/] },
  ],
};
const start = [system, opening(tower.objective)];
const items =
  'ITEMS: 1 [open] height of the Larkstadt tower in metres · 2 [open] height of the Larkstadt tower in feet';
const search = assistant({ found: [], action: 'SEARCH', why: '', query: tower.query });
const hits = results(tower.query, [
  [1, 'Shocking news — daily.example', 'Towers of Larkstadt'],
  [2, 'Larkstadt tower — lexicon.example', 'Height of the tower'],
]);
const propose = (understood: Understanding, ...prompt: readonly Said[]) =>
  ableProposal(readPrompt(prompt), understood);

test('it begins with a search and a checklist', () => {
  expect(propose(tower, ...start)).toMatchObject({
    action: 'SEARCH',
    checklist: tower.wants.map(({ item }) => item),
  });
});

test('it opens the likeliest result, and no item is listed twice', () => {
  const proposal = propose(tower, ...start, search, user('DONE: searched.', items, hits));
  expect(proposal).toMatchObject({ action: 'NAVIGATE', link: 2, found: [] });
  expect(proposal.checklist).toBeUndefined();
});

test('it copies the sentence that answers, and finishes when all is answered', () => {
  const opened = assistant({ found: [], action: 'NAVIGATE', why: '', link: 2 });
  const prompt = [...start, search, user('DONE', items, hits), opened];
  const both = page(
    'Larkstadt tower',
    'https://lexicon.example/t',
    'Old. The tower is 51 m (167 ft) tall. It is red.',
  );
  expect(propose(tower, ...prompt, user('DONE', both))).toMatchObject({
    action: 'FINISH',
    found: [{ text: 'The tower is 51 m (167 ft) tall.', items: [1, 2] }],
  });
  const half = page(
    'Larkstadt tower',
    'https://lexicon.example/t',
    'The tower is 51 m tall.',
    ['OUTLINE: 1 Name · 2* Height in feet'],
    '1 of 2 (parts read: 1)',
  );
  expect(propose(tower, ...prompt, user('DONE', half))).toMatchObject({
    action: 'READ_MORE',
    part: 2,
    found: [{ text: 'The tower is 51 m tall.', items: [1] }],
  });
});

test('what nobody says it looks for elsewhere, and in the end reports as missing', () => {
  const opened = assistant({ found: [], action: 'NAVIGATE', why: '', link: 2 });
  const empty = page('Larkstadt tower', 'https://lexicon.example/t', 'The tower is red.');
  const prompt = [...start, search, user('DONE', items, hits), opened, user('DONE', empty)];
  const other = propose(tower, ...prompt);
  expect(other.action).not.toBe('FINISH');
  const tried = [
    ...prompt,
    assistant({ found: [], action: 'NAVIGATE', why: '', link: 1 }),
    user('DONE', empty),
    assistant({ found: [], action: 'SEARCH', why: '', query: tower.wants[0]?.item }),
    user('DONE: nothing was found.'),
  ];
  expect(propose(tower, ...tried)).toMatchObject({ action: 'FINISH', missing: [1, 2] });
});

test('it fills by label, presses by name, records what confirms, and does each once', () => {
  const understood: Understanding = {
    objective: 'Register Ada.',
    query: 'register',
    url: 'https://club.example/join',
    wants: [{ item: 'Ada registered', says: [/Welcome/] }],
    steps: [
      { do: 'fill', label: /name/i, value: 'Ada' },
      { do: 'click', name: 'join' },
      { do: 'confirm', item: 1, says: /Welcome/ },
    ],
  };
  const shown = page('Club', 'https://club.example/join', 'Join us.', [
    'CONTROLS: (1) button "Delete all" · (2) textbox "Name" = "" · (3) button "Join"',
  ]);
  const open = propose(understood, system, opening(understood.objective));
  expect(open).toMatchObject({ action: 'NAVIGATE', url: understood.url });
  const one = [system, opening(understood.objective), assistant(open), user('DONE', shown)];
  const fill = propose(understood, ...one);
  expect(fill).toMatchObject({ action: 'FILL', control: 2, value: 'Ada' });
  const two = [...one, assistant(fill), user('DONE: filled.', 'The page shows no change.')];
  const click = propose(understood, ...two);
  expect(click).toMatchObject({ action: 'CLICK', control: 3 });
  const done = page('Club', 'https://club.example/joined', 'Welcome, Ada.');
  expect(propose(understood, ...two, assistant(click), user('DONE', done))).toMatchObject({
    action: 'FINISH',
    found: [{ text: 'Welcome, Ada.', items: [1] }],
  });
});

test('it chooses the cheapest over all pages and goes back to where it was', () => {
  const understood: Understanding = {
    objective: 'Put the cheapest tea into the basket.',
    query: 'tea',
    url: 'https://tea.example/1',
    wants: [{ item: 'cheapest tea', says: [/Tea/] }],
    steps: [
      { do: 'choose', lines: /(?<name>Tea \w+): (?<price>[\d.]+) €/ },
      { do: 'click', name: 'add {name}' },
    ],
  };
  const first = page('Tea 1', 'https://tea.example/1', 'Tea Red: 3.20 €\nTea Blue: 2.90 €', [
    'LINKS: [1] Next page',
    'CONTROLS: (1) button "Add Tea Red" · (2) button "Add Tea Blue"',
  ]);
  const second = page('Tea 2', 'https://tea.example/2', 'Tea Green: 4.10 €', [
    'CONTROLS: (3) button "Add Tea Green"',
  ]);
  const one = [
    system,
    opening(understood.objective),
    assistant({ found: [], action: 'NAVIGATE', why: '', url: understood.url }),
    user('DONE', first),
  ];
  const next = propose(understood, ...one);
  expect(next).toMatchObject({ action: 'NAVIGATE', link: 1 });
  const two = [...one, assistant(next), user('DONE', second)];
  const back = propose(understood, ...two);
  expect(back).toMatchObject({
    action: 'NAVIGATE',
    url: 'https://tea.example/1',
    found: [{ text: 'Tea Blue: 2.90 €' }],
  });
  expect(propose(understood, ...two, assistant(back), user('DONE', first))).toMatchObject({
    action: 'CLICK',
    control: 2,
  });
});

test('it writes what the findings say, each with its number', () => {
  const facts = `OBJECTIVE: ${tower.objective}\nITEMS:\n1. x\nFINDINGS:\n[1] "The tower is 51 m (167 ft) tall." (Tower)\n[2] "Nothing to do with it." (Other)`;
  const text = able(readPrompt([system, { role: 'user', content: `${facts}\nWrite the answer.` }]), tower);
  expect(text).toBe('The tower is 51 m (167 ft) tall [1].');
});
