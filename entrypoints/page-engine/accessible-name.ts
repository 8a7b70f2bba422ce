import { collapse } from '../../shared/plain-text.ts';
import { shownChildrenOf, wordsOf } from './flat-tree.ts';
import { attributeOf, byId, childNodesOf, rootOf, tagOf, textContentOf } from './natives.ts';
import { inputTypeOf, isInteractiveRole, roleOf } from './roles.ts';
import { isSensitive } from './sensitive.ts';
import { isAriaHidden, isRendered, shownAs } from './visibility.ts';

// The accessible name, by the rules of the accname specification: labelled by others, own label, the
// language's own naming (labels, captions, alt), content, title. A field's value never gets into its own
// name.

const nameCharactersMax = 400;
const nestingMax = 40;
const namedByContent = new Set(
  (
    'button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox ' +
    'menuitemradio option radio row rowheader switch tab term tooltip treeitem'
  ).split(' '),
);

/** Drawings of icon fonts: characters that mean nothing outside of their font. */
const privateUse = /[\ue000-\uf8ff]/g;

/** The name of an element, white space collapsed, at most 400 characters; empty without one. */
export function nameOf(element: Element): string {
  return collapse(computeName(element).replace(privateUse, '')).slice(0, nameCharactersMax);
}

/** The name that the author of the page gave by `aria-labelledby` or `aria-label`. */
export function authorNameOf(element: Element): string {
  const labelled = referencedText(element, 'aria-labelledby');
  return labelled !== '' ? labelled : collapse(attributeOf(element, 'aria-label') ?? '');
}

function computeName(element: Element): string {
  const given = authorNameOf(element);
  if (given !== '') return given;
  const native = collapse(nativeName(element));
  if (native !== '') return native;
  if (namedByContent.has(roleOf(element))) {
    const content = collapse(contentText(element, { skip: null, depth: 0 }));
    if (content !== '') return content;
  }
  if (tagOf(element) === 'img' && attributeOf(element, 'alt') === '') return '';
  return attributeOf(element, 'title') ?? attributeOf(element, 'placeholder') ?? '';
}

/** Texts of the elements that an attribute lists by id, joined; they count even when they are hidden. */
function referencedText(element: Element, attribute: string): string {
  const root = rootOf(element);
  const texts = wordsOf(element, attribute).map((id) => {
    const other = byId(root, id);
    return other === null ? '' : labelText(other, element);
  });
  return collapse(texts.join(' '));
}

/** What an element says as a label of another: its own label, else its content. */
function labelText(label: Element, labelled: Element | null): string {
  const value = label === labelled ? null : embeddedValue(label);
  if (value !== null) return value;
  const own = collapse(attributeOf(label, 'aria-label') ?? '');
  if (own !== '') return own;
  const native = label === labelled ? '' : nativeName(label);
  if (native !== '') return native;
  return isRendered(label) ? contentText(label, { skip: labelled, depth: 0 }) : textContentOf(label);
}

/** The labels of a form control, as the browser ties them; empty for anything else. */
export function labelsOf(element: Element): readonly HTMLLabelElement[] {
  if (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLButtonElement ||
    element instanceof HTMLMeterElement ||
    element instanceof HTMLOutputElement ||
    element instanceof HTMLProgressElement
  ) {
    return Array.from(element.labels ?? []);
  }
  return [];
}

function nativeName(element: Element): string {
  const labels = labelsOf(element);
  if (labels.length > 0) {
    const text = collapse(
      labels.map((label) => (isRendered(label) ? labelText(label, element) : '')).join(' '),
    );
    if (text !== '') return text;
  }
  switch (tagOf(element)) {
    case 'input':
      return inputName(element);
    case 'img':
    case 'area':
      return attributeOf(element, 'alt') ?? '';
    case 'fieldset':
      return childText(element, 'legend');
    case 'table':
      return childText(element, 'caption');
    case 'svg':
      return childText(element, 'title');
    case 'optgroup':
    case 'option':
      return attributeOf(element, 'label') ?? '';
    case 'iframe':
      return attributeOf(element, 'title') ?? attributeOf(element, 'name') ?? '';
    default:
      return '';
  }
}

