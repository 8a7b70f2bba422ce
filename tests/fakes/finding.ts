import type { Finding } from '../../shared/objective.ts';

/** A finding with what a test says of it; its quote is its text unless told otherwise. */
export function finding(n: number, text: string, more: Partial<Finding> = {}): Finding {
  const url = `https://example.com/${n}`;
  return { n, text, quote: text, url, link: url, title: '', part: 1, turn: n, items: [], ...more };
}
