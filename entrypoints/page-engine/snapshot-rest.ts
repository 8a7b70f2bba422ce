import { nameOf } from './accessible-name.ts';
import { flatParentOf } from './flat-tree.ts';
import { nextSiblingOf, queryAll, tagOf } from './natives.ts';
import type { OutlineLine } from './outline-lines.ts';
import { named } from './refs.ts';
import { isRendered } from './visibility.ts';

// What a cut outline has not told, in a few words: how many more rows or entries, and which parts of the page.

const partsMax = 6;
const nameCharactersMax = 40;
const partsSeenMax = 2_000;
const countMin = 3;
const countMax = 1_000_000;
const nestingMax = 100;
const parts =
  'main, nav, footer, aside, form, table, dialog, iframe, h1, h2, h3, [role=main], [role=navigation], ' +
  '[role=grid], [role=table], [role=dialog], [role=form], [role=contentinfo]';
const counted: Readonly<Record<string, string>> = { tr: 'rows', li: 'entries', option: 'options' };

/** What follows the first `count` of the lines. */
export function restAfter(lines: readonly OutlineLine[], count: number, prefix: string): readonly string[] {
  const last = lines.slice(0, count).findLast(({ element }) => element !== null)?.element;
  const more = [`${lines.length - count} or more lines`];
  if (last === undefined || last === null) return more;
  return [...countsAfter(last, prefix), ...partsAfter(last, prefix)].slice(0, partsMax + 2);
}

/** Rows or entries that follow in what the last line is part of. */
function countsAfter(last: Element, prefix: string): readonly string[] {
  const told: string[] = [];
  let at: Element | null = last;
  for (let depth = 0; at !== null && depth < nestingMax; depth++) {
    const kind = counted[tagOf(at)];
    if (kind !== undefined) {
      const following = countFollowing(at);
      const holder = wholeAround(at);
      const where = holder === null ? '' : ` of ${wordsFor(holder, prefix)}`;
      if (following >= countMin) told.push(`${following} more ${kind}${where}`);
    }
    at = flatParentOf(at);
  }
  return told;
}

function countFollowing(element: Element): number {
  const tag = tagOf(element);
  let count = 0;
  for (let next = nextSiblingOf(element); next !== null && count < countMax; next = nextSiblingOf(next))
    if (next instanceof Element && tagOf(next) === tag) count++;
  return count;
}

function wholeAround(element: Element): Element | null {
  let at: Element | null = flatParentOf(element);
  for (let depth = 0; at !== null && depth < nestingMax; depth++) {
    if (['table', 'ul', 'ol', 'select'].includes(tagOf(at))) return at;
    at = flatParentOf(at);
  }
  return null;
}

function partsAfter(last: Element, prefix: string): readonly string[] {
  const told: string[] = [];
  for (const part of queryAll(document, parts).slice(0, partsSeenMax)) {
    const after = (last.compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    if (!after || !isRendered(part)) continue;
    told.push(wordsFor(part, prefix));
    if (told.length >= partsMax) break;
  }
  return told;
}

function wordsFor(element: Element, prefix: string): string {
  const { ref, role } = named(element);
  const name = nameOf(element).slice(0, nameCharactersMax);
  return `${role}${name === '' ? '' : ` ${JSON.stringify(name)}`} [${prefix}${ref}]`;
}
