import { parseArgs } from 'node:util';
import { matchFinding, type ShownText } from '../../native-host/agent/evidence/match-finding.ts';
import { readText } from '../../native-host/agent/evidence/read-text.ts';
import { openCorpora } from './corpora.ts';
import { alterations, seeded } from './evidence/alter.ts';
import { printTable } from './print-table.ts';

// `npm run bench:evidence -- --data DIR`: sentences of real articles as findings about them, copied and made false in known
// ways. A copied one must be recorded; a false one must never be recorded as it stands. `--show N` prints that many misses.

const usage = 'usage: npm run bench:evidence -- --data DIR [--show N] [--seed N]';
const sentencesPerArticle = 12;
const partCharacters = 6_000;

const { values: options } = parseArgs({
  options: { data: { type: 'string' }, show: { type: 'string' }, seed: { type: 'string' } },
});

type Tally = { tried: number; own: number; page: number; sentBack: number; refused: number };
type Miss = { readonly name: string; readonly finding: string; readonly sentence: string };

/** Long texts in parts, as a page is shown. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = [''];
  for (const paragraph of text.split('\n')) {
    const last = parts.at(-1) ?? '';
    if (last.length + paragraph.length > partCharacters) parts.push(paragraph);
    else parts[parts.length - 1] = `${last}\n${paragraph}`;
  }
  return parts;
}

function sentencesIn(text: string): readonly string[] {
  const { passages } = readText(text);
  return passages
    .map(({ start, end }) => text.slice(start, end))
    .filter((sentence) => sentence.length > 30 && sentence.length < 350 && /^[\p{Lu}"“]/u.test(sentence));
}

async function main(): Promise<void> {
  if (options.data === undefined) throw new Error(usage);
  const { corpora } = await openCorpora(options.data);
  const draw = seeded(Number(options.seed ?? 1));
  const tallies = new Map(
    alterations.map(({ name }) => [name, { tried: 0, own: 0, page: 0, sentBack: 0, refused: 0 }]),
  );
  const misses: Miss[] = [];
  const started = performance.now();
  let calls = 0;
  for (const { id, gold } of corpora.articles()) {
    const shown: readonly ShownText[] = partsOf(gold).map((text, at) => ({
      url: `https://example.com/${id}`,
      title: '',
      part: at + 1,
      text,
    }));
    const sentences = sentencesIn(gold);
    const step = Math.max(1, Math.floor(sentences.length / sentencesPerArticle));
    for (const sentence of sentences.filter((_, at) => at % step === 0).slice(0, sentencesPerArticle)) {
      const others = sentences.filter((other) => other !== sentence);
      for (const { name, says, alter } of alterations) {
        const finding = alter(sentence, others, draw);
        const tally = tallies.get(name);
        if (finding === null || tally === undefined) continue;
        calls++;
        const recorded = count(tally, finding, shown);
        const isMiss = says ? recorded === null : recorded === finding.replace(/\s+/gu, ' ').trim();
        if (isMiss) misses.push({ name, finding, sentence });
      }
    }
  }
  report(tallies, misses, (performance.now() - started) / calls);
}

function count(tally: Tally, finding: string, shown: readonly ShownText[]): string | null {
  const match = matchFinding(finding, shown);
  tally.tried++;
  if (match.kind === 'send-back') tally.sentBack++;
  if (match.kind === 'refused') tally.refused++;
  if (match.kind !== 'exact' && match.kind !== 'close') return null;
  if (match.text === finding.replace(/\s+/gu, ' ').trim()) tally.own++;
  else tally.page++;
  return match.text;
}

function report(tallies: ReadonlyMap<string, Tally>, misses: readonly Miss[], ms: number): void {
  const rows = alterations.map(({ name, says }) => {
    const tally = tallies.get(name) ?? { tried: 0, own: 0, page: 0, sentBack: 0, refused: 0 };
    const wrong = misses.filter((miss) => miss.name === name).length;
    const share = tally.tried === 0 ? '–' : `${((wrong / tally.tried) * 100).toFixed(2)}%`;
    return [
      name,
      says ? 'record' : 'never as it stands',
      tally.tried,
      tally.own,
      tally.page,
      tally.sentBack,
      tally.refused,
      `${wrong} (${share})`,
    ].map(String);
  });
  printTable('Findings made from sentences of real articles', [
    ['Finding', 'Must', 'Tried', 'In own words', 'In the page’s', 'Sent back', 'Refused', 'Wrong'],
    ...rows,
  ]);
  process.stdout.write(`\n${ms.toFixed(1)} ms a finding\n`);
  for (const { name, finding, sentence } of misses.slice(0, Number(options.show ?? 0))) {
    process.stdout.write(`\n[${name}]\n  finding:  ${finding}\n  sentence: ${sentence}\n`);
  }
}

await main();
