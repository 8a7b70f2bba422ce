import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { JobOutput } from '../../native-host/jobs/outcome.ts';
import { emulatorPython, startAwsEmulator } from '../e2e/aws-emulator.ts';
import { Home } from '../e2e/command-line.ts';
import { policyText, until } from '../e2e/rig.ts';
import { JobMachine } from './jobs/job-machine.ts';
import { serveOrderSite } from './jobs/order-site.ts';
import { signedOrderTemplate } from './jobs/order-template.ts';
import { type JobMemory, memoryOf } from './jobs/process-memory.ts';
import { jobsOf } from './jobs/worker-story.ts';
import { printTable } from './print-table.ts';
import { isFlat } from './soak/memory.ts';

// `npm run bench:jobs -- [--jobs 200]`: one state machine hands jobs to two workers with a headless browser each. Every tenth
// job is sent twice. The site counts what was done: every order once, none lost, none doubled. Fails when that is not so,
// when memory grows, or when an answer is missing.

const workerCount = 2;
const twiceEvery = 10;
const sampleMs = 5_000;
/** Milliseconds that the whole may take for each job; a machine that is busy with other work needs several times the usual. */
const jobMsMax = 30_000;

const { values } = parseArgs({ options: { jobs: { type: 'string', default: '200' } } });
const jobs = Number(values.jobs);
if (!Number.isInteger(jobs) || jobs < 1 || jobs > 10_000)
  throw new Error('--jobs wants a number from 1 to 10000');
if (emulatorPython === null) throw new Error('The emulator of Step Functions needs Python 3.10 or newer.');

await using aws = await startAwsEmulator();
const site = await serveOrderSite();
await using home = new Home({ ...aws.env });
const template = signedOrderTemplate();
const activity = await aws.activity('orders');
prepareHome();
const machines = Array.from(
  { length: workerCount },
  (_, index) => new JobMachine(home, `bench-${index + 1}`),
);
const samples: (JobMemory & { readonly minute: number; readonly done: number })[] = [];
const began = Date.now();
const sampling = setInterval(sample, sampleMs);
try {
  for (const machine of machines) await machine.started;
  const readyMs = Date.now() - began;
  const items = Array.from({ length: jobs }, (_, index) => index).flatMap((index) =>
    index % twiceEvery === 0 ? [payload(index), payload(index)] : [payload(index)],
  );
  const startedAt = Date.now();
  const execution = await aws.startMap(activity, items, { atOnce: 40, timeout: 900, heartbeat: 60 });
  const end = await aws.ended(execution, jobs * jobMsMax + 120_000);
  const seconds = (Date.now() - startedAt) / 1000;
  sample();
  await until('the last lines of the logs', 10_000, () => told().length >= items.length).catch(
    () => undefined,
  );
  process.exitCode = report({ end, items: items.length, seconds, readyMs });
} finally {
  clearInterval(sampling);
  for (const machine of machines) await machine.stop();
  await site.close();
}

function prepareHome(): void {
  mkdirSync(join(home.home, 'templates'), { recursive: true, mode: 0o700 });
  const write = (name: string, text: string): void =>
    writeFileSync(join(home.home, name), text, { mode: 0o600 });
  write('templates/place-order.json', template.text);
  write('policy.yaml', policyText({ sites: [`origin:${site.origin}`], folders: [], downloads: 'denied' }));
  const settings = [
    `activity_arn: "${activity}"`,
    `endpoint: "${aws.endpoint}"`,
    `trusted_keys: ["${template.key}"]`,
    'poll_interval_ms: 100',
    'heartbeat_interval_secs: 10',
    'drain_seconds: 5',
  ];
  write('config.yaml', `jobs: { ${settings.join(', ')} }\n`);
}

function payload(index: number) {
  const number = `N-${index + 1}`;
  return { job_id: number, template: 'place-order', parameters: { site: site.origin, number } };
}

function told() {
  return machines.flatMap(({ lines }) => jobsOf(lines));
}

function sample(): void {
  samples.push({ ...memoryOf(home.home), minute: (Date.now() - began) / 60_000, done: site.placed.size });
}

