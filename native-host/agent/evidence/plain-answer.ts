import type { Finding } from '../../../shared/objective.ts';
import type { AnswerGround } from './citations.ts';
import { sortByConditions } from './conditions-shown.ts';
import { repeatsIn } from './repeats-in.ts';
import { standingAlone } from './standing-alone.ts';

/** The answer made from the findings alone: under each item of the checklist what was found for it, cited. */
export function plainAnswer({ objective, items, findings: all }: AnswerGround): string {
  const findings = sortByConditions(items, all, objective).shown;
  if (findings.length === 0) return '';
  const told = new Set<number>();
  const sections = items.map(({ n, text }) => {
    const own = findings.filter((one) => one.items.includes(n) && !told.has(one.n));
    for (const one of own) told.add(one.n);
    return { heading: text, lines: linesOf(own) };
  });
  const rest = linesOf(findings.filter(({ n }) => !told.has(n)));
  const filled = sections.filter(({ lines }) => lines.length > 0);
  const isOne = filled.length + (rest.length > 0 ? 1 : 0) === 1;
  const parts = filled.map(({ heading, lines }) =>
    isOne ? lines.join('\n') : [`**${plainText(heading)}**`, '', ...lines].join('\n'),
  );
  const last =
    rest.length === 0 ? [] : [isOne ? rest.join('\n') : ['**Also found**', '', ...rest].join('\n')];
  return [...parts, ...last].join('\n\n');
}

function linesOf(findings: readonly Finding[]): readonly string[] {
  const lines = findings.map((one) => `- ${cited(plainText(standingAlone(one.text, one)), one.n)}`);
  const repeats = repeatsIn(lines);
  return lines.filter((_, at) => !repeats.has(at));
}

function cited(text: string, n: number): string {
  return text.replace(/([.!?。]?)$/u, ` [${n}]$1`);
}

/** Text of pages and models on one line, with the signs that Markdown would act on taken out of their way. */
export function plainText(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/[\\`*_[\]<>|#]/g, '\\$&');
}
