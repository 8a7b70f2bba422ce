import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { EventLog, isRunId, makeRunId } from '../../../native-host/runs/event-log.ts';
import { bodies, runId, stamped } from './run-events.ts';

function testLog() {
  const folder = mkdtempSync(join(tmpdir(), 'localagent-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return { log: new EventLog(folder), file: join(folder, runId, 'events.jsonl') };
}

test('events come back as they were written, in a private file', () => {
  const { log, file } = testLog();
  const events = stamped(bodies());
  for (const event of events) log.append(event);
  expect(log.read(runId)).toEqual(events);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(log.read('20260630-101500-00000000')).toEqual([]);
});

test('a line that a crash cut off is left out, and the next one is whole', () => {
  const { log, file } = testLog();
  const events = stamped(bodies());
  for (const event of events.slice(0, 2)) log.append(event);
  appendFileSync(file, '{"type":"note","te');
  log.mend(runId);
  for (const event of events.slice(2, 3)) log.append(event);
  expect(log.read(runId)).toEqual(events.slice(0, 3));
  expect(readFileSync(file, 'utf8').endsWith('\n')).toBe(true);
});

test('run ids sort by time, and nothing else becomes a path', () => {
  const id = makeRunId(Date.parse('2026-06-30T10:15:00Z'), () => Uint8Array.of(0xba, 0xdc, 0xaf, 0xe0));
  expect(id).toBe('20260630-101500-badcafe0');
  expect(['../x', '', `${id}/..`, 'a'.repeat(24)].map(isRunId)).toEqual([false, false, false, false]);
  expect(() => testLog().log.folderOf('../x')).toThrow('not a run id');
});
