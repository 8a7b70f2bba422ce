import type { Finding } from '../../../shared/objective.ts';

/** Fewer pieces than this are no list: "big, old house". */
const piecesMin = 3;

/** How many things findings name at most: a finding can be a list of several. */
export function thingsIn(findings: readonly Finding[]): number {
  return findings.reduce((sum, { text, quote }) => sum + Math.max(1, piecesOf(text), rowsOf(quote)), 0);
}

function piecesOf(text: string): number {
  const pieces = text
    .split(/[,;\n•]|\s(?:and|und|et|y|e|en|и)\s/u)
    .filter((piece) => /\p{L}{2}/u.test(piece));
  return pieces.length >= piecesMin ? pieces.length : 1;
}

function rowsOf(quote: string): number {
  return quote.split('\n').filter((line) => line.trim() !== '').length;
}
