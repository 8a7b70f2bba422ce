import { parseArgs } from 'node:util';
import { given, type Rig, startRig } from '../e2e/rig.ts';
import { isFlat, type Memory, measureMemory } from './soak/memory.ts';
import { type SoakClient, startSoakClient } from './soak/soak-client.ts';
import { type SoakSite, serveSoakSite } from './soak/soak-site.ts';

// `npm run bench:soak -- --minutes 10`: three MCP clients at once, each with mixed calls in its own pages of one browser. Prints calls, errors and
// memory over time; fails on cross-talk, on an unexpected fault, and on memory that grows.

const names = ['anna', 'bert', 'cleo'] as const;
const sampleMs = 10_000;

type Sample = Memory & { readonly minute: number; readonly calls: number; readonly errors: number };

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0 && minutes <= 24 * 60)) throw new Error('--minutes wants a number above 0');
process.exitCode = await soak();

async function soak(): Promise<number> {
  const site = await serveSoakSite();
  const rig = await startRig({ policy: () => policyFor(site) });
  try {
    const clients = await Promise.all(
      names.map((name) =>
        startSoakClient(
          name,
          rig.home.env,
          site,
          names.filter((other) => other !== name),
        ),
      ),
    );
    const until = Date.now() + minutes * 60_000;
    const works = clients.map((client, index) => client.work(until, seeded(index + 1)));
    const samples = await sampleUntil(until, rig, clients);
    await Promise.all(works);
    const verdict = report(clients, samples);
    for (const client of clients) await client[Symbol.asyncDispose]();
    return verdict;
  } finally {
    await rig[Symbol.asyncDispose]();
    await site.close();
  }
}

function policyFor({ origin }: SoakSite): string {
  const sites = `[${JSON.stringify(`origin:${origin}`)}]`;
  const allowed = `{ mode: allow-list, resources: ${sites} }`;
  return [
    'version: 1',
    `read: ${allowed}`,
    `write: ${allowed}`,
    `delete: ${allowed}`,
    'admin:',
    '  mode: deny-all',
    '  tools:',
    `    evaluate_script: ${allowed}`,
    '',
  ].join('\n');
}

async function sampleUntil(
  until: number,
  rig: Rig,
  clients: readonly SoakClient[],
): Promise<readonly Sample[]> {
  const started = Date.now();
  const terminal = await rig.client();
  const { pid } = given(await terminal.authority.call('status.get', {}));
  const samples: Sample[] = [];
  console.log('min    calls  errors  authority MB  extension MB  worker heap MB  servers MB');
  while (Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(sampleMs, Math.max(1, until - Date.now()))));
    const memory = await measureMemory(
      rig,
      pid,
      clients.map((client) => client.pid),
    );
    const sample = { ...memory, minute: (Date.now() - started) / 60_000, ...totals(clients) };
    samples.push(sample);
    console.log(line(sample));
  }
  return samples;
}

function totals(clients: readonly SoakClient[]): { readonly calls: number; readonly errors: number } {
  const calls = clients.reduce((sum, { counts }) => sum + counts.calls, 0);
  const errors = clients
    .flatMap(({ counts }) => [...counts.errors.values()])
    .reduce((sum, one) => sum + one, 0);
  return { calls, errors };
}

function line({ minute, calls, errors, authority, extension, workerHeap, servers }: Sample): string {
  return [
    minute.toFixed(1).padStart(4),
    String(calls).padStart(7),
    String(errors).padStart(7),
    authority.toFixed(0).padStart(13),
    extension.toFixed(0).padStart(13),
    workerHeap.toFixed(1).padStart(15),
    servers.toFixed(0).padStart(11),
  ].join(' ');
}

function report(clients: readonly SoakClient[], samples: readonly Sample[]): number {
  const took = clients.flatMap(({ counts }) => counts.took).sort((a, b) => a - b);
  const at = (part: number): string => (took[Math.floor(took.length * part)] ?? 0).toFixed(0);
  const { calls, errors } = totals(clients);
  console.log(
    `\n${calls} calls in ${minutes} min by ${clients.length} clients; median ${at(0.5)} ms, p95 ${at(0.95)} ms`,
  );
  const failures: string[] = [];
  for (const { name, counts } of clients) {
    for (const [what, count] of counts.errors) failures.push(`${name}: ${count}× ${what}`);
    failures.push(...counts.crossTalk);
  }
  for (const part of ['authority', 'extension', 'workerHeap', 'servers'] as const) {
    const series = samples.map((sample) => sample[part]);
    if (!isFlat(series))
      failures.push(`memory of ${part} grows: ${series.map((one) => one.toFixed(0)).join(' ')}`);
  }
  const talk = clients.reduce((sum, { counts }) => sum + counts.crossTalk.length, 0);
  console.log(`unexpected faults: ${errors}; cross-talk: ${talk}`);
  for (const failure of failures.slice(0, 40)) console.log(`  ${failure}`);
  return failures.length === 0 ? 0 : 1;
}

/** Numbers in [0, 1) that are the same at each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
