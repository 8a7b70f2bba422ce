import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type Figure, startCount } from '../figure.ts';

const pauseVariable = 'LOCALAGENT_TEST_PAUSE';

const Calls = z.object({ begun: z.int(), ended: z.int() });

/** Calls that were begun and have not exactly one end, by the ledger. */
const withoutOneEnd = (path: string): number => {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const sql = `select sum(event = 'started') as begun, sum(event not in ('requested', 'started', 'approved',
      'approval_requested')) as ended from ledger where tool <> 'policy' group by call_id`;
    const rows = database.prepare(sql).all();
    return rows.map((row) => Calls.parse(row)).filter(({ begun, ended }) => begun > 0 && ended !== 1).length;
  } finally {
    database.close();
  }
};

/** The extension's worker, killed at twelve steps of an act in a real browser. */
export const figure: Figure = {
  id: 'F18',
  promise: 'a worker that dies loses no outcome and doubles no act, and the next one goes on at once',
  unit: 'deaths of the worker',
  sizes: { ci: 36, long: 600 },
  needsBrowser: true,
  async run({ count, progress }) {
    const { startRig } = await import('../../e2e/rig.ts');
    const { serveWorkerSite } = await import('../workers/worker-site.ts');
    const { runDeath, steps } = await import('../workers/run-deaths.ts');
    const site = await serveWorkerSite();
    const policy = () =>
      `version: 1\nread: { mode: allow-all }\nwrite: { mode: allow-list, resources: ["origin:${site.origin}"] }\n`;
    const rig = await startRig({ policy, profiles: [] });
    const pauseFolder = join(rig.home.folder, 'pause');
    mkdirSync(pauseFolder);
    // Whichever of relay and client comes first starts the authority, each with an environment of its own.
    rig.home.env[pauseVariable] = pauseFolder;
    process.env[pauseVariable] = pauseFolder;
    const counted = startCount();
    let slowest = 0;
    const ends = { done: 0, unknown: 0, 'not done': 0 };
    try {
      await rig.launch('main');
      const client = await rig.client();
      for (let index = 0; index < count; index += 1) {
        const step = steps[index % steps.length];
        if (step === undefined) continue;
        const { wrong, backMs, told } = await runDeath({ rig, client, site, pauseFolder }, step);
        slowest = Math.max(slowest, backMs);
        ends[told] += 1;
        if (wrong.length === 0) counted.pass();
        else counted.fail(`${step.name} (${index}): ${wrong.join('; ')}`);
        progress(index + 1);
      }
      const open = withoutOneEnd(rig.paths.database);
      if (open > 0) counted.fail(`${open} calls were begun and have not exactly one end in the ledger`);
      return counted.finding({ ...ends, 'slowest next calls, ms': Math.round(slowest) });
    } finally {
      delete process.env[pauseVariable];
      await rig[Symbol.asyncDispose]();
      await site.close();
    }
  },
};
