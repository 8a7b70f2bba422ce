import { type RecordedTarget, selectorChoicesMax } from '../../shared/recording.ts';
import { parseSelector } from '../../shared/selector.ts';
import { labelsOf, nameOf } from '../page-engine/accessible-name.ts';
import { ancestorsOf, nearest } from '../page-engine/flat-tree.ts';
import { attributeOf, tagOf, textContentOf } from '../page-engine/natives.ts';
import { labelOwnText } from '../page-engine/query.ts';
import { findAll } from '../page-engine/resolve.ts';
import { isFocusable, isInteractiveRole, roleOf } from '../page-engine/roles.ts';

/** Longest name that a selector is made of; a longer one is a text of the page and changes with it. */
const nameMax = 80;
/** Elements counted from the body down in the last of all selectors. */
const depthMax = 12;

/** Parts of a page that tell controls of the same name apart, such as the row that a link stands in. */
const partRoles = new Set(
  (
    'article banner complementary contentinfo dialog form group listitem main navigation region row ' +
    'search table tabpanel'
  ).split(' '),
);

/**
 * The control that a press on an element is meant for: a button and not the picture in it. Null where nothing speaks for a control:
 * a press on the ground of a page does nothing, and would be a step that finds nothing.
 */
export function controlOf(element: Element): Element | null {
  const isControl = (one: Element): boolean =>
    isInteractiveRole(roleOf(one)) || tagOf(one) === 'summary' || tagOf(one) === 'label';
  const control = nearest(element, isControl);
  if (control !== null) return control;
  if (!looksPressable(element)) return isFocusable(element) ? element : null;
  // The hand is shown over all that lies in what can be pressed.
  let whole = element;
  for (const around of ancestorsOf(element)) {
    if (!looksPressable(around)) break;
    whole = around;
  }
  return whole;
}

function looksPressable(element: Element): boolean {
  return getComputedStyle(element).cursor === 'pointer';
}

/** What finds a control again, what a person calls it first; each means it alone on the page as it is. */
export function targetOf(element: Element): RecordedTarget {
  const role = roleOf(element);
  const name = nameOf(element).replace(/\s+/g, ' ').trim();
  const alone = candidates(element, role, name).filter((selector) => meansOnly(selector, element));
  const selectors = (alone.length === 0 ? [lastResort(element, role, name)] : alone).slice(
    0,
    selectorChoicesMax,
  );
  return { role: role.slice(0, 60), name: name.slice(0, 300), tag: tagOf(element).slice(0, 60), selectors };
}

/**
 * What finds a text again that will say something else next time: by where it stands and never by what it says. Its name is what it
 * says too, so none is told unless its makers gave it one.
 */
export function textPlaceOf(element: Element): RecordedTarget {
  const tag = tagOf(element);
  const role = roleOf(element);
  const id = attributeOf(element, 'id');
  const around = [...ancestorsOf(element)].flatMap((part) => {
    const name = attributeOf(part, 'aria-label');
    const known = partRoles.has(roleOf(part)) && name !== null && name !== '' && name.length <= nameMax;
    return known ? [`role=${roleOf(part)}[name="${escaped(name)}"] >> css=${tag}`] : [];
  });
  const choices = [
    ...testIdsOf(element),
    ...(id && isLastingId(id) ? [`#${id}`] : []),
    ...around,
    tag,
    ...(role === '' ? [] : [`role=${role}`]),
  ].filter((selector) => meansOnly(selector, element));
  const selectors = (choices.length === 0 ? [pathTo(element)] : choices).slice(0, selectorChoicesMax);
  const name = attributeOf(element, 'aria-label') ?? '';
  return { role: role.slice(0, 60), name: name.slice(0, 300), tag: tag.slice(0, 60), selectors };
}

function testIdsOf(element: Element): readonly string[] {
  return ['data-testid', 'data-test-id', 'data-test'].flatMap((key) => {
    const value = attributeOf(element, key);
    return value === null || value === '' ? [] : [`testid="${escaped(value)}"`];
  });
}

