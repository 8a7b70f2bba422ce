import { attributeOf } from './natives.ts';
import { inputTypeOf } from './roles.ts';

// Fields whose content nobody is told and no picture shows: passwords, one-time codes, card data, and every
// field that a secret was filled into, whatever its type becomes later (sites turn passwords into plain
// text to show them).

const filledWithSecret = new WeakSet<Element>();
const oncePassword = new WeakSet<Element>();
const sensitiveAutocomplete = /(?:^|\s)(?:current-password|new-password|one-time-code|cc-[a-z-]+)(?:\s|$)/i;

/** Marks a node as holding a secret for as long as the document lives. */
export function markSensitive(element: Element): void {
  filledWithSecret.add(element);
}

export function isSensitive(element: Element): boolean {
  if (filledWithSecret.has(element) || oncePassword.has(element)) return true;
  if (element instanceof HTMLInputElement && inputTypeOf(element) === 'password') {
    oncePassword.add(element);
    return true;
  }
  return sensitiveAutocomplete.test(attributeOf(element, 'autocomplete') ?? '');
}
