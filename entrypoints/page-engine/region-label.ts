import { collapse } from '../../shared/plain-text.ts';
import { nameOf } from './accessible-name.ts';
import { nearest } from './flat-tree.ts';
import { tagOf, textContentOf } from './natives.ts';
import { roleOf } from './roles.ts';
import { isSensitive } from './sensitive.ts';

// How a part of the page is called in a few words: role and name, or role and what it says.

const textMax = 60;

/** `button "Save"`, `status "Three rows left"`, `text "x"` for an element without a role. */
export function labelOf(element: Element): string {
  const role = roleOf(element);
  const name = isSensitive(element) ? nameOf(element) : nameOf(element) || textContentOf(element);
  return labelled(role === '' ? 'text' : role, name);
}

export function labelled(kind: string, text: string): string {
  const short = collapse(text.slice(0, textMax * 8));
  if (short === '') return kind;
  return `${kind} ${JSON.stringify(short.length > textMax ? `${short.slice(0, textMax - 1)}…` : short)}`;
}

/** The nearest element around a node that has a role: where something is, as a person would say it. */
export function regionOf(node: Node): Element | null {
  const start = node instanceof Element ? node : node.parentElement;
  if (start === null) return null;
  return nearest(start, (candidate) => roleOf(candidate) !== '' || tagOf(candidate) === 'body');
}
