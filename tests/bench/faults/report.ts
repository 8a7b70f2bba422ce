import type { CaseResult, Judgement } from './fault-case.ts';

/** What a tool did on every case. */
export type ToolResults = Readonly<{ tool: string; title: string; results: readonly CaseResult[] }>;

const marks: Readonly<Record<Judgement, string>> = {
  pass: 'pass',
  wrong: 'WRONG',
  honest: 'honest',
  'no tool': '–',
  broken: 'broken',
};
const judgements: readonly Judgement[] = ['pass', 'wrong', 'honest', 'no tool', 'broken'];
const titles: Readonly<Record<Judgement, string>> = {
  pass: 'pass',
  wrong: 'wrong, but reported ok',
  honest: 'honest failure',
  'no tool': 'no tool for it',
  broken: 'bench broken',
};

/** Markdown: one line a case, one column a tool, and the sums. */
export function reportOf(tools: readonly ToolResults[]): string {
  const names = [...new Set(tools.flatMap(({ results }) => results.map(({ name }) => name)))];
  const kindOf = new Map(
    tools.flatMap(({ results }) => results.map(({ name, kind }) => [name, kind] as const)),
  );
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const head = [
    row(['case', 'kind', ...tools.map(({ title }) => title)]),
    row(['---', '---', ...tools.map(() => '---')]),
  ];
  const lines = names.map((name) =>
    row([name, kindOf.get(name) ?? '', ...tools.map((tool) => markOf(tool, name))]),
  );
  const sums = judgements.map((judgement) =>
    row([
      `**${titles[judgement]}**`,
      '',
      ...tools.map(({ results }) => `**${countOf(results, judgement)}**`),
    ]),
  );
  return [...head, ...lines, ...sums].join('\n');
}

function markOf({ results }: ToolResults, name: string): string {
  const found = results.find((result) => result.name === name);
  return found === undefined ? '' : marks[found.judgement];
}

function countOf(results: readonly CaseResult[], judgement: Judgement): number {
  return results.filter((result) => result.judgement === judgement).length;
}
