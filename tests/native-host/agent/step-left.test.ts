import { expect, test } from 'vitest';
import { startState } from '../../../native-host/agent/state.ts';
import { stepLeft, withStepTaken } from '../../../native-host/agent/step-left.ts';

const assignment = {
  objective: 'How tall is Mount Kilimanjaro in metres?',
  today: '2026-12-01',
  readOnly: true,
  acts: false,
  turnsMax: 100,
  promptTokensMax: 6_000,
  seal: 'abc',
  before: '',
  trusted: [],
};
const item = { n: 1, text: 'height of Mount Kilimanjaro', state: 'open', findings: [] } as const;
const links = [
  { n: 1, url: 'https://a.example/lakes', text: 'Lakes of Africa' },
  { n: 2, url: 'https://b.example/kili', text: 'Mount Kilimanjaro: height and routes' },
  { n: 3, url: 'https://c.example/kili', text: 'Mount Kilimanjaro in pictures' },
];
const page = {
  url: 'https://b.example/kili',
  title: 'Kilimanjaro',
  parts: ['one', 'two'],
  outline: [],
  links: [],
  controls: [],
  tables: [],
  cut: false,
  read: [1],
  part: 1,
  findingsBefore: 0,
};
const state = { ...startState(assignment, []), items: [item], links };

test.each([
  ['the likeliest result is opened', {}, { action: 'NAVIGATE', link: 2 }],
  ['not one that was visited', { visited: ['https://b.example/kili'] }, { action: 'NAVIGATE', link: 3 }],
  ['not one that failed', { failedVisits: ['https://b.example/kili'] }, { action: 'NAVIGATE', link: 3 }],
  ['what is open is read on first', { page }, { action: 'READ_MORE', part: null }],
  [
    'a page that was read whole is left',
    { page: { ...page, read: [1, 2] } },
    { action: 'NAVIGATE', link: 2 },
  ],
  ['nothing where nothing is open', { items: [{ ...item, state: 'found' as const }] }, null],
  ['nothing once something was done', { actsDone: 1 }, null],
  ['nothing where no link speaks of it', { links: links.slice(0, 1) }, null],
])('%s', (_what, changed, step) => {
  const left = stepLeft({ ...state, ...changed });
  if (step === null) expect(left).toBeNull();
  else expect(left).toMatchObject(step);
});

test('no run is carried on like that for long', () => {
  let current: Parameters<typeof stepLeft>[0] = state;
  let steps = 0;
  while (stepLeft(current) !== null && steps < 100) {
    current = { ...withStepTaken(current), turn: current.turn + 1 };
    steps += 1;
  }
  expect(steps).toBe(4);
});
