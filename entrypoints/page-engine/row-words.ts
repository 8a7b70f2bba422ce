import { collapse } from '../../shared/plain-text.ts';
import { closest, parentElementOf, rootOf, tagOf, textContentOf } from './natives.ts';

// What tells an element from its likes, by the words that stand around it: in a list of orders each has its "Delete",
// and only the row's own words say which. Pages that draw a list anew often keep the nodes and change their texts,
// so that a node is no proof of what it stands for.

/** An element as it was told: by role and name. */
export type Told = { readonly element: Element; readonly role: string; readonly name: string };

/** What a ref is checked against while its element is still in the page. */
export type RowWords = {
  /** The part of the page that is the element's own, and none of its likes'. */
  readonly row: WeakRef<Element>;
  /** What row and name said. */
  readonly said: string;
  /** Words of the row, without the element's own name, that no like of it had beside it; in order. */
  readonly telling: readonly string[];
  /** Words of its name that no like of it had in theirs; in order. */
  readonly named: readonly string[];
  /** The name is all that tells it; otherwise a control may call itself anew. */
  readonly onlyNamed: boolean;
};

const rowCharactersMax = 300;
/** Words that told it may have been pushed back by a message that came before them. */
const searchedCharactersMax = 2_000;
const tellingMax = 12;
const rows =
  'tr, li, dd, article, [role=row], [role=listitem], [role=article], [role=option], [role=treeitem]';
const unsaid = new Set(['script', 'style', 'template', 'noscript']);
/** They are entries themselves: what they say is what they are. Without a role: what takes clicks beside others. */
const entries = new Set(['', 'option', 'treeitem', 'row', 'listitem', 'tab', 'menuitem', 'article']);

/**
 * For each element that has likes among those told with it, the words that tell it from them. Likes are, first
 * found first: of the same name but for figures, of a name that begins with the same word, in another row.
 */
export function rowWordsOf(told: readonly Told[]): ReadonlyMap<Element, RowWords> {
  const found = new Map<Element, RowWords>();
  const apart = told.filter(isEntry);
  for (const siblings of grouped(apart, ({ element }) => holderOf(element))) {
    for (const likes of grouped(siblings, ({ role, element }) => `${role} ${tagOf(element)}`)) {
      tell(likes, new Map(likes.map(({ element }) => [element, element])), found);
    }
  }
  const within = told.filter((one) => !isEntry(one));
  const left: Told[] = [];
  for (const likes of grouped(within, ({ role, name }) => `${role} ${withoutFigures(name)}`)) {
    if (likes.length === 1) left.push(...likes);
    else tell(likes, partsOf(likes.map(({ element }) => element)), found);
  }
  const leftStill: Told[] = [];
  for (const likes of grouped(left, ({ role, name }) => `${role} ${firstWord(name)}`)) {
    if (likes.length === 1) leftStill.push(...likes);
    else tell(likes, partsOf(likes.map(({ element }) => element)), found);
  }
  const inRows = leftStill.flatMap((one) => {
    const row = closest(one.element, rows);
    return row === null || row === one.element ? [] : [{ one, row }];
  });
  for (const likes of grouped(inRows, ({ one, row }) => `${one.role} ${tagOf(row)}`)) {
    if (new Set(likes.map(({ row }) => row)).size < likes.length) continue;
    const parts = new Map(likes.map(({ one, row }) => [one.element, row]));
    const ones = likes.map(({ one }) => one);
    tell(ones, parts, found, true);
  }
  return found;
}

/** Whether an element still stands for what it stood for when its words were remembered. */
export function standsForTheSame(words: RowWords, before: string, element: Element, name: string): boolean {
  const row = words.row.deref();
  if (row === undefined || !contains(row, element)) return true;
  if (saidBy(row, name) === words.said) return true;
  if (words.telling.length > 0) return areKept(words.telling, saidBy(row, name, searchedCharactersMax));
  if (words.onlyNamed) return areKept(words.named, name);
  if (words.named.length === 0 || firstWord(name) !== firstWord(before)) return true;
  return words.named.some((word) => wordsIn(name).includes(word));
}

/** Of elements that are called alike, those beside which the words stand that told one from its likes. */
export function besideWords(
  telling: readonly string[],
  alike: readonly Told[],
): { readonly whole: readonly Element[]; readonly nearly: readonly Element[] } {
  const parts = rowsAround(alike.map(({ element }) => element));
  const said = alike.map(({ element, name }) => {
    return { element, text: saidBy(parts.get(element) ?? element, name, searchedCharactersMax) };
  });
  const whole = said.filter(({ text }) => shareKept(telling, text) === 1);
  const nearly = said.filter(({ text }) => areKept(telling, text));
  return { whole: whole.map(({ element }) => element), nearly: nearly.map(({ element }) => element) };
}

