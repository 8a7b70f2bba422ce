import type { EngineAnswer } from '../../shared/engine-methods.ts';
import { attributeCharactersMax, attributesMax, elementTextMax } from '../../shared/limits.ts';
import { collapse } from '../../shared/plain-text.ts';
import type { SelectorPart } from '../../shared/selector.ts';
import type { PageElement } from '../../shared/tools/get-elements.ts';
import { nameOf } from './accessible-name.ts';
import { fieldKindOf, fieldStateOf } from './field-state.ts';
import { attributesOf, rectOf, tagOf, textContentOf } from './natives.ts';
import { refOf, rememberAmong } from './refs.ts';
import { follow } from './resolve.ts';
import { inputTypeOf, roleOf } from './roles.ts';
import { isSensitive } from './sensitive.ts';
import { checkedOf } from './states.ts';
import { isVisible } from './visibility.ts';

export type ElementsRequest = {
  readonly parts: readonly SelectorPart[];
  readonly styles: readonly string[];
  readonly visible_only: boolean;
  readonly max: number;
};

/** Every element that a selector means here, hidden ones too; nothing is scrolled, focused or waited for. */
export function readElements({
  parts,
  styles,
  visible_only,
  max,
}: ElementsRequest): EngineAnswer<'elements'> {
  const { elements, frame } = follow(parts);
  if (frame !== null) {
    const { ref, index, src, used } = frame;
    return { elements: [], count: 0, frame: { ref, index, src, used } };
  }
  const found = visible_only ? elements.filter(isVisible) : elements;
  const told = found.slice(0, max);
  const read = told.map((element) => readElement(element, styles));
  rememberAmong(told);
  return {
    elements: read,
    count: found.length,
    frame: null,
  };
}

function readElement(element: Element, styles: readonly string[]): PageElement {
  const role = roleOf(element);
  const name = nameOf(element);
  const visible = isVisible(element);
  const value = heldBy(element);
  const { x, y, width, height } = rectOf(element);
  return {
    ref: refOf(element, role, name),
    tag: tagOf(element),
    role,
    name,
    text: visible && value === null && !isSensitive(element) ? shortText(element) : '',
    value,
    checked: checkedOf(element) === null ? null : checkedOf(element) === true,
    attributes: attributesTold(element),
    box: { x: hundredths(x), y: hundredths(y), width: hundredths(width), height: hundredths(height) },
    visible,
    styles: stylesOf(element, styles),
  };
}

/** By what is rendered where the browser tells it, so that hidden parts stay out of the text. */
function shortText(element: Element): string {
  const text = element instanceof HTMLElement ? innerTextOf(element) : textContentOf(element);
  return collapse(text).slice(0, elementTextMax);
}

const innerText = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'innerText')?.get;

function innerTextOf(element: HTMLElement): string {
  const text: unknown = innerText?.call(element);
  return typeof text === 'string' ? text : textContentOf(element);
}

const valueKinds: ReadonlySet<string> = new Set(['text', 'select', 'typed-value', 'combobox']);

function heldBy(element: Element): string | null {
  const hasValue = ['input', 'textarea', 'select'].includes(tagOf(element));
  if (!hasValue || isSensitive(element) || !valueKinds.has(fieldKindOf(element))) return null;
  const { value } = fieldStateOf(element);
  return Array.isArray(value) ? value.join(', ') : String(value);
}

function attributesTold(element: Element): Record<string, string> {
  const secret = isSensitive(element);
  const told: [string, string][] = [];
  for (const { name, value } of Array.from(attributesOf(element))) {
    if (told.length === attributesMax) break;
    // Handlers are program text; a hidden field holds tokens that a person never sees.
    if (/^on/i.test(name) || name === 'nonce' || name === 'srcdoc') continue;
    if (name === 'value' && (secret || isHiddenField(element))) continue;
    told.push([name, value.slice(0, attributeCharactersMax)]);
  }
  return Object.fromEntries(told);
}

function isHiddenField(element: Element): boolean {
  return element instanceof HTMLInputElement && inputTypeOf(element) === 'hidden';
}

function stylesOf(element: Element, names: readonly string[]): Record<string, string> {
  if (names.length === 0) return {};
  const computed = getComputedStyle(element);
  const entries = names.map((name) => [
    name,
    computed.getPropertyValue(name).slice(0, attributeCharactersMax),
  ]);
  return Object.fromEntries(entries);
}

/** Whole hundredths are precise enough and survive JSON. */
function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
