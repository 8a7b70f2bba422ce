import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Item } from '../../../../entrypoints/background/driver/download-join.ts';
import { Downloads } from '../../../../entrypoints/background/driver/downloads.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const agents = 1;
const persons = 2;
const url = 'https://a.example/r.csv';
const signal = new AbortController().signal;

function setUp() {
  const items = new Map<number, Item>();
  const dropped: string[] = [];
  const refused: string[] = [];
  const downloads: Downloads = new Downloads({
    api: {
      download: async (options) => {
        downloads.created(add(90, options.url));
        return 90;
      },
      search: async ({ id }) => [items.get(id)].filter((item) => item !== undefined),
      cancel: async (id) => void dropped.push(`cancel ${id}`),
      removeFile: async (id) => void dropped.push(`remove ${id}`),
      erase: async ({ id }) => void dropped.push(`erase ${id}`),
    },
    isAgents: (tabId) => tabId === agents,
    onRefused: ({ filename }) => void refused.push(filename),
  });
  const add = (id: number, address: string, change: Partial<Item> = {}): Item => {
    const item = {
      id,
      url: address,
      finalUrl: address,
      referrer: '',
      filename: `/dl/${id}.csv`,
      mime: 'text/csv',
      state: 'complete',
      danger: 'safe',
      fileSize: 8,
      bytesReceived: 8,
      ...change,
    };
    items.set(id, item);
    return item;
  };
  return { downloads, add, dropped, refused };
}

test('the download that an act waits for is handed to it, and any further one is refused', async () => {
  const { downloads, add, dropped, refused } = setUp();
  const arm = downloads.arm(agents, 'https://a.example');
  downloads.created(add(5, url));
  downloads.begun(agents, url, 'report.csv');
  expect(arm.taken()).toEqual({ id: 5, filename: 'report.csv' });
  downloads.begun(agents, url, 'report.csv');
  downloads.created(add(6, url));
  await vi.advanceTimersByTimeAsync(10);
  expect(dropped).toEqual(['cancel 6', 'remove 6', 'erase 6']);
  expect(refused).toEqual(['report.csv']);
});

test('an act is told of the further files that it set off, and has those of tabs that its page opened', async () => {
  const { downloads, add } = setUp();
  const arm = downloads.arm(agents, 'https://a.example');
  arm.include(9);
  downloads.begun(9, url, 'inner.csv');
  downloads.created(add(5, url));
  expect(arm.taken()?.id).toBe(5);
  downloads.begun(agents, 'https://a.example/2', 'second.csv');
  downloads.created(add(6, 'https://a.example/2'));
  expect(arm.stopped()).toEqual(['second.csv']);
});

test('a name too long for a disk is shortened while an act waits, and left alone otherwise', () => {
  const { downloads, add } = setUp();
  const long = add(5, url, { filename: `${'x'.repeat(300)}.csv` });
  expect(downloads.fittingName(long)).toBeNull();
  const arm = downloads.arm(agents, 'https://a.example');
  expect(downloads.fittingName(add(6, url))).toBeNull();
  expect(downloads.fittingName(long)).toMatch(/^x{196}\.csv$/);
  arm.disarm();
  expect(downloads.fittingName(long)).toBeNull();
});

test("what nobody waits for is refused in the agent's pages and left alone in the person's", async () => {
  const { downloads, add, dropped } = setUp();
  downloads.begun(persons, url, 'mine.csv');
  downloads.created(add(1, url));
  downloads.created(add(2, 'https://b.example/unknown.csv'));
  downloads.opened(agents, 'https://c.example/tab.csv');
  downloads.created(add(3, 'https://c.example/tab.csv', { state: 'in_progress' }));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(dropped).toEqual(['cancel 3', 'erase 3']);
});

test('what an act fetched by its address is its own, and no click is blamed for it', async () => {
  const { downloads, dropped } = setUp();
  const taken = await downloads.start(url);
  downloads.begun(agents, url, 'report.csv');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(dropped).toEqual([]);
  expect(await downloads.finish(taken, Date.now() + 1_000, signal)).toMatchObject({
    name: '90.csv',
    path: '/dl/90.csv',
    bytes: 8,
  });
});

test('a download that no page is told of goes to the act that waits on its site', async () => {
  const { downloads, add } = setUp();
  const other = downloads.arm(7, 'https://b.example');
  const arm = downloads.arm(agents, 'https://a.example');
  downloads.created(add(5, 'https://cdn.example/x', { referrer: 'https://a.example/list' }));
  await vi.advanceTimersByTimeAsync(1_100);
  expect([other.taken(), arm.taken()?.id]).toEqual([null, 5]);
});

test.each([
  ['interrupted', { state: 'interrupted', error: 'NETWORK_FAILED' }, 'not-found'],
  ['dangerous', { state: 'in_progress', danger: 'file' }, 'denied'],
  ['waiting for a person to choose its place', { state: 'in_progress', filename: '' }, 'asks a person'],
  [
    'refused a place by nobody',
    { state: 'interrupted', filename: '', error: 'USER_CANCELED' },
    'asks a person',
  ],
  ['not complete in time', { state: 'in_progress' }, 'timeout'],
])('a file that is %s is no result', async (_what, change, code) => {
  const { downloads, add } = setUp();
  const { id } = add(5, url, change);
  const work = downloads.finish({ id, filename: null }, Date.now() + 6_000, signal);
  const outcome = expect(work).rejects.toThrow(code);
  await vi.advanceTimersByTimeAsync(10_000);
  await outcome;
});

test('a file that a launcher named by a bare id has the name of its address', async () => {
  const { downloads, add } = setUp();
  const { id } = add(5, 'https://a.example/files/r%20.csv?x=1', {
    filename: '/pw/b4620eac-8b6b-4f60-a332-874937548bf0',
  });
  expect((await downloads.finish({ id, filename: null }, Date.now() + 500, signal)).name).toBe('r%20.csv');
  expect((await downloads.finish({ id, filename: 'told.csv' }, Date.now() + 500, signal)).name).toBe(
    'told.csv',
  );
});
