import { likenessOf, type NameLikeness } from '../../../shared/control-words.ts';
import type { Fingerprint } from '../../../shared/fingerprint.ts';
import { saysDelete } from '../../../shared/tools/delete-words.ts';
import { type Candidate, sitePath } from './look-at-page.ts';
import { sharedMarks } from './marks.ts';

// Whether a control of a page is the one that a fingerprint remembers. First what must hold: the same kind of control, the
// same kind of act, the same site. Then what speaks for it: what it is called, what it does, how the page's makers name it,
// and where it stands. A likeness of place alone is none.

/** What a control does, as far as its page tells: leads to the same address, sends the same field or form. */
export type Effect = 'same' | 'alike' | 'different' | 'unknown';

export type Weighed = {
  readonly candidate: Candidate;
  readonly points: number;
  /** It is the one, if no other comes near. */
  readonly accepted: boolean;
  /** It leads, sends or fills elsewhere than what is remembered. */
  readonly contradicts: boolean;
  readonly likeness: NameLikeness;
  readonly effect: Effect;
  /** Identifying attributes that are the same. */
  readonly marks: number;
  /** Points for where it stands alone. */
  readonly placePoints: number;
  readonly evidence: readonly string[];
};

const namePoints: Readonly<Record<NameLikeness, number>> = {
  same: 4,
  meaning: 3,
  part: 1,
  none: 0,
  other: -2,
};
const effectPoints: Readonly<Record<Effect, number>> = { same: 4, alike: 1, unknown: 0, different: -4 };

/** Null: it cannot be the one, whatever else speaks for it. */
export function weighCandidate(
  print: Fingerprint,
  candidate: Candidate,
  page: { readonly url: string; readonly candidates: readonly Candidate[] },
): Weighed | null {
  if (kindOf(print.role, print.tag) !== kindOf(candidate.role, candidate.tag)) return null;
  if (!sameAct(print, candidate, page.url)) return null;
  const likeness = likenessOf(print.name, candidate.name);
  const effect = effectOf(print, candidate, page);
  const marks = sharedMarks(print.marks, candidate.attributes);
  const place = placeOf(print, candidate);
  const points =
    namePoints[likeness] +
    effectPoints[effect] +
    (marks.length === 0 ? 0 : 2 + Math.min(2, marks.length)) +
    (print.role === candidate.role ? 1 : 0) +
    place.points;
  const accepted = isTheOne({ likeness, effect, marks: marks.length, placed: place.points >= 0.5 });
  const evidence = [
    ...(likeness === 'same' ? ['it is called the same'] : []),
    ...(likeness === 'meaning' ? [`"${candidate.name}" means "${print.name}"`] : []),
    ...(effect === 'same' ? ['it does the same: same address, form or field'] : []),
    ...marks.map((name) => `same ${name}`),
    ...place.words,
  ];
  const told = { likeness, effect, marks: marks.length, placePoints: place.points };
  return { candidate, points, accepted, contradicts: effect === 'different', ...told, evidence };
}

function isTheOne(of: {
  readonly likeness: NameLikeness;
  readonly effect: Effect;
  readonly marks: number;
  readonly placed: boolean;
}): boolean {
  const { likeness, effect, marks, placed } = of;
  if (effect === 'different') return false;
  if (effect === 'same') return true;
  if (likeness === 'same') return true;
  if (likeness === 'meaning') return effect === 'alike' || marks > 0 || placed;
  if (likeness === 'none') return marks > 0 && placed;
  return marks > 1 || (marks > 0 && effect === 'alike' && placed);
}

const fieldRoles = new Set(['textbox', 'searchbox', 'combobox', 'listbox', 'spinbutton']);
const boxRoles = new Set(['checkbox', 'switch', 'radio']);
const triggerRoles = new Set(['button', 'link', 'tab', 'menuitem']);

/** Controls of one kind can take each other's place; a region only that of its own role. */
function kindOf(role: string, tag: string): string {
  if (fieldRoles.has(role) || tag === 'input' || tag === 'select' || tag === 'textarea') {
    if (!boxRoles.has(role) && !triggerRoles.has(role)) return 'field';
  }
  if (boxRoles.has(role)) return 'box';
  return triggerRoles.has(role) || tag === 'summary' ? 'trigger' : role;
}

const typesOfTheirOwn = ['password', 'file'];

