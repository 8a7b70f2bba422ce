import { z } from 'zod';
import type { Fingerprint } from '../../../shared/fingerprint.ts';
import { PageElement } from '../../../shared/tools/get-elements.ts';
import { candidateOf, formOf, type Read } from './look-at-page.ts';
import { weighCandidate } from './weigh-candidate.ts';

const Looked = z.object({ url: z.string(), elements: z.array(PageElement) });
/** One, and a second that shows that it is not the only one. */
const elementsAskedMax = 2;

export type SeenElements = {
  readonly elements: readonly PageElement[];
  /** Whether the first of them provably does something else than what is remembered. */
  doesOtherThan(print: Fingerprint, form: PageElement | null): boolean;
};

/** The visible elements that a selector means, two at most; null when they could not be read. */
export async function elementsOf(read: Read, selector: string): Promise<SeenElements | null> {
  const answer = await read('get_elements', { selector, visible_only: true, max: elementsAskedMax });
  if (!answer.ok) return null;
  const { url, elements } = Looked.parse(answer.value);
  return {
    elements,
    doesOtherThan(print, form) {
      const [element] = elements;
      if (element === undefined) return false;
      const owner = form === null ? null : formOf(form.attributes, url);
      const candidate = candidateOf(element, { within: '', heading: '', near: [] }, owner);
      return weighCandidate(print, candidate, { url, candidates: [candidate] })?.contradicts === true;
    },
  };
}

/** `link "Reports"`, or the tag of what has no role. */
export function wordsOf({ role, name, tag }: Pick<PageElement, 'role' | 'name' | 'tag'>): string {
  const kind = role === '' ? tag : role;
  return name === '' ? kind : `${kind} "${name}"`;
}
