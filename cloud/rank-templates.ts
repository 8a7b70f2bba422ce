import type { LibraryEntry } from './job-shapes.ts';

/** Words too common to tell templates apart. */
const common = new Set(
  'a an and all as at by for from get give in is it me my of on or our out please the their this that to us we what with you your'.split(
    ' ',
  ),
);

export type Ranked = { readonly entry: LibraryEntry; readonly score: number };

/**
 * Templates by how well their words fit the request, best first; those that share none are left out, and of each only
 * the newest version is ranked. A keyword counts three times, a word of the title twice; a word that many templates
 * have counts less.
 */
export function rankTemplates(request: string, entries: readonly LibraryEntry[]): readonly Ranked[] {
  const newest = newestOf(entries);
  const bags = newest.map((entry) => ({ entry, bag: bagOf(entry) }));
  const wanted = new Set(wordsOf(request));
  return bags
    .map(({ entry, bag }) => {
      const score = [...wanted].reduce((sum, word) => {
        const weight = bag.get(word) ?? 0;
        const having = bags.filter((other) => other.bag.has(word)).length;
        return weight === 0 ? sum : sum + weight * Math.log(1 + bags.length / having);
      }, 0);
      return { entry, score };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.entry.id.localeCompare(b.entry.id));
}

/** Lower-case words, plural and singular alike, without the common ones. */
export function wordsOf(text: string): readonly string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .filter((word) => !common.has(word))
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));
}

function bagOf({ title, description, keywords }: LibraryEntry): ReadonlyMap<string, number> {
  const bag = new Map<string, number>();
  const add = (text: string, weight: number): void => {
    for (const word of wordsOf(text)) bag.set(word, Math.max(bag.get(word) ?? 0, weight));
  };
  add(description, 1);
  add(title, 2);
  for (const keyword of keywords) add(keyword, 3);
  return bag;
}

/** The newest version of each template. */
export function newestOf(entries: readonly LibraryEntry[]): readonly LibraryEntry[] {
  const byId = new Map<string, LibraryEntry>();
  for (const entry of entries) {
    const known = byId.get(entry.id);
    if (known === undefined || compareVersions(entry.version, known.version) > 0) byId.set(entry.id, entry);
  }
  return [...byId.values()];
}

/** Semantic versions by their three numbers; a pre-release is older than its release. */
export function compareVersions(one: string, other: string): number {
  const numbers = (version: string): readonly number[] =>
    (version.split(/[-+]/)[0] ?? '').split('.').map(Number);
  const [a, b] = [numbers(one), numbers(other)];
  for (let at = 0; at < 3; at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return Number(other.includes('-')) - Number(one.includes('-'));
}
