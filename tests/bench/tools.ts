import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { browserOf } from '../../native-host/cli/wiring/browser-parts.ts';
import { homePaths } from '../../native-host/io/home.ts';
import { Home } from '../e2e/command-line.ts';
import { given } from '../e2e/rig.ts';
import { Contender, type Manner } from './tools/contender.ts';
import { devtools, ours, playwright } from './tools/manners.ts';
import { measureAll } from './tools/measure.ts';
import { serveOrders } from './tools/orders-site.ts';
import { printReport } from './tools/report.ts';

// `npm run bench:tools -- --runs 30`: the same page and the same acts, over MCP's standard streams, on ours and
// on two others in one run. The servers take turns, call by call, so that whatever else the machine does meets
// them all alike. Prints time and size of every act; fails when a server did not do what it said.

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '30' }, only: { type: 'string', default: '' } },
});
const runs = Number(values.runs);
if (!(runs >= 3 && runs <= 1000)) throw new Error('--runs wants a number from 3 to 1000');

const site = await serveOrders();
const home = new Home();
const folder = mkdtempSync(join(tmpdir(), 'localagent-bench-'));
const contenders: Contender[] = [];
const stoppedCode = 130;
// A bench that is stopped in the middle leaves no server and no browser behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void endAll().finally(() => process.exit(stoppedCode)));
try {
  for (const manner of manners()) contenders.push(await Contender.start(manner));
  await printReport(await measureAll(contenders, site.origin, runs), runs);
} finally {
  await endAll();
}

async function endAll(): Promise<void> {
  await Promise.allSettled(contenders.map((contender) => contender.close()));
  await home[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  await site.close();
}

/** A person and a data folder of the bench's own; the policy allows everything on the site. */
function manners(): readonly Manner[] {
  const paths = homePaths(home.env);
  const person = join(home.folder, 'person');
  for (const made of [person, home.home]) mkdirSync(made, { recursive: true, mode: 0o700 });
  home.env['HOME'] = person;
  writeFileSync(paths.policy, policy(), { mode: 0o600 });
  const browser = given(browserOf(paths, home.env)).executable;
  const place = { browser, env: home.env, cwd: folder };
  const all = [ours(place), playwright(place), devtools(place)];
  return values.only === '' ? all : all.filter(({ name }) => name.includes(values.only));
}

function policy(): string {
  const allowed = `{ mode: allow-list, resources: ["origin:${site.origin}"] }`;
  const buckets = ['read', 'write', 'delete', 'admin'];
  return ['version: 1', ...buckets.map((bucket) => `${bucket}: ${allowed}`), ''].join('\n');
}
