import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pausePoint } from '../../../native-host/authority/pause-point.ts';

test('without a folder there is none', () => {
  expect(pausePoint('')).toBeNull();
});

test('it waits at the named point of the named act, once, until it may go on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pause-'));
  const mark = join(folder, 'reached');
  const act = { tool: 'click', target: 'button "Prepare report"' };
  const reached = pausePoint(folder);
  await reached?.('after-intent', act);
  writeFileSync(join(folder, 'pause.json'), '{"point":"after-intent","tool":"click","target":"Prepare"}');
  await reached?.('before-intent', act);
  await reached?.('after-intent', { ...act, tool: 'hover' });
  await reached?.('after-intent', { ...act, target: 'button "Sign in"' });
  expect(existsSync(mark)).toBe(false);
  const waiting = reached?.('after-intent', act);
  expect(existsSync(mark)).toBe(true);
  rmSync(mark);
  await waiting;
  await reached?.('after-intent', act);
  expect(existsSync(mark)).toBe(false);
  rmSync(folder, { recursive: true });
});

test('a wish that is not understood is an error and no pause', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pause-'));
  writeFileSync(join(folder, 'pause.json'), '{"point":"somewhere"}');
  await expect(pausePoint(folder)?.('after-intent', { tool: 'click', target: '' })).rejects.toThrow();
  rmSync(folder, { recursive: true });
});
