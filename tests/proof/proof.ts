import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Figure, Finding } from './figure.ts';
import { loadFigures } from './load-figures.ts';
import { startProgressLine } from './progress-line.ts';

/*
 * `npm run proof [-- --long] [--only F7,F10] [--seed N] [--count N] [--write]`: runs the harness of every promise and
 * prints one row each. `--write` puts the table into SECURITY-REPORT.md. Ends with 1 when a promise was broken.
 */
const { values } = parseArgs({
  options: {
    long: { type: 'boolean', default: false },
    only: { type: 'string' },
    seed: { type: 'string' },
    count: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});

const wholeNumber = (name: string, text: string): number => {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new Error(`--${name} takes a whole number from 1 up, not "${text}".`);
  return number;
};

interface Row {
  readonly figure: Figure;
  readonly finding: Finding;
  readonly seconds: number;
}

const head = '| | promise | tried | broken | also measured | time |\n|---|---|---|---|---|---|';

const rowText = ({ figure, finding, seconds }: Row): string => {
  const also = Object.entries(finding.measured ?? {}).map(([name, value]) => `${name} ${value}`);
  const tried = `${finding.tried.toLocaleString('en')} ${figure.unit}`;
  return `| ${figure.id} | ${figure.promise} | ${tried} | ${finding.broken} | ${also.join(', ')} | ${seconds.toFixed(1)} s |`;
};

const seed = values.seed === undefined ? Date.now() % 1_000_000_007 : wholeNumber('seed', values.seed);
const all = await loadFigures();
const wanted = values.only?.split(',').map((id) => id.trim());
const unknown = wanted?.filter((id) => !all.some((figure) => figure.id === id)) ?? [];
if (unknown.length > 0) {
  throw new Error(
    `There is no figure ${unknown.join(', ')}. There are: ${all.map(({ id }) => id).join(', ')}.`,
  );
}

const rows: Row[] = [];
for (const figure of all.filter(({ id }) => !wanted || wanted.includes(id))) {
  const size = values.long ? figure.sizes.long : figure.sizes.ci;
  const count = values.count === undefined ? size : wholeNumber('count', values.count);
  const started = performance.now();
  const line = startProgressLine(process.stderr);
  const progress = (done: number) =>
    line.show(`${figure.id}: ${done.toLocaleString('en')} of ${count.toLocaleString('en')} ${figure.unit}`);
  const finding = await figure.run({ count, seed, progress });
  line.clear();
  const row = { figure, finding, seconds: (performance.now() - started) / 1_000 };
  if (rows.length === 0) console.log(head);
  console.log(rowText(row));
  for (const example of finding.examples) console.log(`  broken: ${example}`);
  rows.push(row);
}

if (values.write) {
  const date = new Date().toISOString().slice(0, 10);
  const command = `npm run proof -- ${values.long ? '--long ' : ''}--seed ${seed}`;
  const machine = `${cpus().length} cores, Node ${process.version}`;
  const text = `# What was tried to break the promises of SECURITY.md

${date}, ${machine}, seed ${seed}. The same table again: \`${command}\`. "Broken" counts the tries that broke the promise.

${head}
${rows.map(rowText).join('\n')}
`;
  await writeFile(join(import.meta.dirname, '..', '..', 'SECURITY-REPORT.md'), text);
}
const broken = rows.reduce((sum, { finding }) => sum + finding.broken, 0);
console.log(
  `\nseed ${seed}: ${rows.length} promises tried, ${broken === 0 ? 'none broken' : `${broken} times broken`}.`,
);
process.exitCode = broken === 0 ? 0 : 1;