// What takes something away stays that, and so does what does not; what only led somewhere does not become what sends; what
// stayed on the site does not leave it.
function sameAct(print: Fingerprint, candidate: Candidate, url: string): boolean {
  if (saysDelete(print.name) !== saysDelete(candidate.name)) return false;
  const { type } = candidate.attributes;
  if (typesOfTheirOwn.some((one) => (print.marks['type'] === one) !== (type === one))) return false;
  const sends = print.submits === true && print.form?.method === 'post';
  if (!sends && candidate.submits && candidate.form?.method === 'post') return false;
  const leadsTo = addressOf(candidate, url);
  const leaves = (address: string | null | undefined): boolean => /^https?:/.test(address ?? '');
  if (leaves(leadsTo) && leadsTo !== print.leads_to) return false;
  return !leaves(candidate.form?.action) || candidate.form?.action === print.form?.action;
}

function addressOf({ tag, attributes }: Candidate, url: string): string | null {
  const { href } = attributes;
  return tag !== 'a' || href === undefined ? null : sitePath(href, url);
}

function effectOf(
  print: Fingerprint,
  candidate: Candidate,
  { url, candidates }: { readonly url: string; readonly candidates: readonly Candidate[] },
): Effect {
  const leadsTo = addressOf(candidate, url);
  if (print.leads_to !== undefined && leadsTo !== null) return likeAddress(print.leads_to, leadsTo);
  if (print.leads_to !== undefined && candidate.submits && candidate.form?.method === 'get') {
    return likeAddress(print.leads_to, candidate.form.action);
  }
  const sameForm =
    print.form !== undefined &&
    candidate.form?.action === print.form.action &&
    candidate.form.method === print.form.method;
  if (print.submits === true && candidate.submits) {
    if (!sameForm) return candidate.form?.action === print.form?.action ? 'unknown' : 'different';
    const senders = candidates.filter(({ submits, form }) => submits && form?.action === print.form?.action);
    return senders.length === 1 ? 'same' : 'unknown';
  }
  if (print.submits === true && leadsTo !== null && leadsTo === print.form?.action) return 'alike';
  const [was, is] = [print.marks['name'], candidate.attributes['name']];
  if (kindOf(print.role, print.tag) !== 'field' || !sameForm || was === undefined || is === undefined)
    return 'unknown';
  return was === is ? 'same' : 'different';
}

function likeAddress(was: string, is: string): Effect {
  if (was === is) return 'same';
  const [one, other] = [was, is].map((address) => new URL(address, 'http://page.invalid'));
  if (one === undefined || other === undefined || one.origin !== other.origin) return 'different';
  const keys = (url: URL): string => [...new Set(url.searchParams.keys())].sort().join('&');
  return keys(one) === keys(other) && likePaths(one.pathname, other.pathname) ? 'alike' : 'different';
}

// Paths of one form: at most one part differs, and that one names a thing and no page, as `ST-2026-07` does.
function likePaths(one: string, other: string): boolean {
  const [was, is] = [one, other].map((path) => path.replace(/\d+/g, '0').split('/'));
  if (was === undefined || is === undefined || was.length !== is.length) return false;
  const others = was.flatMap((part, index) => (part === is[index] ? [] : [[part, is[index] ?? '']]));
  return (
    others.length === 0 || (others.length === 1 && others[0]?.every((part) => /[0_-]/.test(part)) === true)
  );
}

/** Whether a control stands in the very part of the page in which the fingerprint's did. */
export function standsInItsPart(print: Fingerprint, { within }: Pick<Candidate, 'within'>): boolean {
  const [role, name] = splitPart(print.within ?? '');
  const [nowRole, nowName] = splitPart(within);
  return role !== '' && role === nowRole && (name === nowName || likenessOf(name, nowName) === 'meaning');
}

function placeOf(
  print: Fingerprint,
  candidate: Candidate,
): { readonly points: number; readonly words: string[] } {
  const means = (one: string, other: string): boolean => ['same', 'meaning'].includes(likenessOf(one, other));
  const words: string[] = [];
  let points = 0;
  const [role, name] = splitPart(print.within ?? '');
  const [nowRole, nowName] = splitPart(candidate.within);
  if (role !== '' && role === nowRole) {
    const isSame = name === '' ? nowName === '' : means(name, nowName);
    points += isSame ? 1 : 0.5;
    if (isSame) words.push(`it stands in ${candidate.within}`);
  }
  if (means(print.heading ?? '', candidate.heading)) {
    points += 0.5;
    words.push(`it stands below "${candidate.heading}"`);
  }
  const beside = print.near.filter((one) => candidate.near.some((other) => means(one, other)));
  points += beside.length * 0.5;
  return { points, words: [...words, ...beside.map((one) => `it stands beside "${one}"`)] };
}

/** `navigation "Main"` as role and name. */
function splitPart(within: string): readonly [string, string] {
  const [, role = '', name = ''] = /^([a-z]+)(?: "(.*)")?$/s.exec(within) ?? [];
  return [role, name];
}
