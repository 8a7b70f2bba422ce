import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Client, policyText, startRig } from '../e2e/rig.ts';
import {
  type Article,
  type Corpora,
  type GoldTable,
  openCorpora,
  type Reading,
  type Scores,
} from './corpora.ts';
import { printTable } from './print-table.ts';
import { type PeerTexts, readByPeers } from './reading-peers.ts';

// `npm run bench:reading -- --data DIR`: get_text and extract_table through the extension in a real browser, on pages with
// known right answers, scored by the corpora's own measure. `--part dev` takes two thirds of the pages, `--part check` the
// rest; rules are made on the first and tried on the second. `--out FILE` keeps what was read.

const usage =
  'usage: npm run bench:reading -- --data DIR [--only texts|tables] [--part dev|check] [--out FILE]';
const partsMax = 200;
const missesShownMax = 40;

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    only: { type: 'string' },
    part: { type: 'string' },
    id: { type: 'string' },
    out: { type: 'string' },
  },
});

type Kept = Record<string, Record<string, unknown>>;

/** Calls a tool; a fault ends the run with its words. */
async function use(client: Client, tool: string, args: Readonly<Record<string, unknown>>) {
  const { receipt, result } = await client.call(tool, { timeout_ms: 60_000, ...args });
  if (result === null) throw new Error(`${tool}: ${receipt.fault?.code} ${receipt.fault?.message}`);
  return result;
}

/** Every third page is kept for checking. */
function inPart<T extends { readonly id: string }>(all: readonly T[]): readonly T[] {
  const part = all.filter(
    (_, at) => options.part === undefined || (at % 3 === 2) === (options.part === 'check'),
  );
  return options.id === undefined ? part : part.filter(({ id }) => id.startsWith(options.id ?? ''));
}

async function wholeText(client: Client, url: string): Promise<{ text: string; ms: number }> {
  await use(client, 'navigate', { url });
  const started = performance.now();
  const first = await use(client, 'get_text', {});
  const ms = performance.now() - started;
  const texts = [String(first['text'])];
  for (let part = 2; part <= Math.min(Number(first['parts']), partsMax); part++) {
    texts.push(String((await use(client, 'get_text', { part }))['text']));
  }
  return { text: texts.join('\n\n'), ms };
}

function percentile(values: readonly number[], share: number): string {
  const sorted = [...values].sort((a, b) => a - b);
  return `${Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)} ms`;
}

async function benchTexts(corpora: Corpora, scores: Scores, kept: Kept): Promise<void> {
  const articles: readonly Article[] = inPart(corpora.articles());
  const served = await corpora.serve(new Map(articles.map((one) => [`/${one.id}`, { body: one.html() }])));
  const rig = await startRig({ policy: () => readOf(served.origin) });
  try {
    const client = await rig.client();
    const page = await rig.browser().context.newPage();
    const ours = new Map<string, string>();
    const peers = new Map<string, PeerTexts>();
    const times: number[] = [];
    for (const { id } of articles) {
      const url = `${served.origin}/${id}`;
      const { text, ms } = await wholeText(client, url);
      ours.set(id, text);
      times.push(ms);
      await page.goto(url, { waitUntil: 'domcontentloaded' });
      peers.set(id, await readByPeers(page));
      kept[id] = { gold: articles.find((one) => one.id === id)?.gold, ours: text, ...peers.get(id) };
    }
    const scored = (textOf: (id: string) => string) =>
      scores.scoreTexts(articles.map(({ id, gold }) => ({ id, gold, pred: textOf(id) })));
    const names = Object.keys(peers.values().next().value ?? {}) as (keyof PeerTexts)[];
    const all = [
      ['get_text', scored((id) => ours.get(id) ?? '')] as const,
      ...names.map((name) => [name, scored((id) => peers.get(id)?.[name] ?? '')] as const),
    ];
    printTable(`Text of ${articles.length} article pages (F1 of 4-word shingles, 95 % interval)`, [
      ['reader', 'F1', 'interval', 'precision', 'recall'],
      ...all.map(([name, score]) => [
        name,
        score.f1.toFixed(3),
        `${score.low.toFixed(3)}–${score.high.toFixed(3)}`,
        score.precision.toFixed(3),
        score.recall.toFixed(3),
      ]),
    ]);
    process.stdout.write(
      `\nget_text took ${percentile(times, 0.5)} (median), ${percentile(times, 0.95)} (p95)\n`,
    );
    const low = (all[0]?.[1].pages ?? []).filter(({ f1 }) => f1 < 0.95).sort((a, b) => a.f1 - b.f1);
    printTable('Pages below .95', [
      ['page', 'F1', 'precision', 'recall'],
      ...low.map((one) => [
        one.id.slice(0, 12),
        one.f1.toFixed(3),
        one.precision.toFixed(3),
        one.recall.toFixed(3),
      ]),
    ]);
  } finally {
    await rig[Symbol.asyncDispose]();
    served.close();
  }
}

