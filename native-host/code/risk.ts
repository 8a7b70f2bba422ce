import type { Program } from 'acorn';
import type { CodeRisk } from '../../shared/tools/validate-code.ts';
import type { CallRow } from './call-table.ts';
import { walk } from './walk-tree.ts';

export type Risk = { readonly level: CodeRisk; readonly reasons: readonly string[] };

/** Ways into settings, money and identity, as they stand in addresses, and selectors that lead there. */
const sensitive =
  /\b(?:admin|account|billing|checkout|credential|oauth|password|passwd|pay|payment|payout|permission|role|secret|security|settings|token|transfer|wire)s?\b/i;
const manySites = 10;
const nestedLoops = 3;
const deepQuery = 6;
const largeQuery = 50;

/** How much a script can do that a person would want to know of before. Each reason is told; the sum is the level. */
export function riskOf(program: Program, rows: readonly CallRow[], targets: readonly string[]): Risk {
  const effects = rows.filter(({ buckets }) => buckets.some((bucket) => bucket !== 'read'));
  const has = (bucket: string): boolean => rows.some(({ buckets }) => buckets.some((one) => one === bucket));
  const reasons: (readonly [number, string])[] = [];
  const note = (points: number, reason: string, holds: boolean): void => {
    if (holds) reasons.push([points, reason]);
  };
  note(1, 'changes something on a page', has('write'));
  note(2, 'may delete', has('delete'));
  note(3, 'runs scripts, or moves files or the clipboard', has('admin'));
  note(
    1,
    'does so in a loop',
    effects.some(({ loops }) => loops > 0),
  );
  note(
    1,
    'uses text of a page for it',
    effects.some(({ tainted }) => tainted),
  );
  note(1, 'may change several sites', effects.length > 0 && targets.length > 1);
  note(1, `makes more than ${manySites} calls`, rows.length > manySites);
  note(
    1,
    'has loops in loops',
    rows.some(({ loops }) => loops >= nestedLoops),
  );
  note(
    1,
    'works where settings, money or sign-ins are',
    effects.some(isSensitive) || rows.some(goesSensitive),
  );
  note(
    1,
    'asks for much by GraphQL',
    rows.some(({ graphql }) => isLarge(graphql)),
  );
  const whiles = hasWhile(program);
  const points = reasons.reduce((sum, [more]) => sum + more, 0);
  const step = (points === 0 ? 0 : points <= 2 ? 1 : points <= 4 ? 2 : 3) + (whiles ? 1 : 0);
  const level = levels[Math.min(step, 3)] ?? 'critical';
  return {
    level,
    reasons: [...reasons.map(([, reason]) => reason), ...(whiles ? ['has a while loop'] : [])],
  };
}

const levels: readonly CodeRisk[] = ['low', 'medium', 'high', 'critical'];

function isSensitive(row: CallRow): boolean {
  return sensitive.test(row.arguments.replaceAll(/[_-]/g, ' '));
}

function goesSensitive({ destination }: CallRow): boolean {
  if (destination === null || !URL.canParse(destination)) return false;
  return sensitive.test(new URL(destination).pathname.replaceAll(/[_-]/g, ' '));
}

function isLarge(graphql: CallRow['graphql']): boolean {
  return graphql !== undefined && (graphql.depth > deepQuery || graphql.fields_count > largeQuery);
}

function hasWhile(program: Program): boolean {
  let found = false;
  walk(program, ({ type }) => {
    found ||= type === 'WhileStatement';
  });
  return found;
}
