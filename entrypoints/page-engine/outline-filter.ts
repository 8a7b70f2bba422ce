import { collapse } from '../../shared/plain-text.ts';
import { shadowRootOf } from './flat-tree.ts';
import { attributeOf, queryAll, queryOne, tagOf, textContentOf } from './natives.ts';

// Which rows and entries a search need not go into: those whose text does not hold what is looked for, and in
// which nothing is told that is not text. On a page of ten thousand rows that leaves a handful.

const units = new Set(['tr', 'li', 'p', 'dd', 'dt', 'option']);
const unitRoles = new Set(['row', 'listitem', 'option', 'treeitem']);
/** What an outline tells besides texts: names from attributes, values, states. */
const told =
  '[aria-label], [aria-labelledby], [title], [alt], [placeholder], [aria-valuetext], [aria-valuenow], input, ' +
  'select, textarea, iframe, svg, img, canvas, video, audio';
/** Words of an outline that no page says. */
const words = new Set(
  (
    'button link checkbox radio textbox searchbox combobox listbox option menu menuitem tab tablist table row ' +
    'grid tree treeitem dialog alert status img iframe navigation main form search region article banner ' +
    'clickable switch slider spinbutton toolbar heading checked unchecked mixed expanded collapsed selected ' +
    'pressed not disabled required readonly invalid focused current ascending descending secret covered unseen ' +
    'caption term definition figure group complementary contentinfo separator h1 h2 h3 h4 h5 h6'
  ).split(' '),
);

/**
 * Decides about elements, by those words that the outline has not itself: "item" may be its own, "77" only the page's.
 * Null when none is left, and everything is gone through.
 */
export function unitFilter(find: string | null): ((element: Element) => boolean) | null {
  if (find === null) return null;
  const isOutlines = (word: string) => [...words].some((own) => own.includes(word));
  const wanted = collapse(find)
    .toLowerCase()
    .split(/[\s|"':[\]]+/)
    .filter((word) => word !== '' && !isOutlines(word));
  if (wanted.length === 0) return null;
  return (element) => isUnit(element) && !mayHold(element, wanted);
}

function isUnit(element: Element): boolean {
  return units.has(tagOf(element)) || unitRoles.has(attributeOf(element, 'role') ?? '');
}

function mayHold(element: Element, wanted: readonly string[]): boolean {
  const text = textContentOf(element).toLowerCase();
  if (wanted.every((word) => text.includes(word))) return true;
  if (queryOne(element, told) !== null) return true;
  return queryAll(element, '*').some((inner) => shadowRootOf(inner) !== null);
}
