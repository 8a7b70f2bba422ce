import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RunReport } from '../../native-host/runs/report.ts';
import { type CrashRig, type Row, startCrashRig, type Victim } from './crash-rig.ts';
import { until } from './rig.ts';

// Goal: whichever of the four processes is killed at whichever moment of an act, nothing takes effect without a row on disk
// before it, nothing is done twice, and the run ends with a report that says what is known. The portal's log is the oracle.
//
// Two acts are cut: the click that opens the page's question, and the answer to it, which is what the portal gets.
// A run whose authority lives goes on where it can: a relay or worker that died before the act began costs a second
// proposal, one that died after its end costs nothing. Every round's run is also the later run of the round before.

/** How often each combination is tried. One round takes about three seconds. */
const rounds = Number(process.env['LOCALAGENT_CRASH_ROUNDS'] ?? 1);
const patienceMs = 20_000;

const points = ['before-intent', 'after-intent', 'after-dispatch', 'before-outcome'] as const;
type Point = (typeof points)[number];
const acts = {
  answer: { tool: 'handle_dialog', target: '' },
  click: { tool: 'click', target: 'Prepare report' },
} as const;
type Act = keyof typeof acts;

/** How the run must end, and how many preparations must have reached the portal. */
type End = Readonly<{ status: 'succeeded' | 'failed' | 'outcome_unknown'; preparations: number }>;
const goesOn: End = { status: 'succeeded', preparations: 1 };
const nothingDone: End = { status: 'failed', preparations: 0 };
const unknownNotDone: End = { status: 'outcome_unknown', preparations: 0 };
const unknownDone: End = { status: 'outcome_unknown', preparations: 1 };
const doneThenFailed: End = { status: 'failed', preparations: 1 };

/**
 * An act is over in a moment, so a worker or browser that is killed after its dispatch may have ended it before, or not have
 * begun it: then several ends are right, and the last row of the act in the ledger says which.
 */
type Ends = End | Readonly<Partial<Record<'completed' | 'outcome_unknown' | 'failed', End>>>;

const ends: Readonly<Record<Victim, Readonly<Record<Act, Readonly<Record<Point, Ends>>>>>> = {
  relay: {
    // The worker lives and keeps the outcome for whoever asks.
    answer: each(goesOn),
    click: each(goesOn),
  },
  worker: {
    // Cut in the middle: the next worker knows that it was begun, and nobody knows how far it came.
    answer: { ...each(goesOn), 'after-dispatch': { completed: goesOn, outcome_unknown: unknownDone } },
    click: { ...each(goesOn), 'after-dispatch': { completed: goesOn, outcome_unknown: unknownNotDone } },
  },
  authority: {
    // The next authority ends the run by what the ledger holds.
    answer: {
      'before-intent': nothingDone,
      'after-intent': unknownNotDone,
      'after-dispatch': unknownDone,
      'before-outcome': unknownDone,
    },
    click: { ...each(unknownNotDone), 'before-intent': nothingDone },
  },
  browser: {
    // Its page is gone with it, so the run cannot go on; what was not sent is known not to have happened.
    answer: {
      'before-intent': nothingDone,
      'after-intent': nothingDone,
      // The portal has it, so a row that says that it never began would be wrong.
      'after-dispatch': { completed: doneThenFailed, outcome_unknown: unknownDone },
      'before-outcome': doneThenFailed,
    },
    click: {
      ...each(nothingDone),
      'after-dispatch': { completed: nothingDone, failed: nothingDone, outcome_unknown: unknownNotDone },
    },
  },
};

const exitCodes = { succeeded: 0, failed: 1, outcome_unknown: 4 } as const;

let crash: CrashRig;

beforeAll(async () => {
  crash = await startCrashRig();
  expect((await crash.run('sign-in')).document.status).toBe('succeeded');
});

afterAll(async () => {
  await crash[Symbol.asyncDispose]();
});

for (const victim of ['relay', 'worker', 'authority', 'browser'] as const) {
  for (const [act, point] of combinations()) {
    test.each(numbers(rounds))(`${victim} killed ${point} of the ${act} (%i)`, async () => {
      await cutShort({ victim, act, point, alone: false });
    });
  }

  test(`after every kill of the ${victim} a later run works, and the ledger verifies`, async () => {
    const later = await crash.run('look');
    expect(later.document).toMatchObject({ status: 'succeeded', ledger: { verified: true } });
    expect((await crash.rig.home.run(['ledger', 'verify'])).code).toBe(0);
  });
}

