import { collapse } from '../../shared/plain-text.ts';
import { nameOf } from './accessible-name.ts';
import { attributeOf, closest, parentElementOf, queryOne, rootOf, tagOf, textContentOf } from './natives.ts';
import { isInteractiveRole, roleOf } from './roles.ts';
import { besideWords, type RowWords, standsForTheSame } from './row-words.ts';

// Which element takes the place of one that is gone. The same tag and role, and the same name but for its
// figures, are always asked for; then whatever tells the old one from its likes has to point to exactly one: an
// id, the row or entry around it, its place among equals. Where that is not so, nothing takes the place: an
// act that goes to the neighbour of what was meant is worse than one that is refused.

export type Kept = {
  readonly tag: string;
  readonly role: string;
  readonly name: string;
  /** What the page itself calls it: id, test id, field name, address. Empty without any. */
  readonly mark: string;
  /** Text of the row, entry or group around it; empty where there is none. */
  readonly near: string;
  /** What the row or entry is called: its head, its own mark, its first link or number. Empty without any. */
  readonly key: string;
  /** The key told it from its likes when they were last seen together. */
  readonly keyed: boolean;
  /** Its place among those that are the same in all of the above, and how many there were. */
  readonly place: number;
  readonly of: number;
  /** What tells it from those that were shown with it; null while that is not known. */
  readonly words: RowWords | null;
};

const nearCharactersMax = 300;
const keyCharactersMax = 80;
const groups =
  'tr, li, dd, dt, article, fieldset, [role=row], [role=listitem], [role=article], [role=option], ' +
  '[role=treeitem], [role=group]';
const marks = ['id', 'data-testid', 'data-test-id', 'data-test', 'data-id', 'data-key', 'name', 'href'];
const heads = 'th, [role=rowheader], h1, h2, h3, h4, h5, h6, legend, summary';

export function keptOf(element: Element, role: string, name: string): Kept {
  const group = groupOf(element);
  const near = group === null ? '' : nearOf(group);
  const key = group === null ? '' : keyOf(group);
  return {
    tag: tagOf(element),
    role,
    name,
    mark: markOf(element),
    near,
    key,
    keyed: false,
    place: 0,
    of: 0,
    words: null,
  };
}

/**
 * Whether an element that is still there stands for what it stood for when it was told. A list that is drawn
 * anew may keep its nodes and give each the texts of another row.
 */
export function isStill(kept: Kept, element: Element, name: string): boolean {
  if (kept.tag === 'a' && name !== kept.name && kept.mark !== '' && markOf(element) !== kept.mark)
    return false;
  return kept.words === null || standsForTheSame(kept.words, kept.name, element, name);
}

/** What several have in common that only their keys tell apart. */
export function likesOf({ tag, role, name, key }: Kept): string {
  return JSON.stringify([tag, role, name, key]);
}

/** All that is known without the place, as one text. */
export function equalsOf({ tag, role, name, mark, near }: Kept): string {
  return JSON.stringify([tag, role, name, mark, near]);
}

export function successorOf(
  kept: Kept,
  elements: readonly Element[],
): { readonly successor: Element | null; readonly alike: readonly Element[] } {
  const sameRole = elements.filter((one) => tagOf(one) === kept.tag && roleOf(one) === kept.role);
  const alike = sameRole.filter((one) => withoutFigures(nameOf(one)) === withoutFigures(kept.name));
  const successor = chosen(kept, alike);
  if (successor !== null || alike.length > 0) return { successor, alike };
  // Nothing is called so any more: what shares a word with it, or stands where it stood, may be what is meant.
  const close = sameRole.filter((one) => sharesWord(nameOf(one), kept.name) || isBeside(one, kept));
  return { successor: null, alike: isInteractiveRole(kept.role) && close.length === 0 ? sameRole : close };
}

function chosen(kept: Kept, alike: readonly Element[]): Element | null {
  if (kept.words !== null && kept.words.telling.length > 0) {
    const { role } = kept;
    const told = alike.map((element) => ({ element, role, name: nameOf(element) }));
    const { whole, nearly } = besideWords(kept.words.telling, told);
    const fitting = whole.length > 0 ? whole : nearly;
    return fitting.length === 1 ? (fitting[0] ?? null) : null;
  }
  if (kept.mark !== '') {
    const marked = alike.filter((one) => markOf(one) === kept.mark);
    if (marked.length === 1 && isBeside(marked[0], kept)) return marked[0] ?? null;
  }
  const named = alike.filter((one) => nameOf(one) === kept.name);
  const near = named.filter((one) => nearOf(groupOf(one)) === kept.near);
  const only = near.length === 1 ? near[0] : undefined;
  if (only !== undefined && (kept.name !== '' || kept.near !== '')) return only;
  if (near.length > 1 && near.length === kept.of) return near[kept.place] ?? null;
  if (kept.key === '' || !kept.keyed) return null;
  const keyed = named.filter((one) => keyOf(groupOf(one)) === kept.key);
  return keyed.length === 1 ? (keyed[0] ?? null) : null;
}

/** In a row or entry of the same name, or in none as before. */
function isBeside(element: Element | undefined, kept: Kept): boolean {
  return element !== undefined && keyOf(groupOf(element)) === kept.key;
}

function withoutFigures(name: string): string {
  return name.replace(/\d+/g, '#');
}

function sharesWord(name: string, other: string): boolean {
  const words = new Set(other.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);
  return (name.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).some((word) => words.has(word));
}

function markOf(element: Element): string {
  for (const name of marks) {
    const value = attributeOf(element, name);
    if (value !== null && value !== '' && value !== '#') return `${name}=${value.slice(0, 300)}`;
  }
  return '';
}

/** The innermost row, entry or group around an element, out through shadow roots. */
function groupOf(element: Element): Element | null {
  let at: Element | null = element;
  while (at !== null) {
    const found: Element | null = closest(at, groups);
    if (found !== null && found !== element) return found;
    if (found === element) {
      const parent: Element | null = parentElementOf(element);
      const outer: Element | null = parent === null ? null : closest(parent, groups);
      if (outer !== null) return outer;
    }
    const root = rootOf(at);
    at = root instanceof ShadowRoot ? root.host : null;
  }
  return null;
}

function nearOf(group: Element | null): string {
  if (group === null) return '';
  return collapse(textContentOf(group).slice(0, nearCharactersMax * 4)).slice(0, nearCharactersMax);
}

/** A head, a mark of its own, the first link, or a first text with a number in it: what identifies a row. */
function keyOf(group: Element | null): string {
  if (group === null) return '';
  const head = queryOne(group, heads);
  const said = head === null ? '' : collapse(textContentOf(head));
  if (said !== '') return said.slice(0, keyCharactersMax);
  const mark = markOf(group);
  if (mark !== '') return mark;
  const link = queryOne(group, 'a[href]');
  const linked = link === null ? '' : collapse(textContentOf(link));
  if (linked !== '') return linked.slice(0, keyCharactersMax);
  const walker = document.createTreeWalker(group, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = collapse(node.nodeValue ?? '');
    if (text !== '') return /\d/.test(text) ? text.slice(0, keyCharactersMax) : '';
  }
  return '';
}
