import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startKeeper } from '../../../../native-host/cli/wiring/start-keeper.ts';
import { fault } from '../../../../shared/faults.ts';
import { temporaryFolder } from '../../../fakes/temporary-folder.ts';

/** A program in the keeper's place that says this line and goes. */
function saying(line: string): string {
  const entry = join(temporaryFolder(), 'keeper.mjs');
  writeFileSync(entry, `process.stdout.write(${JSON.stringify(line)}.replace('PROFILE', process.argv[2]))`);
  return entry;
}

const start = (line: string) => startKeeper(saying(line), 'mine', process.env);

test('a keeper that is up tells the profile and what there is to know', async () => {
  const started = await start('{"profile":"PROFILE","notes":["A note."]}\n');
  expect(started).toMatchObject({ ok: true, value: { profile: 'mine', notes: ['A note.'] } });
});

test('a fault of the start comes through, and a profile that another has just opened is none', async () => {
  const none = fault('browser-gone', 'No browser was found.', 'Install one.');
  expect(await start(`${JSON.stringify({ fault: none })}\n`)).toEqual({ ok: false, fault: none });
  const open = fault('browser-gone', 'It is open.', 'Wait.', { in_use: true });
  expect(await start(`${JSON.stringify({ fault: open })}\n`)).toMatchObject({
    ok: true,
    value: { profile: 'mine', notes: [] },
  });
});

test('one that dies without a word is a fault that says where to look', async () => {
  expect(await start('Segmentation fault')).toMatchObject({
    ok: false,
    fault: {
      code: 'browser-gone',
      hint: expect.stringContaining('doctor'),
      detail: { told: 'Segmentation fault' },
    },
  });
  expect(await startKeeper('/nowhere/keeper.mjs', 'mine', process.env)).toMatchObject({ ok: false });
});