// An id with many digits was counted by a program, and counts otherwise tomorrow.
function isLastingId(id: string): boolean {
  return /^[A-Za-z][\w-]*$/.test(id) && !/\d{3}/.test(id);
}

function candidates(element: Element, role: string, name: string): readonly string[] {
  const tag = tagOf(element);
  const label = labelsOf(element)
    .map((one) => labelOwnText(one).replace(/\s+/g, ' ').trim())
    .find((text) => text !== '' && text.length <= nameMax);
  const named = role !== '' && name !== '' && name.length <= nameMax;
  const [id, field, href, placeholder] = ['id', 'name', 'href', 'placeholder'].map((key) =>
    attributeOf(element, key),
  );
  return [
    ...(label === undefined ? [] : [`label="${escaped(label)}"`]),
    ...(named ? [`role=${role}[name="${escaped(name)}"]`] : []),
    ...(named ? withinParts(element, `role=${role}[name="${escaped(name)}"]`) : []),
    ...testIdsOf(element),
    ...(id && isLastingId(id) ? [`#${id}`] : []),
    ...(field && tag !== 'a' ? [`${tag}[name="${escaped(field)}"]`] : []),
    ...(placeholder ? [`placeholder="${escaped(placeholder)}"`] : []),
    ...(href && !/[?#]|\d{4}/.test(href) ? [`a[href="${escaped(href)}"]`] : []),
  ];
}

/** The control within what it lies in, innermost first. */
function withinParts(element: Element, own: string): readonly string[] {
  return [...ancestorsOf(element)].flatMap((part) => {
    const role = roleOf(part);
    if (!partRoles.has(role)) return [];
    const name = nameOf(part).replace(/\s+/g, ' ').trim();
    return name === '' || name.length > nameMax ? [] : [`role=${role}[name="${escaped(name)}"] >> ${own}`];
  });
}

/** For what has no name of its own: its text, that it is the only one of its kind, its place among its likes, its place in the page. */
function lastResort(element: Element, role: string, name: string): string {
  const text = textContentOf(element).replace(/\s+/g, ' ').trim();
  const own = role === '' || name === '' ? null : `role=${role}[name="${escaped(name)}"]`;
  const likes = own === null ? -1 : placeAmong(own, element);
  const choices = [
    ...(text === '' || text.length > nameMax ? [] : [`text="${escaped(text)}"`]),
    tagOf(element),
    ...(role === '' ? [] : [`role=${role}`]),
    ...(likes < 0 ? [] : [`${own} >> nth=${likes}`]),
  ];
  return choices.find((selector) => meansOnly(selector, element)) ?? pathTo(element);
}

function placeAmong(selector: string, element: Element): number {
  const parsed = parseSelector(selector);
  return parsed.ok ? findAll(parsed.value).indexOf(element) : -1;
}

function meansOnly(selector: string, element: Element): boolean {
  // It would be a reference in the template, and not a selector.
  if (selector.includes('{{')) return false;
  const parsed = parseSelector(selector);
  if (!parsed.ok) return false;
  const found = findAll(parsed.value);
  return found.length === 1 && found[0] === element;
}

function pathTo(element: Element): string {
  const steps: string[] = [];
  let at: Element | null = element;
  while (at !== null && at !== document.body && steps.length < depthMax) {
    const id = attributeOf(at, 'id');
    if (at !== element && id !== null && /^[A-Za-z][\w-]*$/.test(id)) {
      steps.unshift(`#${id}`);
      break;
    }
    const parent: Element | null = at.parentElement;
    const tag = tagOf(at);
    const place = [...(parent?.children ?? [])].filter((one) => tagOf(one) === tag).indexOf(at) + 1;
    steps.unshift(`${tag}:nth-of-type(${Math.max(place, 1)})`);
    at = parent;
  }
  return steps.join(' > ');
}

function escaped(text: string): string {
  return text.replace(/[\\"]/g, '\\$&');
}
