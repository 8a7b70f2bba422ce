const stopWords = new Set(
  'a an and are as at be by can do does for from how i in into is it its list me my of on one or say that the their then this to two was what when where which who with you your'.split(
    ' ',
  ),
);

/** The words of a text that say something, in one form. */
export function wordsIn(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => !stopWords.has(word)).map((word) => word.replace(/(?<=.{3})s$/, '')));
}

/** How many words of one stand in the other. */
export function overlap(one: string, other: string): number {
  const known = wordsIn(other);
  return [...wordsIn(one)].filter((word) => known.has(word)).length;
}

/** The sentences, list entries and table rows of a page's text. */
export function sentencesOf(text: string): readonly string[] {
  return text
    .split(/\n+/)
    .flatMap((line) => (/^\s*\|/.test(line) ? [line] : line.split(/(?<=[.!?]["”]?)\s+(?=["“\p{Lu}\d])/u)))
    .map((line) => line.replace(/^[\s*#>-]+/, '').trim())
    .filter((line) => line.length > 3);
}

/** A random number that is the same for the same text and seed, from 0 to 1. */
export function chance(seed: number, text: string): number {
  let hash = 2_166_136_261 ^ seed;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 2_246_822_519);
  hash ^= hash >>> 13;
  return (hash >>> 0) / 4_294_967_296;
}