/** The words that told one whose place another takes, as they are checked from then on. */
export function wordsBeside(
  words: RowWords,
  element: Element,
  name: string,
  alike: readonly Element[],
): RowWords {
  const row = rowsAround(alike).get(element) ?? element;
  return { ...words, row: new WeakRef(row), said: saidBy(row, name) };
}

/** The part around each; one that is alone now may have shared the page with others: only a row is its own. */
function rowsAround(alike: readonly Element[]): ReadonlyMap<Element, Element> {
  if (alike.length > 1) return partsOf(alike);
  return new Map(alike.map((one) => [one, closest(one, rows) ?? parentElementOf(one) ?? one]));
}

/**
 * Most of what told it is still there. A short number (a rank, a count) tells nothing beside other words; a long
 * one that comes first is what the entry is known by.
 */
function areKept(telling: readonly string[], text: string): boolean {
  const strong = strongOf(telling);
  const first = strong[0] ?? '';
  const share = shareKept(telling, text);
  if (wordsIn(text).includes(first)) return share >= 1 / 2;
  return !/\d{3}/.test(first) && strong.length >= 4 && share >= 3 / 4;
}

function shareKept(telling: readonly string[], text: string): number {
  const strong = strongOf(telling);
  const there = new Set(wordsIn(text));
  return strong.filter((word) => there.has(word)).length / Math.max(1, strong.length);
}

function strongOf(telling: readonly string[]): readonly string[] {
  const strong = telling.filter((word) => !/^\d{1,2}$/.test(word));
  return strong.length > 0 ? strong : telling;
}

function tell(
  likes: readonly Told[],
  parts: ReadonlyMap<Element, Element>,
  found: Map<Element, RowWords>,
  inRows = false,
): void {
  if (likes.length < 2) return;
  const all = likes.map((like) => {
    const { element, name } = like;
    const row = parts.get(element) ?? element;
    const own = wordsIn(name);
    const said = saidBy(row, name);
    const around = isEntry(like) ? wordsIn(said) : wordsIn(said).filter((word) => !own.includes(word));
    return { element, row, said, own, around };
  });
  const countOf = (pick: (one: (typeof all)[number]) => readonly string[]) => {
    const counts = new Map<string, number>();
    for (const one of all) for (const word of pick(one)) counts.set(word, (counts.get(word) ?? 0) + 1);
    return counts;
  };
  const around = countOf((one) => one.around);
  const own = countOf((one) => one.own);
  for (const one of all) {
    const telling = one.around.filter((word) => around.get(word) === 1).slice(0, tellingMax);
    const named = one.own.filter((word) => own.get(word) === 1).slice(0, tellingMax);
    if (telling.length === 0 && named.length === 0) continue;
    const onlyNamed = inRows && one.around.length === 0;
    found.set(one.element, { row: new WeakRef(one.row), said: one.said, telling, named, onlyNamed });
  }
}

/** The largest part of the page around each that holds none of the others. */
function partsOf(likes: readonly Element[]): Map<Element, Element> {
  const holders = new Map<Element, number>();
  for (const element of likes) {
    for (let at: Element | null = element; at !== null; at = holderOf(at)) {
      holders.set(at, (holders.get(at) ?? 0) + 1);
    }
  }
  const parts = new Map<Element, Element>();
  for (const element of likes) {
    let part = element;
    for (let at: Element | null = element; at !== null && holders.get(at) === 1; at = holderOf(at)) part = at;
    parts.set(element, part);
  }
  return parts;
}

/** The element around another, out through shadow roots. */
function holderOf(element: Element): Element | null {
  const parent = parentElementOf(element);
  if (parent !== null) return parent;
  const root = rootOf(element);
  return root instanceof ShadowRoot ? root.host : null;
}

function contains(row: Element, element: Element): boolean {
  for (let at: Element | null = element; at !== null; at = holderOf(at)) if (at === row) return true;
  return false;
}

function isEntry({ role }: Told): boolean {
  return entries.has(role);
}

/** The texts of a part, apart where they stand in nodes of their own, and a name. */
function saidBy(row: Element, name: string, charactersMax = rowCharactersMax): string {
  const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  let said = '';
  for (let node = walker.nextNode(); node !== null && said.length < charactersMax; node = walker.nextNode()) {
    const holder = parentElementOf(node);
    if (holder !== null && unsaid.has(tagOf(holder))) continue;
    const text = collapse(textContentOf(node).slice(0, charactersMax * 4));
    if (text !== '') said += `${text} `;
  }
  return `${said.slice(0, charactersMax)} ${name}`;
}

/** Each word once, in order; what belongs together by a sign between (`INV-1002`, `10.50`) is one. */
function wordsIn(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+(?:[.,:/\-'’_#@][\p{L}\p{N}]+)*/gu);
  return [...new Set(words ?? [])];
}

function firstWord(name: string): string {
  return wordsIn(name)[0] ?? '';
}

function withoutFigures(name: string): string {
  return name.replace(/\d+/g, '#');
}

function grouped<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): readonly (readonly Item[])[] {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}
