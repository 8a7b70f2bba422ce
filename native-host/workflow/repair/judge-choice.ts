import type { Fingerprint } from '../../../shared/fingerprint.ts';
import { type Candidate, sitePath } from './look-at-page.ts';
import { type Weighed, weighCandidate } from './weigh-candidate.ts';

// What somebody else than the rules has chosen (a model, a proposal that came with a job) is held to them: the same kind of
// control, of act and of site, nothing that does something else, something that speaks for it, and nothing on the page that
// is more like it. A choice breaks a tie or sees a likeness of words; it never overrules what a page tells of itself.

export type Judgement =
  | { readonly ok: true; readonly evidence: readonly string[] }
  | { readonly ok: false; readonly why: string };

/** Points of place that count where nothing else speaks for it. */
const placeMin = 0.5;

/** Whether a control may stand for what the fingerprint remembers. */
export function judgeChoice(
  print: Fingerprint,
  candidate: Candidate,
  page: { readonly url: string; readonly candidates: readonly Candidate[] },
): Judgement {
  const weighed = weighCandidate(print, candidate, page);
  if (weighed === null)
    return no('it is another kind of control, does another kind of act, or leaves the site');
  if (weighed.contradicts) return no('it leads, sends or fills elsewhere than what was recorded');
  if (weighed.effect === 'same') return { ok: true, evidence: weighed.evidence };
  const named = weighed.likeness === 'same' || weighed.likeness === 'meaning';
  if (weighed.effect === 'unknown' && !named && tellsMore(print, candidate, page.url))
    return no('it says where it leads or sends, and nothing says that this is where it led before');
  const placed = weighed.placePoints >= placeMin && weighed.likeness !== 'other';
  if (!named && weighed.marks === 0 && !placed) return no('nothing of it speaks for being the same');
  const better = page.candidates
    .flatMap((other) => (other.ref === candidate.ref ? [] : (weighCandidate(print, other, page) ?? [])))
    .find((other) => !other.contradicts && other.points > weighed.points);
  if (better !== undefined) return no(`${words(better)} is more like it`);
  return { ok: true, evidence: weighed.evidence };
}

/** Whether a control provably is not what the fingerprint remembers, although the template's own selector means it. */
export function isAnother(
  print: Fingerprint,
  candidate: Candidate,
  page: { readonly url: string; readonly candidates: readonly Candidate[] },
): boolean {
  const weighed = weighCandidate(print, candidate, page);
  return weighed === null || weighed.contradicts;
}

// A control that told nothing of its effect must not become one that does something of its own.
function tellsMore(print: Fingerprint, { tag, attributes, submits, form }: Candidate, url: string): boolean {
  const href = tag === 'a' ? attributes['href'] : undefined;
  if (href !== undefined && sitePath(href, url) !== null) return print.leads_to === undefined;
  return submits && form?.action !== print.form?.action;
}

function no(why: string): Judgement {
  return { ok: false, why };
}

function words({ candidate: { role, name } }: Weighed): string {
  return name === '' ? role : `${role} "${name}"`;
}
