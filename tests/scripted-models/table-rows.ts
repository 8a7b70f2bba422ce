import type { Found } from './proposal.ts';
import type { Situation } from './read-prompt.ts';

export type Row = {
  readonly key: string;
  readonly text: string;
  readonly amount: string;
  readonly page: string;
};

/** Rows that begin with a number of letters and digits and end with an amount, as pages show tables. */
export function rowsOf(text: string, page = ''): readonly Row[] {
  return text.split('\n').flatMap((line) => {
    const cells = line
      .split(/[|\t]| {2,}/)
      .map((cell) => cell.trim())
      .filter((cell) => cell !== '');
    const key = cells[0] ?? '';
    const amount = cells.at(-1) ?? '';
    const isRow = cells.length > 1 && /^\d{4}-\d+$/.test(key) && /^[\d,.]+$/.test(amount);
    return isRow ? [{ key, text: cells.join(' | '), amount, page }] : [];
  });
}

/** Keys whose row is in one of the tables alone, and keys whose amounts differ. */
export function differences(rows: readonly Row[]): {
  readonly once: readonly Row[];
  readonly twice: readonly (readonly Row[])[];
} {
  const groups = [...new Set(rows.map(({ key }) => key))].map((key) => rows.filter((row) => row.key === key));
  return {
    once: groups.flatMap((group) => (group.length === 1 ? group : [])),
    twice: groups.filter((group) => new Set(group.map(({ amount }) => amount)).size > 1),
  };
}

/** Once both tables were shown: the rows in which they differ. */
export function tableFindings({ pages, kept }: Situation): readonly Found[] {
  const rows = [
    ...pages.flatMap(({ text, url }) => rowsOf(text, url)),
    ...kept.flatMap(({ text, caption }) => rowsOf(text, caption)),
  ];
  const unique = rows.filter((row, at) => rows.findIndex((one) => one.text === row.text) === at);
  if (new Set(unique.map(({ page }) => page)).size < 2) return [];
  const { once, twice } = differences(unique);
  return [
    ...once.map(({ text }) => ({ text, items: [1] })),
    ...twice.flat().map(({ text }) => ({ text, items: [2] })),
  ];
}
