import { matches } from './able-research.ts';
import type { Situation } from './read-prompt.ts';
import { differences, rowsOf } from './table-rows.ts';
import type { Understanding } from './understanding.ts';

type Finding = Situation['findings'][number];

/** Says what the findings say, each with its number, and nothing else. */
export function write({ findings }: Situation, { wants, tables, view, steps }: Understanding): string {
  if (tables !== undefined) return compared(findings, tables);
  const answering = findings.filter(
    ({ text }) => steps !== undefined || wants.some((want) => matches(text, want)),
  );
  const lines = (answering.length > 0 ? answering : findings).map(
    ({ n, text }) => `${withoutStop(text)} [${n}].`,
  );
  const counted = wants.find(({ count, every }) => count !== undefined && every !== true)?.count;
  const kept = counted === undefined || view !== undefined ? lines : lines.slice(0, counted * wants.length);
  const body = kept.length === 1 ? (kept[0] ?? '') : kept.map((line) => `- ${line}`).join('\n');
  return view === undefined ? body : `${body}\n\nMy view: ${view}`;
}

function withoutStop(text: string): string {
  return text.trim().replace(/[.!]+$/, '');
}

function compared(
  findings: readonly Finding[],
  words: { readonly once: string; readonly twice: string },
): string {
  const rows = findings.flatMap(({ n, text }) => rowsOf(text).map((row) => ({ ...row, n })));
  const numberOf = (text: string): number => rows.find((row) => row.text === text)?.n ?? 0;
  const { once, twice } = differences(rows);
  return [
    ...once.map(({ text, key, amount }) => `- ${key} ${words.once}: ${amount} [${numberOf(text)}].`),
    ...twice.map((group) => {
      const said = group.map(({ text, amount }) => `${amount} [${numberOf(text)}]`).join(' and ');
      return `- ${group[0]?.key} ${words.twice}: ${said}.`;
    }),
  ].join('\n');
}

/** Which items the findings answer. */
export function cover(
  { items, findings }: Situation,
  { wants }: Understanding,
): Readonly<Record<string, unknown>> {
  const by = items.map(({ n, text }) => {
    const want = wants.find(({ item }) => item === text);
    const answers = findings.filter((finding) => want !== undefined && matches(finding.text, want));
    return { n, answers: answers.map((finding) => finding.n) };
  });
  const covered = by.filter(({ answers }) => answers.length > 0);
  return {
    covered: covered.map(({ n }) => n),
    by: Object.fromEntries(covered.map(({ n, answers }) => [n, answers])),
  };
}
