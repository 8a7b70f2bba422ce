import { expect, test } from 'vitest';
import { Journal } from '../../../../entrypoints/background/driver/journal.ts';
import { replay } from '../../../../entrypoints/background/driver/replay.ts';
import { fault } from '../../../../shared/faults.ts';
import { fakeStorage } from '../../../fakes/chrome.ts';

const outcome = {
  page: null,
  caused: { navigated: false, opened: [], dialog: null, download: null },
  result: { delivered: true },
  observed: null,
  verified: false,
};

test('done and failed are given again, also by a later worker', async () => {
  const [session, local] = [fakeStorage(), fakeStorage()];
  const first = new Journal(session, local, 'boot-1');
  const problem = fault('not-found', 'nothing there', '');
  await first.begin('a');
  expect(await first.know('a')).toMatchObject({ state: 'running' });
  await first.done('a', outcome);
  await first.begin('b');
  await first.failed('b', problem);
  const second = new Journal(session, local, 'boot-2');
  expect(await replay(second, 'a')).toEqual({ state: 'done', outcome, fault: null });
  expect(await replay(second, 'b')).toEqual({ state: 'failed', outcome: null, fault: problem });
});

test('what a dead worker had begun is interrupted, for every later worker', async () => {
  const [session, local] = [fakeStorage(), fakeStorage()];
  await new Journal(session, local, 'boot-1').begin('a');
  expect(await new Journal(session, local, 'boot-1').know('a')).toMatchObject({ state: 'running' });
  for (const boot of ['boot-2', 'boot-3']) {
    expect((await replay(new Journal(session, local, boot), 'a')).state).toBe('interrupted');
  }
});

test('what was begun in a browser that has ended is interrupted, never never-seen', async () => {
  const local = fakeStorage();
  const before = new Journal(fakeStorage(), local, 'boot-1');
  await before.begin('a');
  await before.done('a', outcome);
  expect((await replay(new Journal(fakeStorage(), local, 'boot-2'), 'a')).state).toBe('interrupted');
});

test('a ticket that was asked about before it came is used up', async () => {
  const journal = new Journal(fakeStorage(), fakeStorage(), 'boot-1');
  expect(await replay(journal, 'a')).toEqual({ state: 'never-seen', outcome: null, fault: null });
  expect(await journal.know('a')).toMatchObject({ state: 'failed', fault: { code: 'permit-mismatch' } });
});

test('a long outcome is known to be done, and not kept', async () => {
  const journal = new Journal(fakeStorage(), fakeStorage(), 'boot-1');
  await journal.begin('a');
  await journal.done('a', { ...outcome, result: { value: 'x'.repeat(50_000) } });
  expect(await replay(journal, 'a')).toEqual({ state: 'done', outcome: null, fault: null });
});

test('the last 256 tickets are kept', async () => {
  const session = fakeStorage();
  const journal = new Journal(session, fakeStorage(), 'boot-1');
  for (let n = 0; n < 300; n++) await journal.begin(`t${n}`);
  const kept = [...session.items.keys()].filter((key) => key.startsWith('ticket:'));
  expect(kept).toHaveLength(256);
  expect(await journal.know('t299')).toMatchObject({ state: 'running' });
});

test('a ticket is taken once, and not after it was asked about', async () => {
  const journal = new Journal(fakeStorage(), fakeStorage(), 'boot-1');
  const both = await Promise.all([journal.begin('a'), journal.begin('a')]);
  expect(both).toEqual([true, false]);
  const [asked, begun] = await Promise.all([replay(journal, 'b'), journal.begin('b')]);
  expect(asked.state).toBe('never-seen');
  expect(begun).toBe(false);
});
