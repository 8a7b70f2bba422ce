import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../native-host/io/database.ts';
import { ActiveRuns, type RunEnd, type RunWork } from '../../../native-host/runs/active-runs.ts';
import { EventLog } from '../../../native-host/runs/event-log.ts';
import { RunStore } from '../../../native-host/runs/run-store.ts';
import { fault } from '../../../shared/faults.ts';
import { newObjective } from '../../../shared/objective.ts';
import type { RunEvent } from '../../../shared/run.ts';
import { bodies, receipt, startedRun } from './run-events.ts';

const succeeded: RunEnd = { status: 'succeeded', output: { a: 1, gone: undefined }, fault: null };

function house() {
  const folder = mkdtempSync(join(tmpdir(), 'localagent-runs-'));
  const database = openDatabase(join(folder, 'localagent.db'));
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  const published: RunEvent[] = [];
  const bugs: unknown[] = [];
  let at = Date.parse('2026-06-30T10:15:00Z');
  // Two processes one after the other, over the same folder.
  const open = () =>
    new ActiveRuns({
      store: new RunStore(database),
      log: new EventLog(join(folder, 'runs')),
      now: () => {
        at += 100;
        return at;
      },
      redact: (event) => JSON.parse(JSON.stringify(event).replaceAll('hunter2', '[secret:x]')),
      research: (run, events) => ({
        markdown: `# ${run.objective?.text}: ${run.status}, ${run.objective?.findings.length} found\n`,
        log: `${events.length} events\n`,
        json: { status: run.status },
      }),
      publish: (event) => void published.push(event),
      onEnd: () => {},
      onBug: (error) => void bugs.push(error),
    });
  return { open, published, bugs, folder };
}

function work(runs: ActiveRuns, execute: RunWork['execute']): RunWork {
  return { view: { ...startedRun(), run_id: runs.newId() }, plan: [], execute };
}

test('a run is streamed, stored and ends with a report', async () => {
  const { open, published, bugs } = house();
  const runs = open();
  const { run_id: runId, done } = runs.start(
    work(runs, async (emit) => {
      for (const body of bodies().slice(3, 9)) emit(body);
      return succeeded;
    }),
  );
  expect(runs.current.map(({ run_id }) => run_id)).toEqual([runId]);
  const view = await done;
  expect(view).toMatchObject({ status: 'succeeded', output: { a: 1 }, fault: null });
  expect(view.files.map(({ state }) => state)).toEqual(['filed']);
  expect(view.report !== null && readFileSync(view.report, 'utf8')).toContain('# Small job: succeeded');
  expect(existsSync(String(view.report).replace('.md', '.json'))).toBe(true);
  expect(runs.events(runId)).toEqual(published);
  expect(published.map(({ seq }) => seq)).toEqual(published.map((_, index) => index));
  expect(runs.get(runId)).toEqual(view);
  expect([runs.current, bugs]).toEqual([[], []]);
});

test('cancel stops a run once, and it still has its report', async () => {
  const { open } = house();
  const runs = open();
  const { run_id: runId, done } = runs.start(
    work(runs, async (_emit, signal) => {
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      return {
        status: 'cancelled',
        output: null,
        fault: { code: 'cancelled', message: 'Stopped.', hint: '' },
      };
    }),
  );
  expect([runs.cancel(runId), runs.cancel(runId), runs.cancel('none')]).toEqual([true, false, false]);
  expect((await done).status).toBe('cancelled');
  expect(runs.report(runId)).toContain('# Small job: stopped');
});

test('a bug in the work ends the run as failed, with a report and without its words', async () => {
  const { open, bugs } = house();
  const runs = open();
  const { done } = runs.start(work(runs, () => Promise.reject(new TypeError('x is undefined'))));
  const view = await done;
  expect(view).toMatchObject({ status: 'failed', fault: { code: 'internal' } });
  expect(JSON.stringify(view)).not.toContain('undefined');
  expect(bugs).toHaveLength(1);
});

