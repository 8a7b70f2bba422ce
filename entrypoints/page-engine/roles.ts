import { ancestorsOf, nearest, wordsOf } from './flat-tree.ts';
import {
  attributeOf,
  closest,
  hasAttribute,
  isContentEditable,
  nextElementOf,
  parentElementOf,
  previousElementOf,
  tagOf,
} from './natives.ts';

// Roles as HTML-AAM and ARIA give them: the explicit one if it is a role, else that of the tag.

const byTag: Readonly<Record<string, string>> = {
  article: 'article',
  aside: 'complementary',
  blockquote: 'blockquote',
  button: 'button',
  caption: 'caption',
  code: 'code',
  datalist: 'listbox',
  dd: 'definition',
  details: 'group',
  dialog: 'dialog',
  dt: 'term',
  fieldset: 'group',
  figure: 'figure',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  hr: 'separator',
  iframe: 'iframe',
  frame: 'iframe',
  li: 'listitem',
  main: 'main',
  math: 'math',
  menu: 'list',
  meter: 'meter',
  nav: 'navigation',
  ol: 'list',
  optgroup: 'group',
  option: 'option',
  output: 'status',
  p: 'paragraph',
  progress: 'progressbar',
  search: 'search',
  table: 'table',
  tbody: 'rowgroup',
  textarea: 'textbox',
  tfoot: 'rowgroup',
  thead: 'rowgroup',
  tr: 'row',
  ul: 'list',
  video: 'video',
  audio: 'audio',
  canvas: 'canvas',
};

const byInputType: Readonly<Record<string, string>> = {
  button: 'button',
  checkbox: 'checkbox',
  image: 'button',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  submit: 'button',
  search: 'searchbox',
  color: 'textbox',
  file: 'button',
  hidden: '',
};

const explicitRoles = new Set(
  (
    'alert alertdialog application article banner blockquote button caption cell checkbox code ' +
    'columnheader combobox ' +
    'complementary contentinfo definition dialog directory document feed figure form grid gridcell ' +
    'group heading img ' +
    'image link list listbox listitem log main marquee math menu menubar menuitem menuitemcheckbox ' +
    'menuitemradio meter ' +
    'navigation none note option presentation progressbar radio radiogroup region row rowgroup ' +
    'rowheader scrollbar ' +
    'search searchbox separator slider spinbutton status switch tab table tablist tabpanel term ' +
    'textbox time timer ' +
    'toolbar tooltip tree treegrid treeitem'
  ).split(' '),
);

/** The role of an element in lower case; empty for those without one (`div`, `span`, presentation). */
export function roleOf(element: Element): string {
  const explicit = wordsOf(element, 'role').find((word) => explicitRoles.has(word.toLowerCase()));
  const role = explicit?.toLowerCase();
  if (role === 'image') return 'img';
  if (role === 'none' || role === 'presentation') return isFocusable(element) ? implicitRole(element) : '';
  return role ?? implicitRole(element);
}

function implicitRole(element: Element): string {
  const tag = tagOf(element);
  switch (tag) {
    case 'a':
    case 'area':
      return hasAttribute(element, 'href') ? 'link' : '';
    case 'input':
      return inputRole(element);
    case 'select':
      return hasAttribute(element, 'multiple') || Number(attributeOf(element, 'size') ?? 0) > 1
        ? 'listbox'
        : 'combobox';
    case 'summary':
      return isOfDetails(element) ? 'button' : '';
    case 'img':
      return attributeOf(element, 'alt') === '' ? '' : 'img';
    case 'svg':
      return hasAttribute(element, 'aria-label') || hasAttribute(element, 'aria-labelledby') ? 'img' : '';
    case 'td':
      return isInGrid(element) ? 'gridcell' : 'cell';
    case 'th':
      return headerCellRole(element);
    case 'header':
    case 'footer':
      return isInSection(element) ? '' : tag === 'header' ? 'banner' : 'contentinfo';
    case 'section':
    case 'form':
      return isNamedByAuthor(element) ? (tag === 'form' ? 'form' : 'region') : '';
    default:
      return byTag[tag] ?? (isEditingHost(element) ? 'textbox' : '');
  }
}

/** The `type` of an input in lower case, `text` where none or an empty one is given. */
export function inputTypeOf(element: Element): string {
  const type = (attributeOf(element, 'type') ?? '').toLowerCase();
  return type === '' ? 'text' : type;
}

function inputRole(element: Element): string {
  const type = inputTypeOf(element);
  const role = byInputType[type];
  if (role !== undefined && role !== 'searchbox') return role;
  if (hasAttribute(element, 'list')) return 'combobox';
  return role ?? 'textbox';
}

function isInGrid(element: Element): boolean {
  const table = closest(element, 'table, [role=grid], [role=treegrid]');
  return table !== null && ['grid', 'treegrid'].includes(attributeOf(table, 'role') ?? '');
}

/** A summary works only as a child of its details. */
function isOfDetails(element: Element): boolean {
  const parent = parentElementOf(element);
  return parent !== null && tagOf(parent) === 'details';
}

/** Without a scope it is the head of the row if it stands beside a cell of data, else of the column. */
function headerCellRole(element: Element): string {
  const scope = attributeOf(element, 'scope') ?? '';
  if (scope === 'row' || scope === 'rowgroup') return 'rowheader';
  if (scope === 'col' || scope === 'colgroup') return 'columnheader';
  const beside = [previousElementOf(element), nextElementOf(element)];
  const headers = beside.filter((cell) => cell !== null && tagOf(cell) === 'th').length;
  const data = beside.some((cell) => cell !== null && tagOf(cell) === 'td');
  return headers < 2 && data ? 'rowheader' : 'columnheader';
}

function isInSection(element: Element): boolean {
  const sections = new Set(['article', 'aside', 'main', 'nav', 'section']);
  for (const ancestor of ancestorsOf(element)) if (sections.has(tagOf(ancestor))) return true;
  return false;
}

function isNamedByAuthor(element: Element): boolean {
  return ['aria-label', 'aria-labelledby', 'title'].some((name) => (attributeOf(element, name) ?? '') !== '');
}

/** The outermost element of an editable region. */
export function isEditingHost(element: Element): boolean {
  const value = attributeOf(element, 'contenteditable');
  return value !== null && value.toLowerCase() !== 'false';
}

/** True inside an editable region, or for its host. */
export function isEditableRegion(element: Element): boolean {
  if (element instanceof HTMLElement && isContentEditable(element)) return true;
  return nearest(element, isEditingHost) !== null;
}

const interactive = new Set(
  (
    'button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio ' +
    'searchbox slider ' +
    'spinbutton switch tab textbox treeitem'
  ).split(' '),
);

/** Roles that a person works: buttons, links, fields, choices. */
export function isInteractiveRole(role: string): boolean {
  return interactive.has(role);
}

/** Whether an element takes the focus by its tag or a `tabindex`. */
export function isFocusable(element: Element): boolean {
  const tag = tagOf(element);
  if (tag === 'a' || tag === 'area')
    return hasAttribute(element, 'href') || hasAttribute(element, 'tabindex');
  if (['button', 'input', 'select', 'textarea', 'summary', 'iframe'].includes(tag)) return true;
  return hasAttribute(element, 'tabindex') || isEditingHost(element);
}
