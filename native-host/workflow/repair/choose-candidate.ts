import type { Fingerprint } from '../../../shared/fingerprint.ts';
import { type Candidate, type PageLook, sitePath } from './look-at-page.ts';
import { type Weighed, weighCandidate } from './weigh-candidate.ts';

/** Points at which something is so like it that its absence cannot be told either. */
const doubtMin = 3;
/** Points that the best one is ahead of every other; closer, and none is chosen. */
const marginMin = 1.5;

export type Choice =
  | { readonly found: Candidate; readonly evidence: readonly string[] }
  | {
      readonly found: null;
      readonly why: string;
      /** Something is like it, without being enough like it: it may be there. */
      readonly doubt: boolean;
    };

/** The one control of the page that the fingerprint remembers, or why there is none. */
export function chooseCandidate(print: Fingerprint, page: PageLook): Choice {
  const weighed = page.candidates
    .flatMap((candidate) => weighCandidate(print, candidate, page) ?? [])
    .sort((one, other) => other.points - one.points);
  const [best] = weighed.filter(({ accepted }) => accepted);
  if (best === undefined) {
    const [near] = weighed.filter(({ points, contradicts }) => points >= doubtMin && !contradicts);
    if (near === undefined)
      return { found: null, why: 'nothing on the page is enough like it', doubt: false };
    return { found: null, why: `${words(near)} is like it, but not enough`, doubt: true };
  }
  const rival = weighed.find(
    (other) =>
      other !== best && best.points - other.points < marginMin && !leadSameWay(best, other, page.url),
  );
  if (rival === undefined) return { found: best.candidate, evidence: best.evidence };
  return { found: null, why: `${words(best)} and ${words(rival)} are both like it`, doubt: true };
}

// Two links to one address do the same, whichever is taken.
function leadSameWay(one: Weighed, other: Weighed, url: string): boolean {
  const [first, second] = [one, other].map(({ candidate }) => {
    const { href } = candidate.attributes;
    return candidate.tag === 'a' && href !== undefined ? sitePath(href, url) : null;
  });
  return other.accepted && first !== null && first === second;
}

function words({ candidate }: Weighed): string {
  return candidate.name === '' ? candidate.role : `${candidate.role} "${candidate.name}"`;
}