test('several runs go on at once and do not mix', async () => {
  const { open } = house();
  const runs = open();
  const started = ['one', 'two', 'three'].map((text) =>
    runs.start(
      work(runs, async (emit) => {
        await Promise.resolve();
        emit({ type: 'note', text });
        return succeeded;
      }),
    ),
  );
  await Promise.all(started.map(({ done }) => done));
  const notes = started.map(({ run_id }) =>
    runs.events(run_id).flatMap((event) => (event.type === 'note' ? [event.text] : [])),
  );
  expect(notes).toEqual([['one'], ['two'], ['three']]);
  expect(runs.list(2)).toHaveLength(2);
});

test('secrets are taken out before anything is written or published', async () => {
  const { open, published, folder } = house();
  const runs = open();
  const { run_id: runId, done } = runs.start(
    work(runs, async (emit) => {
      emit({ type: 'note', text: 'the page shows hunter2' });
      return { ...succeeded, output: { shown: 'hunter2' } };
    }),
  );
  const view = await done;
  const everything = ['events.jsonl', 'report.md', 'report.json']
    .map((name) => readFileSync(join(folder, 'runs', runId, name), 'utf8'))
    .join('');
  expect(`${everything}${JSON.stringify([published, view, runs.list(9)])}`).not.toContain('hunter2');
  expect(everything).toContain('[secret:x]');
});

test('after a crash a run that went on is ended, by what the ledger knows, with a report', async () => {
  const { open } = house();
  const before = open();
  const never = (): Promise<RunEnd> => new Promise(() => {});
  const ids = [1, 2].map(() => before.start(work(before, never)).run_id);
  const [unknown = '', other = ''] = ids;
  const lost = receipt({
    call_id: 'lost',
    run_id: unknown,
    target: 'button "Pay"',
    domain: 'unknown',
    fault: fault('outcome-unknown', 'It was under way.', 'Look.'),
  });
  const after = open();
  const ended = after.recover((run_id) => (run_id === unknown ? [lost] : []));
  expect(new Map(ended.map(({ run_id, status }) => [run_id, status]))).toEqual(
    new Map([
      [unknown, 'outcome_unknown'],
      [other, 'failed'],
    ]),
  );
  for (const { report } of ended) expect(report !== null && existsSync(report)).toBe(true);
  expect(after.report(unknown)).toContain('whether it took effect is not known');
  expect(after.report(unknown)).toContain('button "Pay"');
  expect(after.recover(() => [])).toEqual([]);
});

const objective = newObjective({
  text: 'How high is it?',
  follows: null,
  model: { provider: 'paper', name: 'paper', remote: false },
  read_only: false,
  turns_max: 100,
});

test('an objective run has the report of research, with its log and its JSON', async () => {
  const { open, bugs } = house();
  const runs = open();
  const view = { ...startedRun(), run_id: runs.newId(), objective };
  const { done } = runs.start({ view, plan: [], execute: async () => succeeded });
  const ended = await done;
  expect(ended.report).toMatch(/research_report\.md$/);
  expect(readFileSync(String(ended.report), 'utf8')).toBe('# How high is it?: succeeded, 0 found\n');
  expect(readFileSync(join(dirname(String(ended.report)), 'research_log.txt'), 'utf8')).toBe('2 events\n');
  expect(existsSync(join(dirname(String(ended.report)), 'report.md'))).toBe(false);
  expect(runs.report(ended.run_id)).toContain('succeeded');
  expect(bugs).toEqual([]);
});

test('an objective run that a crash cut off gets that report from its events', () => {
  const { open, bugs } = house();
  const runs = open();
  const url = 'https://a.test/';
  const finding = {
    n: 1,
    text: 'It is high.',
    quote: 'It is high.',
    url,
    link: url,
    title: 'A',
    part: 1,
    turn: 1,
    items: [],
  };
  runs.start({
    view: { ...startedRun(), run_id: runs.newId(), objective },
    plan: [],
    execute: (emit) => {
      emit({ type: 'finding.recorded', finding });
      return new Promise(() => {});
    },
  });
  const [view] = open().recover(() => []);
  expect(view).toMatchObject({ status: 'failed', fault: { code: 'internal' } });
  expect(readFileSync(String(view?.report), 'utf8')).toBe('# How high is it?: failed, 1 found\n');
  expect(bugs).toEqual([]);
});
