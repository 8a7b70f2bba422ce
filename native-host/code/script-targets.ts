import type { CodeProblem } from '../../shared/tools/validate-code.ts';
import type { CallRow } from './call-table.ts';
import { problemAt } from './problem.ts';

export type ScriptTargets = {
  readonly targets: readonly string[];
  readonly problems: readonly CodeProblem[];
};

/** The sites of a script as origins: those that were named, else the current page's and those it goes to by a written address. */
export function scriptTargets(
  rows: readonly CallRow[],
  named: readonly string[] | undefined,
  pageOrigin: string | null,
): ScriptTargets {
  const problems: CodeProblem[] = [];
  const destinations = rows.flatMap((row) => {
    if (row.destination === null) return [];
    const origin = originOf(row.destination);
    if (origin !== null) return [{ origin, line: row.line }];
    const rewrite = 'Give a whole http or https URL without a user name: https://example.com/reports.';
    problems.push({
      line: row.line,
      column: 1,
      rule: 'url',
      message: 'The address cannot be opened.',
      rewrite,
    });
    return [];
  });
  const own = pageOrigin === null ? null : originOf(pageOrigin);
  const told = named?.flatMap((text) => {
    const origin = originOf(text.replace(/^origin:/, ''));
    if (origin !== null) return [origin];
    const message = `"${text.slice(0, 200)}" is no site.`;
    problems.push(problemAt(null, 'targets', message, 'Name sites as https://example.com.'));
    return [];
  });
  const targets = [
    ...new Set(told ?? [...(own === null ? [] : [own]), ...destinations.map(({ origin }) => origin)]),
  ];
  for (const { origin, line } of destinations) {
    if (targets.includes(origin)) continue;
    const message = `The script goes to ${origin}, which is not among its targets.`;
    problems.push({ line, column: 1, rule: 'targets', message, rewrite: `Add "${origin}" to targets.` });
  }
  const needy = rows.find((row) => row.tool !== null && (row.page !== 'none' || row.goesAnywhere));
  if (targets.length === 0 && needy !== undefined && problems.length === 0) {
    const message =
      'It is not known which sites the script works on: no page is open, and no targets are given.';
    problems.push(
      problemAt(null, 'targets', message, 'Give targets: ["https://example.com"], or navigate first.'),
    );
  }
  return { targets, problems };
}

function originOf(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, origin, username, password } = new URL(text);
  const fit = (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
  return fit ? origin : null;
}
