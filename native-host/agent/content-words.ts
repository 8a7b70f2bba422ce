// Words that carry the meaning of a text, for choosing links and comparing questions. Not a proof of anything: what decides
// about findings stands in `evidence/`.

const empty = new Set(
  `a an and are as at be by can do does for from has have how i in into is it its me my of on or that the their them then
there these this to was were what when where which who why will with you your find tell give show list name get about
der die das den dem des ein eine einen und oder ist sind war wie was wer wo wann in im auf von zu mit für nach bei
le la les un une des et ou est sont de du en dans pour par sur que qui quoi comment
el los las una unos y o es son del en por para con que cual como donde`.split(/\s+/),
);

/** Lower case, without accents; words of scripts without spaces are taken in pairs of characters. */
export function contentWords(text: string): readonly string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.flatMap(pairsOrWord).filter((word) => !empty.has(word)))].map(stem);
}

/** Plural and singular are one word here. */
function stem(word: string): string {
  return word.length > 3 ? word.replace(/(?:es|s)$/, '') : word;
}

function pairsOrWord(word: string): readonly string[] {
  if (!/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word)) return [word];
  const signs = [...word];
  return signs.length < 2 ? signs : signs.slice(1).map((sign, at) => `${signs[at]}${sign}`);
}

/** How many of `wanted` the text has, from 0 to their number. */
export function sharedWords(text: string, wanted: ReadonlySet<string>): number {
  return contentWords(text).filter((word) => wanted.has(word)).length;
}
