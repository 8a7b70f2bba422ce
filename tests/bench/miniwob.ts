import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openBrowser } from './miniwob/browser.ts';
import { playEpisode } from './miniwob/episode.ts';
import { assertNoPageScript } from './miniwob/page-script.ts';
import { fetchPages, servePages, taskNames } from './miniwob/pages.ts';
import { policies } from './miniwob/policies/index.ts';
import { reportOf, type TaskResult } from './miniwob/report.ts';
import { toolsOver } from './miniwob/tools.ts';

// `npm run bench:miniwob -- [--tasks NAME,…] [--seeds N] [--seed-values A,B,…] [--json FILE]`: MiniWoB++ through the product's tools.

const { values } = parseArgs({
  options: {
    tasks: { type: 'string' },
    seeds: { type: 'string', default: '10' },
    'seed-values': { type: 'string' },
    json: { type: 'string' },
  },
});

assertNoPageScript();
const seeds =
  values['seed-values']?.split(',').map(Number) ??
  Array.from({ length: Number(values.seeds) }, () => randomInt(1, 1_000_000));
process.stderr.write(`Seeds: ${seeds.join(',')}\n`);

const folder = fetchPages();
const every = taskNames(folder);
const wanted = values.tasks?.split(',') ?? every;
const unknown = wanted.filter((name) => !every.includes(name));
if (unknown.length > 0) throw new Error(`No task is called ${unknown.join(', ')}.`);

const results: TaskResult[] = wanted.map((task) => ({ task, written: task in policies, outcomes: [] }));
const server = await servePages(folder);
const browser = await openBrowser(server.origin);
let stopped = false;
// Seed by seed, so that a run that is broken off (Ctrl+C) has played every task equally often.
process.once('SIGINT', () => {
  stopped = true;
});
try {
  const tools = toolsOver(browser.call);
  for (const seed of seeds) {
    for (const { task, outcomes } of results) {
      const policy = policies[task];
      if (policy === undefined || stopped) continue;
      const url = `${server.origin}/miniwob/${task}.html`;
      const outcome = await playEpisode(url, seed, policy, tools, browser.context);
      outcomes.push(outcome);
      const { done, reward, ms, error } = outcome;
      process.stderr.write(`${task} ${seed}: ${done ? reward : 'not done'} (${ms} ms) ${error ?? ''}\n`);
    }
  }
} finally {
  await browser.close();
  server.close();
}
process.stdout.write(`\n${reportOf(results, seeds)}\n`);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ seeds, results }, null, 1)}\n`);
process.exit(0);
