import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openBrowser } from './miniwob/browser.ts';
import { type Outcome, playEpisode } from './miniwob/episode.ts';
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

const results: TaskResult[] = [];
const server = await servePages(folder);
const browser = await openBrowser(server.origin);
try {
  const tools = toolsOver(browser.call);
  for (const task of wanted) {
    const policy = policies[task];
    const outcomes: Outcome[] = [];
    for (const seed of policy === undefined ? [] : seeds) {
      const url = `${server.origin}/miniwob/${task}.html`;
      const outcome = await playEpisode(url, seed, policy ?? giveUp, tools, browser.context);
      outcomes.push(outcome);
      const note = outcome.error === null ? '' : ` ${outcome.error}`;
      process.stderr.write(
        `${task} ${seed}: ${outcome.done ? outcome.reward : 'not done'} (${outcome.ms} ms)${note}\n`,
      );
    }
    results.push({ task, written: policy !== undefined, outcomes });
  }
} finally {
  await browser.close();
  server.close();
}
process.stdout.write(`\n${reportOf(results, seeds)}\n`);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ seeds, results }, null, 1)}\n`);
process.exit(0);

async function giveUp(): Promise<void> {
  throw new Error('there is no policy for this task');
}
