import type { Provenance } from './extraction.ts';

/** `https://a.example/reports, row 1, column Gross, step found`. */
export function provenanceWords(one: Provenance): string {
  if (one.kind === 'computed') return one.formula;
  if (one.kind === 'picture') return [one.url, `picture of step ${one.step_id}`].filter(isTold).join(', ');
  const { url, row, column, selector, step_id } = one;
  const cell = [row === null ? null : `row ${row}`, column === null ? null : `column ${column}`];
  return [url, ...cell, selector, `step ${step_id}`].filter(isTold).join(', ');
}

function isTold(text: string | null): text is string {
  return text !== null;
}
