import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { keptMax, openHistory } from '../../../entrypoints/sidepanel/history.ts';
import { objectiveRun } from './objective-samples.ts';
import { sampleRun } from './samples.ts';

afterEach(() => openHistory().forget(null));

const at = (second: number) => new Date(Date.parse('2026-04-03T10:00:00Z') + second * 1000).toISOString();

test('what is kept is there for a panel that is opened later, the newest first', async () => {
  await openHistory().keep(sampleRun({ run_id: 'a', started_at: at(1) }), '# A');
  await openHistory().keep(objectiveRun({ run_id: 'b', started_at: at(2) }), '# B');
  const later = openHistory();
  expect(await later.list()).toMatchObject([
    { run_id: 'b', title: 'How tall is the tallest mountain in Africa, in metres and in feet?' },
    { run_id: 'a', title: 'Report' },
  ]);
  expect(await later.get('b')).toMatchObject({ run: { run_id: 'b' }, markdown: '# B' });
});

test('the same run is kept once, as it was last', async () => {
  const history = openHistory();
  await history.keep(sampleRun({ status: 'running' }), 'old');
  await history.keep(sampleRun({ status: 'succeeded' }), 'new');
  expect(await history.list()).toMatchObject([{ status: 'succeeded' }]);
  expect((await history.get('r1'))?.markdown).toBe('new');
});

test('one is forgotten, or all, with every word of them', async () => {
  const history = openHistory();
  await history.keep(sampleRun({ run_id: 'a' }), 'A');
  await history.keep(sampleRun({ run_id: 'b' }), 'B');
  await history.forget('a');
  expect(await history.get('a')).toBeNull();
  expect(await history.list()).toHaveLength(1);
  await history.forget(null);
  expect(await history.list()).toEqual([]);
  expect(await history.get('b')).toBeNull();
});

test('beyond so many the oldest go', async () => {
  const history = openHistory();
  for (let n = 0; n <= keptMax; n += 1) {
    await history.keep(sampleRun({ run_id: `r${n}`, started_at: at(n) }), `${n}`);
  }
  const kept = await history.list();
  expect(kept).toHaveLength(keptMax);
  expect(await history.get('r0')).toBeNull();
  expect(kept[0]?.run_id).toBe(`r${keptMax}`);
});
