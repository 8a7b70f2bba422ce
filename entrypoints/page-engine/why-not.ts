import { ancestorsOf, nearest } from './flat-tree.ts';
import { attributeOf, matches, tagOf } from './natives.ts';

// The cause of a check that fails, in one word that a caller can act on.

/** Why an element does not show. */
export function whyHidden(element: Element): string {
  for (const at of [element, ...ancestorsOf(element)]) {
    if (at instanceof HTMLDetailsElement && !at.open && at !== element) return 'closed-details';
    const { display } = getComputedStyle(at);
    if (display === 'none') return tagOf(at) === 'dialog' ? 'closed-dialog' : 'display-none';
  }
  if (getComputedStyle(element).visibility !== 'visible') return 'visibility-hidden';
  return 'no-size';
}

/** What disables an element. */
export function whyDisabled(element: Element): string {
  const aria = nearest(element, (candidate) => attributeOf(candidate, 'aria-disabled') === 'true');
  if (!matches(element, ':disabled')) return aria === null ? 'disabled-around' : 'aria-disabled';
  return matches(element, '[disabled]') ? 'disabled' : 'disabled-fieldset';
}
