import type { SeenTarget } from '../../shared/engine-methods.ts';
import { nameOf } from './accessible-name.ts';
import { nearest } from './flat-tree.ts';
import { attributeOf, baseOf, byId, formTarget, hasAttribute, rootOf, tagOf } from './natives.ts';
import { isRematched, refOf } from './refs.ts';
import { inputTypeOf, roleOf } from './roles.ts';
import { isSensitive } from './sensitive.ts';
import { isEditable } from './states.ts';

/**
 * Describes an element for the one who judges: what it is, where it leads, what it belongs to. Touches
 * nothing.
 */
export function describeElement(element: Element): SeenTarget {
  const role = roleOf(element);
  const name = nameOf(element);
  return {
    ref: refOf(element, role, name),
    role,
    name,
    tag: tagOf(element),
    input_type: element instanceof HTMLInputElement ? inputTypeOf(element) : null,
    href: hrefOf(element),
    form: formOf(element),
    editable: isEditable(element),
    sensitive: isSensitive(element),
    url: location.href,
    origin: globalThis.origin,
    ...(isRematched(element) ? { rematched: true } : {}),
  };
}

/** Where the link that an element is, or is in, leads; absolute; null without one. */
export function hrefOf(element: Element): string | null {
  const link = nearest(element, (candidate) => ['a', 'area'].includes(tagOf(candidate)));
  if (link === null || !hasAttribute(link, 'href')) return null;
  return resolveUrl(attributeOf(link, 'href') ?? '');
}

function resolveUrl(url: string): string {
  const base = baseOf();
  return URL.canParse(url, base) ? new URL(url, base).href : url;
}

/** The form that an element belongs to, by a submit button's own target where it has one. */
function formOf(element: Element): SeenTarget['form'] {
  const form = ownerFormOf(element);
  if (form === null) return null;
  const { action, method } = formTarget(form);
  const submits = hasAttribute(element, 'formaction');
  return {
    action: submits ? resolveUrl(attributeOf(element, 'formaction') ?? '') : action,
    method: (attributeOf(element, 'formmethod') ?? method).toLowerCase(),
  };
}

function ownerFormOf(element: Element): HTMLFormElement | null {
  const id = attributeOf(element, 'form');
  const named = id === null ? null : byId(rootOf(element), id);
  if (named instanceof HTMLFormElement) return named;
  const around = nearest(element, (candidate) => candidate instanceof HTMLFormElement);
  return around instanceof HTMLFormElement ? around : null;
}
