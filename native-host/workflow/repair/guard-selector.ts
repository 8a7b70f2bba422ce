import type { Fingerprint } from '../../../shared/fingerprint.ts';
import { saysDelete } from '../../../shared/tools/delete-words.ts';
import { isAnother, judgeChoice } from './judge-choice.ts';
import { type Candidate, lookAtPage, type PageLook, type Read, sitePath } from './look-at-page.ts';
import { elementsOf, wordsOf } from './read-elements.ts';
import { standsInItsPart } from './weigh-candidate.ts';

export type Guarded =
  | { readonly ok: true; readonly candidate: Candidate; readonly evidence: readonly string[] }
  | { readonly ok: false; readonly why: string };

/** What a selector means now, held to what is remembered of the control that it is to stand for. */
export async function guardSelector(
  read: Read,
  selector: string,
  print: Fingerprint | null,
): Promise<Guarded> {
  const meant = await candidateAt(read, selector);
  if (!meant.ok) return meant;
  const { candidate, page } = meant;
  const refused = (why: string): Guarded => ({
    ok: false,
    why: `${selector} is ${wordsOf(candidate)}, and ${why}`,
  });
  if (print === null) return refused('nothing is known of what the step meant: record the template first');
  const judged = judgeChoice(print, candidate, page);
  return judged.ok ? { ok: true, candidate, evidence: judged.evidence } : refused(judged.why);
}

/** The template's own selector on a page that a repair has gone to: what it means there must not be something else. */
export async function guardOwn(read: Read, selector: string, print: Fingerprint): Promise<Guarded | null> {
  const meant = await candidateAt(read, selector);
  if (!meant.ok) return null;
  const { candidate, page } = meant;
  const why = `${selector} is ${wordsOf(candidate)}, which does something else than what was recorded`;
  return isAnother(print, candidate, page) ? { ok: false, why } : { ok: true, candidate, evidence: [] };
}

/** Whether a selector means one control that only opens a part of its page: no address, no form, no deed. */
export async function guardOpener(read: Read, selector: string): Promise<Guarded> {
  const meant = await candidateAt(read, selector);
  if (!meant.ok) return meant;
  const { candidate, page } = meant;
  if (opensOnly(candidate, page.url)) return { ok: true, candidate, evidence: [] };
  const why = `${wordsOf(candidate)} does not say that it only opens a part of the page, so a repair may not click it`;
  return { ok: false, why };
}

/**
 * The link that shows this address, and the whole address: on the page's own site, in the part of the page in which something that
 * the step looks for was. Elsewhere a repair does not look: a page could send it round.
 */
export async function guardLink(
  read: Read,
  url: string,
  prints: readonly Fingerprint[],
): Promise<(Guarded & { readonly ok: false }) | (Guarded & { readonly ok: true; readonly address: string })> {
  const page = await lookAtPage(read);
  if (!page.ok) return { ok: false, why: page.fault.message };
  const wanted = URL.parse(url, page.value.url)?.href;
  const shown = page.value.candidates.find(
    ({ tag, attributes: { href } }) =>
      tag === 'a' && href !== undefined && URL.parse(href, page.value.url)?.href === wanted,
  );
  if (
    shown !== undefined &&
    sitePath(shown.attributes['href'] ?? '', page.value.url)?.startsWith('/') !== true
  )
    return { ok: false, why: `${wordsOf(shown)} leaves the site` };
  if (shown !== undefined && !prints.some((print) => standsInItsPart(print, shown))) {
    const why = `${wordsOf(shown)} stands in another part of the page than anything that the step looks for`;
    return { ok: false, why };
  }
  if (shown !== undefined && saysDelete(shown.name)) return { ok: false, why: `${wordsOf(shown)} deletes` };
  if (shown !== undefined && wanted !== undefined)
    return { ok: true, candidate: shown, evidence: [], address: wanted };
  return { ok: false, why: `no link of the page leads to ${url}, so a repair may not go there` };
}

function opensOnly({ tag, role, attributes, submits, name }: Candidate, url: string): boolean {
  const href = tag === 'a' ? attributes['href'] : undefined;
  if (submits || (href !== undefined && !href.startsWith('#') && sitePath(href, url) !== null)) return false;
  const says = ['aria-expanded', 'aria-haspopup'].some((key) => attributes[key] !== undefined);
  return (tag === 'summary' || role === 'tab' || says) && !saysDelete(name);
}

type Meant =
  | { readonly ok: true; readonly candidate: Candidate; readonly page: PageLook }
  | { readonly ok: false; readonly why: string };

async function candidateAt(read: Read, selector: string): Promise<Meant> {
  const seen = await elementsOf(read, selector);
  const [only, ...more] = seen?.elements ?? [];
  if (only === undefined) return { ok: false, why: `${selector} means nothing that shows` };
  if (more.length > 0) return { ok: false, why: `${selector} means several controls` };
  const page = await lookAtPage(read);
  if (!page.ok) return { ok: false, why: page.fault.message };
  const candidate = page.value.candidates.find(({ ref }) => ref === only.ref);
  if (candidate === undefined)
    return { ok: false, why: `${selector} is ${wordsOf(only)}, which is no control` };
  return { ok: true, candidate, page: page.value };
}
