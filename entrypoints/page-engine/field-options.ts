import type { OptionList } from '../../shared/engine-input.ts';
import { collapse } from '../../shared/plain-text.ts';
import { nameOf } from './accessible-name.ts';
import { labelOf } from './field-state.ts';
import { nearest, wordsOf } from './flat-tree.ts';
import { attributeOf, byId, queryAll, rectOf, rootOf, textContentOf } from './natives.ts';
import { refOf } from './refs.ts';
import { roleOf } from './roles.ts';
import { isDisabled } from './states.ts';
import { isVisible } from './visibility.ts';

// What a choice offers: the options of a native one, or those of the list that the page draws for it.

type Option = OptionList['options'][number];

const optionsMax = 2_000;
const lists = '[role=listbox], [role=menu], [role=tree], [role=grid]';
const entries =
  '[role=option], [role=treeitem], [role=menuitemradio], [role=menuitemcheckbox], [role=menuitem]';
/** Boxes whose list the page draws elsewhere have it near them. */
const farPixels = 1_200;

/** The options of a choice, in order; `open` is false for a drawn list that does not show. */
export function optionListOf(element: Element): OptionList {
  if (element instanceof HTMLSelectElement) return nativeList(element);
  const list = listOf(element);
  if (list === null) return { open: false, multiple: false, busy: false, list: null, options: [] };
  const shown = entriesIn(list).filter(isVisible).slice(0, optionsMax);
  return {
    open: shown.length > 0,
    multiple: attributeOf(list, 'aria-multiselectable') === 'true',
    busy: [element, list].some((one) => attributeOf(one, 'aria-busy') === 'true'),
    list: refOf(list),
    options: shown.map(drawnOption),
  };
}

function nativeList(select: HTMLSelectElement): OptionList {
  const options = Array.from(select.options)
    .slice(0, optionsMax)
    .map((option): Option => {
      const { value, selected } = option;
      return { ref: null, value, label: labelOf(option), selected, disabled: isDisabled(option) };
    });
  return { open: true, multiple: select.multiple, busy: false, list: null, options };
}

/** The element itself, the list that it names, the one around its active option, or the nearest in sight. */
function listOf(element: Element): Element | null {
  if (isList(element)) return element;
  const own = [...wordsOf(element, 'aria-controls'), ...wordsOf(element, 'aria-owns')]
    .map((id) => byId(rootOf(element), id) ?? byId(document, id))
    .filter((named) => named !== null);
  for (const named of own) {
    const list = isList(named) ? named : (queryAll(named, lists).find(isVisible) ?? null);
    if (list !== null) return list;
    if (entriesIn(named).length > 0) return named;
  }
  const [active] = wordsOf(element, 'aria-activedescendant');
  const option = active === undefined ? null : byId(rootOf(element), active);
  return (option === null ? null : nearest(option, isList)) ?? nearestList(element);
}

function isList(element: Element): boolean {
  return (
    ['listbox', 'menu', 'tree', 'grid'].includes(roleOf(element)) && !(element instanceof HTMLSelectElement)
  );
}

function nearestList(element: Element): Element | null {
  const from = rectOf(element);
  const distanceOf = (list: Element): number => {
    const to = rectOf(list);
    const across = Math.max(0, to.left - from.right, from.left - to.right);
    return across + Math.max(0, to.top - from.bottom, from.top - to.bottom);
  };
  const near = queryAll(document, '[role=listbox]')
    .filter((list) => isVisible(list))
    .map((list) => ({ list, distance: distanceOf(list) }))
    .filter(({ distance }) => distance < farPixels)
    .sort((a, b) => a.distance - b.distance);
  return near[0]?.list ?? null;
}

function entriesIn(list: Element): readonly Element[] {
  const named = queryAll(list, entries);
  return named.length > 0 || roleOf(list) !== 'grid' ? named : queryAll(list, '[role=row]');
}

function drawnOption(option: Element): Option {
  const name = nameOf(option);
  const label = name === '' ? collapse(textContentOf(option)) : name;
  const chosen = attributeOf(option, 'aria-selected') ?? attributeOf(option, 'aria-checked');
  return {
    ref: refOf(option),
    value: attributeOf(option, 'data-value') ?? attributeOf(option, 'value') ?? '',
    label,
    selected: chosen === 'true',
    disabled: isDisabled(option),
  };
}

const groupsUp = 4;

/** Whether a text shows in or near a field, outside the list under it: as a chip, or as the chosen value. */
export function showsNear(element: Element, text: string): boolean {
  const wanted = collapse(text);
  const list = listOf(element);
  let at: Element | null = element;
  for (let up = 0; at !== null && up < groupsUp; up++) {
    const group: Element = at;
    if (list !== null && group !== list && Node.prototype.contains.call(group, list)) return false;
    if (collapse(textContentOf(group)).includes(wanted)) return true;
    at = nearest(group, (candidate) => candidate !== group);
  }
  return false;
}
