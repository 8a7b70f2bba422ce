import { contentOf } from './lay-onto.ts';
import { readText } from './read-text.ts';

/** Indices of lines that repeat an earlier one: the same words and numbers, whatever their order and citations. */
export function repeatsIn(lines: readonly string[]): ReadonlySet<number> {
  const seen = new Set<string>();
  const repeats = new Set<number>();
  for (const [at, line] of lines.entries()) {
    const read = readText(line.replace(/\[\d+\]/g, '').replace(/^\s*\d+[.)]\s/u, ''));
    const key = [...new Set(contentOf(read).map(({ word }) => word.key))].sort().join(' ');
    if (key === '') continue;
    if (seen.has(key)) repeats.add(at);
    seen.add(key);
  }
  return repeats;
}