function readOf(origin: string): string {
  return policyText({ sites: [`origin:${origin}`], folders: [], downloads: 'denied' });
}

async function benchTables(corpora: Corpora, scores: Scores, kept: Kept): Promise<void> {
  const tables: readonly GoldTable[] = inPart(corpora.tables());
  const marked = new Map(tables.map((one) => [one.id, corpora.mark(one.html(), one.tableIndex)]));
  const served = await corpora.serve(
    new Map([...marked].map(([id, { body }]) => [`/${id}`, { body: corpora.SHEET + body }])),
  );
  const rig = await startRig({ policy: () => readOf(served.origin) });
  try {
    const client = await rig.client();
    const cases: { id: string; gold: GoldTable['gold']; reading: Reading; hints: unknown }[] = [];
    const times: number[] = [];
    for (const { id, gold } of tables) {
      await use(client, 'navigate', { url: `${served.origin}/${id}` });
      const started = performance.now();
      const result = await use(client, 'extract_table', { selector: corpora.TARGET, max_rows: 10_000 });
      times.push(performance.now() - started);
      const reading = readingOf(result);
      kept[id] = { gold, reading };
      cases.push({ id, gold, reading, hints: scores.hintsOf(marked.get(id)?.source ?? '') });
    }
    const score = scores.scoreTables(cases);
    const share = (value: number) => `${(100 * value).toFixed(2)} %`;
    printTable(`Cells and whole tables of ${tables.length} Wikipedia tables`, [
      ['measure', 'cells', 'whole tables'],
      ['fair', share(score.fair.cells), share(score.fair.tables)],
      ['strict (told, never a target)', share(score.strict.cells), share(score.strict.tables)],
    ]);
    process.stdout.write(
      `\nextract_table took ${percentile(times, 0.5)} (median), ${percentile(times, 0.95)} (p95)\n`,
    );
    const misses = score.fair.each.filter(({ exact }) => !exact).slice(0, missesShownMax);
    printTable('Tables that are not wholly equal', [
      ['table', 'cells', 'first difference: right', 'read'],
      ...misses.map((one) => [
        one.id,
        `${one.same} of ${one.cells}`,
        JSON.stringify(one.wrong[0]?.gold ?? '').slice(0, 60),
        JSON.stringify(one.wrong[0]?.read ?? null).slice(0, 60),
      ]),
    ]);
  } finally {
    await rig[Symbol.asyncDispose]();
    served.close();
  }
}

function readingOf(result: Readonly<Record<string, unknown>>): Reading {
  // The result has passed the tool's own output schema.
  const table = result as { headers: string[]; cells: { text: string }[][] };
  return { headers: table.headers, rows: table.cells.map((row) => row.map(({ text }) => text)) };
}

if (options.data === undefined) {
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}
const { corpora, scores } = await openCorpora(options.data);
const kept: Kept = {};
if (options.only !== 'tables') await benchTexts(corpora, scores, kept);
if (options.only !== 'texts') await benchTables(corpora, scores, kept);
if (options.out !== undefined) writeFileSync(options.out, JSON.stringify(kept));