if (rounds > 1) {
  test('a worker whose only page waits with a question is back by its alarm, and the run goes on', async () => {
    await crash.kill('browser');
    await crash.startBrowser();
    expect((await crash.run('sign-in')).document.status).toBe('succeeded');
    await cutShort({ victim: 'worker', act: 'answer', point: 'before-intent', alone: true });
  });
}

/** In CI the answer at every point, and the click where its own outcome is at stake; else both at every point. */
function combinations(): readonly (readonly [Act, Point])[] {
  const answers = points.map((point) => ['answer', point] as const);
  const clicked = rounds > 1 ? points : (['after-dispatch', 'before-outcome'] as const);
  return [...answers, ...clicked.map((point) => ['click', point] as const)];
}

type Cut = Readonly<{
  victim: Victim;
  act: Act;
  point: Point;
  /** No page is open but the run's own. */
  alone: boolean;
}>;

async function cutShort({ victim, act, point, alone }: Cut): Promise<void> {
  // A page that is blocked by its own question cannot wake a dead worker; any other page of ours can.
  if (victim === 'worker' && !alone) await crash.keepCompany();
  const before = crash.preparations.length;
  // The portal has the answer, and the page waits for what the portal says: the act is under way.
  const holds = act === 'answer' && point === 'after-dispatch';
  if (holds) crash.door.hold();
  crash.arm({ point, ...acts[act] });
  const running = crash.run('prepare');
  await crash.reached();
  if (holds) await until('the preparation', patienceMs, () => crash.preparations.length > before);
  await crash.kill(victim);
  crash.letGo();
  crash.door.release();
  if (victim === 'browser') await crash.startBrowser();
  const { code, document } = await running;
  await crash.joined();

  const rows = crash.rows(document.run_id);
  const made = crash.preparations.slice(before);
  const expected = endOf(ends[victim][act][point], rows, acts[act].tool);
  expect({ status: document.status, preparations: made.length }).toEqual(expected);
  expect(code).toBe(exitCodes[expected.status]);
  expect(document.ledger.verified).toBe(true);
  expectIntentBefore(made, rows);
  expectNothingTwice(rows);
  expectReport(document.report, expected, victim);
  if (victim === 'browser') expect((await crash.run('sign-in')).document.status).toBe('succeeded');
}

function endOf(either: Ends, rows: readonly Row[], tool: string): End {
  if ('status' in either) return either;
  const last = rows.findLast((row) => row.tool === tool)?.event;
  const end = Object.entries(either).find(([event]) => event === last)?.[1];
  if (end === undefined) throw new Error(`the ${tool} was under way, and its last row says ${last}`);
  return end;
}

/** Whatever reached the portal has a `started` row of this run that is no younger. */
function expectIntentBefore(made: readonly string[], rows: readonly Row[]): void {
  const intents = rows.filter(({ tool, event }) => tool === 'handle_dialog' && event === 'started');
  for (const at of made) expect(intents.some((intent) => intent.at <= at)).toBe(true);
}

/** Each started call has one end; after an act that was done, or may have been, the same act is not started again. */
function expectNothingTwice(rows: readonly Row[]): void {
  for (const tool of ['click', 'handle_dialog']) {
    const started = rows.filter((row) => row.tool === tool && row.event === 'started');
    const endings = started.map(({ call_id, seq }) =>
      rows.filter((row) => row.call_id === call_id && row.seq > seq).map(({ event }) => event),
    );
    for (const ending of endings) expect(ending).toHaveLength(1);
    for (const ending of endings.slice(0, -1)) expect(ending).toEqual(['failed']);
  }
}

/** The report says how the run ended and what was lost, and names the act of which nothing more is known. */
function expectReport(file: string | null, { status }: End, victim: Victim): void {
  if (file === null || !existsSync(file)) throw new Error('the run has no report');
  const report = RunReport.parse(JSON.parse(readFileSync(join(dirname(file), 'report.json'), 'utf8')));
  expect(report.status).toBe(status);
  const lost = victim === 'authority' ? 'LocalAgent was ended' : 'browser';
  if (status === 'succeeded') expect(report.fault).toBeNull();
  else expect(report.fault?.message).toContain(lost);
  const text = readFileSync(file, 'utf8');
  expect(text.includes('## What went wrong')).toBe(status !== 'succeeded');
  const unknown = report.remarks.filter(({ fault }) => fault?.code === 'outcome-unknown');
  expect(unknown).toHaveLength(status === 'outcome_unknown' ? 1 : 0);
}

function each(end: End): Readonly<Record<Point, End>> {
  return { 'before-intent': end, 'after-intent': end, 'after-dispatch': end, 'before-outcome': end };
}

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