function inputName(element: Element): string {
  const value = attributeOf(element, 'value');
  switch (inputTypeOf(element)) {
    case 'button':
      return value ?? '';
    case 'submit':
      return value ?? 'Submit';
    case 'reset':
      return value ?? 'Reset';
    case 'image':
      return attributeOf(element, 'alt') ?? value ?? 'Submit';
    default:
      return '';
  }
}

function childText(element: Element, tag: string): string {
  for (const child of childNodesOf(element)) {
    if (child instanceof Element && tagOf(child) === tag) return contentText(child, { skip: null, depth: 0 });
  }
  return '';
}

type Reading = { readonly skip: Element | null; readonly depth: number };

/** Text of an element's content, with the names of what stands in it; without the fields that it labels. */
export function contentText(element: Element, reading: Reading): string {
  if (reading.depth > nestingMax) return '';
  let text = drawnText(element, '::before');
  for (const child of shownChildrenOf(element)) {
    if (child instanceof Element) text += embeddedText(child, { ...reading, depth: reading.depth + 1 });
    else if (child instanceof Text) text += child.nodeValue ?? '';
    if (text.length > nameCharactersMax * 4) break;
  }
  return text + drawnText(element, '::after');
}

const drawnWords = /"((?:[^"\\]|\\.)*)"/gs;

/** What a style draws before or after the content; of a picture with a text for it, the text. */
function drawnText(element: Element, pseudo: '::before' | '::after'): string {
  const style = getComputedStyle(element, pseudo);
  const { content } = style;
  if (content === '' || content === 'none' || content === 'normal' || !content.includes('"')) return '';
  const spoken = content.slice(content.lastIndexOf('" / "') < 0 ? content.lastIndexOf(' / "') + 1 : 0);
  const words = [...spoken.matchAll(drawnWords)]
    .map(([, word]) => (word ?? '').replace(/\\(.)/gs, '$1'))
    .join('');
  return style.display.startsWith('inline') || style.display === '' ? words : ` ${words} `;
}

function embeddedText(element: Element, reading: Reading): string {
  if (element === reading.skip || isAriaHidden(element)) return '';
  const shown = shownAs(element);
  if (shown === 'gone') return '';
  const tag = tagOf(element);
  if (tag === 'br') return ' ';
  if (shown === 'hidden' && shownChildrenOf(element).length === 0) return '';
  const value = embeddedValue(element);
  if (value !== null) return ` ${value} `;
  const own = collapse(attributeOf(element, 'aria-label') ?? '');
  const text = own !== '' ? own : embeddedOwn(element, tag, shown, reading);
  return isInline(element) ? text : ` ${text} `;
}

function embeddedOwn(element: Element, tag: string, shown: 'shown' | 'hidden', reading: Reading): string {
  if (tag === 'img' || tag === 'svg') return ` ${pictureName(element)} `;
  if (tag === 'input' || tag === 'select' || tag === 'textarea') {
    return isInteractiveRole(roleOf(element)) ? ` ${controlText(element)} ` : '';
  }
  if (shown === 'hidden') return visibleChildrenText(element, reading);
  return contentText(element, reading);
}

function pictureName(element: Element): string {
  const native = nativeName(element);
  return native !== '' || attributeOf(element, 'alt') === '' ? native : (attributeOf(element, 'title') ?? '');
}

function visibleChildrenText(element: Element, reading: Reading): string {
  return shownChildrenOf(element)
    .map((child) => (child instanceof Element ? embeddedText(child, reading) : ''))
    .join('');
}

const valued = new Set(['textbox', 'searchbox', 'combobox', 'listbox', 'spinbutton', 'slider']);

/**
 * What a field inside another's label counts with: what it holds, before any name of its own. Null for what is
 * no such field, and for fields that nobody is told of.
 */
function embeddedValue(element: Element): string | null {
  if (!valued.has(roleOf(element)) || isSensitive(element)) return null;
  if (element instanceof HTMLSelectElement) {
    return Array.from(element.selectedOptions, (option) => textContentOf(option)).join(' ');
  }
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return element.value;
  return attributeOf(element, 'aria-valuetext') ?? attributeOf(element, 'aria-valuenow');
}

function controlText(element: Element): string {
  const type = inputTypeOf(element);
  return ['button', 'submit', 'reset', 'image'].includes(type) ? inputName(element) : '';
}

function isInline(element: Element): boolean {
  const display = getComputedStyle(element).display;
  return display === '' || display.startsWith('inline') || display === 'contents';
}