type Run = Readonly<{
  end: Awaited<ReturnType<typeof aws.ended>>;
  items: number;
  seconds: number;
  readyMs: number;
}>;

function report({ end, items, seconds, readyMs }: Run): number {
  const answers = Array.isArray(end.output) ? end.output.map((one) => JobOutput.safeParse(one)) : [];
  const results = answers.flatMap((one) => (one.success ? [one.data] : []));
  const runs = new Map(results.map((one) => [one.run_id, one]));
  const stepMs = new Map(
    [...runs.values()].map(({ output, steps }) => [
      String(output?.['told']).replace('Ordered ', ''),
      steps.reduce((sum, { duration_ms: ms }) => sum + (ms ?? 0), 0),
    ]),
  );
  const ran = told().filter(({ answeredFromBefore }) => !answeredFromBefore);
  const overhead = ran.flatMap(({ key, ms }) => {
    const browser = stepMs.get(key);
    return browser === undefined ? [] : [ms - browser];
  });
  const doubled = [...site.placed.values()].filter((times) => times > 1).length;
  const idle = told().flatMap(({ idleBeforeMs }) => (idleBeforeMs === null ? [] : [idleBeforeMs]));
  const renewed = machines.flatMap(({ lines }) => lines).filter(({ event }) => event === 'browser.renewed');
  printTable(`${jobs} jobs, ${items - jobs} of them sent twice, over ${workerCount} workers`, [
    ['what', 'figure'],
    ['answered as succeeded', `${results.length} of ${items}`],
    ['orders placed / lost / doubled', `${site.placed.size} / ${jobs - site.placed.size} / ${doubled}`],
    ['runs', String(runs.size)],
    ['seconds in all', seconds.toFixed(0)],
    ['jobs a minute', ((60 * items) / seconds).toFixed(1)],
    ['workers ready after, s', (readyMs / 1000).toFixed(1)],
    ['browser time of a job, ms: median (p95)', spread([...stepMs.values()])],
    ['overhead beside it, ms: median (p95)', spread(overhead)],
    ['from one job to the next of a worker, ms: median (p95)', spread(idle)],
    ['browsers started anew', String(renewed.length)],
  ]);
  return judged(
    [...memoryTrouble(), ...(doubled > 0 ? [`${doubled} orders were placed more than once`] : [])],
    {
      answered: results.length === items,
      placed: site.placed.size === jobs,
      oneRunEach: runs.size === jobs,
      why: end.cause ?? end.error ?? '',
    },
  );
}

function memoryTrouble(): readonly string[] {
  const kinds = ['workers', 'authority', 'browsers', 'relays'] as const;
  const rows = samples.filter((_, index) => index % Math.ceil(samples.length / 12) === 0);
  printTable('Memory in MB (shared pages counted once)', [
    ['minute', 'orders', ...kinds],
    ...rows.map((row) => [
      row.minute.toFixed(1),
      String(row.done),
      ...kinds.map((kind) => row[kind].toFixed(0)),
    ]),
  ]);
  // Until both browsers are there memory can only grow.
  const working = samples.filter(({ done }) => done > jobs / 10);
  return kinds
    .filter((kind) => !isFlat(working.map((row) => row[kind])))
    .map((kind) => `memory of ${kind} grows`);
}

function judged(
  failures: readonly string[],
  holds: Readonly<{ answered: boolean; placed: boolean; oneRunEach: boolean; why: string }>,
): number {
  const all = [
    ...failures,
    ...(holds.answered ? [] : [`not every job was answered as succeeded ${holds.why}`]),
    ...(holds.placed ? [] : ['an order is missing']),
    ...(holds.oneRunEach ? [] : ['a job had no run, or more than one']),
  ];
  process.stdout.write(
    all.length === 0 ? '\nNothing lost, nothing doubled, memory flat.\n' : `\n${all.join('\n')}\n`,
  );
  return all.length === 0 ? 0 : 1;
}

function spread(numbers: readonly number[]): string {
  const sorted = [...numbers].sort((a, b) => a - b);
  const at = (part: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(0);
  return `${at(0.5)} (${at(0.95)})`;
}
