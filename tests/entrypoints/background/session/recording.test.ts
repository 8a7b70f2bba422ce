import { expect, test } from 'vitest';
import { Recording } from '../../../../entrypoints/background/session/recording.ts';
import { recordedActsMax } from '../../../../shared/recording.ts';

const target = { role: 'button', name: 'Save', tag: 'button', selectors: ['#save'] };
const click = { type: 'click', url: 'https://shop.example.com/', target };

async function started() {
  const told: string[] = [];
  const recording = new Recording({
    openTab: async () => 7,
    inject: async (tabId) => {
      told.push(`into ${tabId}`);
    },
    tell: ({ type, url }) => told.push(`${type} ${url}`),
    ended: (why) => told.push(why),
    report: () => told.push('reported'),
  });
  await recording.start('https://shop.example.com/');
  const line = { close: () => told.push('closed line') };
  recording.take(7, line);
  return { recording, told, line };
}

test('it begins with the address, and the page is listened to', async () => {
  const { told } = await started();
  expect(told).toEqual(['open https://shop.example.com/', 'into 7']);
});

test('another tab is neither listened to nor heard', async () => {
  const { recording, told } = await started();
  const line = { close: () => undefined };
  expect(recording.take(8, line)).toBe(false);
  expect(recording.take(undefined, line)).toBe(false);
  recording.hear(line, click);
  recording.loaded(8);
  recording.closed(8);
  expect(told).toHaveLength(2);
});

test('what is no act is reported and not told', async () => {
  const { recording, told, line } = await started();
  recording.hear(line, { ...click, selector: 'x' });
  expect(told.slice(2)).toEqual(['reported']);
});

test('an address that the person typed is an act, a link that she pressed is none', async () => {
  const { recording, told, line } = await started();
  recording.hear(line, click);
  const at = { tabId: 7, url: 'https://shop.example.com/two', qualifiers: [] };
  recording.navigated({ ...at, transition: 'link' });
  recording.navigated({ ...at, transition: 'typed' });
  expect(told.slice(2)).toEqual(['click https://shop.example.com/', 'open https://shop.example.com/two']);
});

test('a file is this tab’s when a click came right before', async () => {
  const { recording, told, line } = await started();
  recording.downloaded('a.pdf', 'https://shop.example.com/a.pdf');
  recording.hear(line, click);
  recording.downloaded('b.pdf', 'https://shop.example.com/b.pdf');
  expect(told.slice(2)).toEqual([
    'click https://shop.example.com/',
    'download https://shop.example.com/b.pdf',
  ]);
});

test.each([
  [
    'finished',
    (recording: Recording, line: { close: () => void }) => recording.hear(line, { type: 'finished' }),
  ],
  ['closed', (recording: Recording) => recording.closed(7)],
] as const)('it ends as %s, and nothing is heard afterwards', async (why, end) => {
  const { recording, told, line } = await started();
  end(recording, line);
  recording.hear(line, click);
  expect(told.slice(2)).toEqual(['closed line', why]);
});

test('it holds only so much', async () => {
  const { recording, told, line } = await started();
  for (let acts = 0; acts < recordedActsMax + 10; acts += 1) recording.hear(line, click);
  expect(told.filter((one) => one.startsWith('click'))).toHaveLength(recordedActsMax - 1);
  expect(told.at(-1)).toBe('full');
});

test('it follows into a page that a recorded one opens, and back', async () => {
  const { recording, told, line } = await started();
  recording.hear(line, click);
  recording.opened(7, 9, 'https://shop.example.com/pop');
  recording.opened(8, 10, 'https://other.example.com/');
  const other = { close: () => undefined };
  expect(recording.take(9, other)).toBe(true);
  expect(recording.take(10, other)).toBe(false);
  recording.hear(other, click);
  recording.hear(line, click);
  expect(told.slice(3)).toEqual([
    'opened https://shop.example.com/pop',
    'page https://shop.example.com/',
    'click https://shop.example.com/',
    'page https://shop.example.com/',
    'click https://shop.example.com/',
  ]);
});

test('it goes on while one of its pages is open', async () => {
  const { recording, told, line } = await started();
  recording.hear(line, click);
  recording.opened(7, 9, 'https://shop.example.com/pop');
  recording.closed(9);
  expect(told).not.toContain('closed');
  recording.closed(7);
  expect(told.at(-1)).toBe('closed');
});
