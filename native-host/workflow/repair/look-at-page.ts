import { z } from 'zod';
import { ok, type Result } from '../../../shared/faults.ts';
import { PageElement } from '../../../shared/tools/get-elements.ts';
import { type OutlinePlace, outlinePlaces } from './outline-places.ts';

// A look at a page for its controls: one outline for their places, one list for their attributes, and one list for each
// form. All of it only reads.

/** One read, as the gate answers it. */
export type Read = (
  tool: 'snapshot' | 'get_elements' | 'wait',
  args: Readonly<Record<string, unknown>>,
) => Promise<Result<Readonly<Record<string, unknown>>>>;

/** A control or region that the page has now. */
export type Candidate = OutlinePlace & {
  readonly ref: string;
  readonly role: string;
  readonly name: string;
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly form: { readonly method: 'get' | 'post'; readonly action: string } | null;
  readonly submits: boolean;
};

export type PageLook = { readonly url: string; readonly candidates: readonly Candidate[] };

/** What a person can use, and the regions that a step may name. */
const controls = [
  'a[href]',
  'button',
  'input:not([type="hidden"])',
  'select',
  'textarea',
  'summary',
  '[contenteditable=""], [contenteditable="true"]',
  ...'button link textbox searchbox combobox listbox checkbox radio switch tab menuitem option'
    .split(' ')
    .map((role) => `[role="${role}"]`),
].join(', ');
const regions =
  'nav, output, table, dialog, [role="status"], [role="alert"], [role="navigation"], [role="table"], [role="grid"], [role="dialog"]';

/** Forms of a page whose controls are asked for one by one. */
const formsMax = 12;
const outlineTokensMax = 20_000;
const controlsMax = 400;

const Looked = z.object({ url: z.string(), elements: z.array(PageElement) });
const Outlined = z.object({ outline: z.string() });

/** The page as it is now; a fault when one of the reads was not possible. */
export async function lookAtPage(read: Read): Promise<Result<PageLook>> {
  const outlined = await read('snapshot', { changed: false, max_tokens: outlineTokensMax });
  if (!outlined.ok) return outlined;
  const listed = await elements(read, `${controls}, ${regions}`);
  if (!listed.ok) return listed;
  const forms = await formsOf(read);
  if (!forms.ok) return forms;
  const places = outlinePlaces(Outlined.parse(outlined.value).outline);
  const candidates = listed.value.elements.map((element) =>
    candidateOf(element, places.get(element.ref) ?? nowhere, forms.value.get(element.ref) ?? null),
  );
  return ok({ url: listed.value.url, candidates });
}

const nowhere: OutlinePlace = { within: '', heading: '', near: [] };

/** A visible element as a candidate. */
export function candidateOf(element: PageElement, place: OutlinePlace, form: Candidate['form']): Candidate {
  const { ref, role, name, tag, attributes } = element;
  const type = attributes['type'] ?? (tag === 'button' ? 'submit' : '');
  const submits = form !== null && (type === 'submit' || type === 'image') && tag !== 'a';
  return { ref, role, name, tag, attributes, form, submits, ...place };
}

async function elements(read: Read, selector: string): Promise<Result<z.infer<typeof Looked>>> {
  const answer = await read('get_elements', { selector, visible_only: true, max: controlsMax });
  return answer.ok ? ok(Looked.parse(answer.value)) : answer;
}

async function formsOf(read: Read): Promise<Result<ReadonlyMap<string, NonNullable<Candidate['form']>>>> {
  const forms = await elements(read, 'form');
  if (!forms.ok) return forms;
  const owners = new Map<string, NonNullable<Candidate['form']>>();
  for (const { ref, attributes } of forms.value.elements.slice(0, formsMax)) {
    const inside = await elements(read, `ref=${ref} >> css=:is(${controls})`);
    if (!inside.ok) return inside;
    for (const member of inside.value.elements) owners.set(member.ref, formOf(attributes, forms.value.url));
  }
  return ok(owners);
}

/** A form by its attributes; one without an action goes to the page's own address. */
export function formOf(
  attributes: Readonly<Record<string, string>>,
  url: string,
): NonNullable<Candidate['form']> {
  const method = attributes['method']?.toLowerCase() === 'post' ? 'post' : 'get';
  return { method, action: sitePath(attributes['action'] ?? url, url) ?? attributes['action'] ?? '' };
}

/** Path and query of an address on the page's own site; the whole address of another; null when it leads nowhere. */
export function sitePath(address: string, pageUrl: string): string | null {
  const url = URL.parse(address, pageUrl);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return null;
  return url.origin === URL.parse(pageUrl)?.origin ? `${url.pathname}${url.search}` : url.href;
}
