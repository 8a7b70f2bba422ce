import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../house/source-tree.ts';
import { everySite } from '../offline-web/every-site.ts';
import { modelKinds } from '../scripted-models/serve-models.ts';
import { actingObjectives } from './objectives/acting-objectives.ts';
import { openRig } from './objectives/bench-rig.ts';
import { readingObjectives } from './objectives/reading-objectives.ts';
import { failingSites, printComparison, printReport, taskSummary } from './objectives/report.ts';
import { recordOf, rescored, TaskRecord } from './objectives/task-record.ts';

// `npm run bench:objectives -- [--only NAME,…] [--suite core|all] [--models able,weak,…] [--seeds N] [--baseline RUN]
// [--rescore RUN]`: objectives × scripted models × seeds through the built product on the offline web. `core`: the able
// model; `all`: every kind. RUN is a folder of `.cache/objectives/`.

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    suite: { type: 'string', default: 'core' },
    models: { type: 'string' },
    seeds: { type: 'string', default: '1' },
    baseline: { type: 'string' },
    rescore: { type: 'string' },
  },
});

const folder = join(root, '.cache', 'objectives');
const every = [...readingObjectives, ...actingObjectives];
const objectives = chosen(every, values.only?.split(',') ?? every.map(({ name }) => name));
const kinds = values.models?.split(',') ?? (values.suite === 'all' ? [...modelKinds] : ['able']);
const seeds = Array.from({ length: Number(values.seeds) }, (_, at) => at + 1);
const modelNames = kinds.flatMap((kind) => seeds.map((seed) => `${kind}-${seed}`));

const records = values.rescore === undefined ? await played() : again(values.rescore);
printReport(records);
if (values.baseline !== undefined) printComparison(readRun(values.baseline), records);
process.exit(0);

async function played(): Promise<readonly TaskRecord[]> {
  const name = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const place = join(folder, name);
  mkdirSync(place, { recursive: true });
  const done: TaskRecord[] = [];
  const rig = await openRig(every, modelNames);
  let stopped = false;
  process.once('SIGINT', () => {
    stopped = true;
  });
  try {
    for (const model of modelNames) {
      for (const objective of objectives) {
        if (stopped) continue;
        const started = Date.now();
        const result = await rig.play(objective, model);
        const record = recordOf(objective, model, Date.now() - started, result, rig.web, rig.models.calls);
        done.push(record);
        writeFileSync(join(place, `${objective.name}.${model}.json`), `${JSON.stringify(record, null, 1)}\n`);
        const trace = rig.models.calls.map((call) => `${JSON.stringify(call)}\n`).join('');
        appendFileSync(join(place, `${objective.name}.${model}.trace.jsonl`), trace);
        const { report } = record.run;
        if (report !== null && existsSync(report)) {
          copyFileSync(report, join(place, `${objective.name}.${model}.report.md`));
        }
        process.stderr.write(`${taskSummary(record)}\n`);
        for (const line of failingSites(done, record)) process.stderr.write(`    ${line}\n`);
      }
    }
  } finally {
    await rig.close();
  }
  process.stderr.write(`Kept in .cache/objectives/${name}\n`);
  return done;
}

function again(run: string): readonly TaskRecord[] {
  return readRun(run).flatMap((record) => {
    const objective = every.find(({ name }) => name === record.objective);
    if (objective === undefined) return [];
    const anew = rescored(objective, record, everySite());
    process.stderr.write(`${taskSummary(anew)}\n`);
    return [anew];
  });
}

function readRun(run: string): readonly TaskRecord[] {
  const place = join(folder, run);
  return readdirSync(place)
    .filter((file) => file.endsWith('.json'))
    .map((file) => TaskRecord.parse(JSON.parse(readFileSync(join(place, file), 'utf8'))));
}

function chosen<T extends { readonly name: string }>(
  all: readonly T[],
  names: readonly string[],
): readonly T[] {
  const unknown = names.filter((name) => !all.some((one) => one.name === name));
  if (unknown.length > 0) throw new Error(`No objective is called ${unknown.join(', ')}.`);
  return all.filter(({ name }) => names.includes(name));
}
