import type { Fingerprint } from '../../../shared/fingerprint.ts';
import { type Candidate, sitePath } from './look-at-page.ts';
import { attributeIsMark } from './marks.ts';

/** Values by the parameter that they came from; secrets are not among them. */
export type KnownValues = Readonly<Record<string, unknown>>;

/** Shortest value that is looked for in texts: a shorter one stands in them by chance. */
const valueCharactersMin = 4;
const textCharactersMax = 200;

/** What a control is remembered by, with the values of parameters taken out. */
export function takeFingerprint(candidate: Candidate, pageUrl: string, values: KnownValues): Fingerprint {
  const open = (text: string): string => withReferences(text, values).slice(0, textCharactersMax);
  const { role, name, tag, attributes, form, submits, within, heading, near } = candidate;
  const href = tag === 'a' ? attributes['href'] : undefined;
  const leadsTo = href === undefined ? null : sitePath(href, pageUrl);
  return {
    role,
    name: open(name),
    tag,
    marks: Object.fromEntries(
      Object.entries(attributes)
        .filter(([key, value]) => attributeIsMark(key) && value !== '' && value.length <= textCharactersMax)
        .map(([key, value]) => [key, open(value)]),
    ),
    ...(leadsTo === null ? {} : { leads_to: withReferences(leadsTo, values).slice(0, 500) }),
    ...(form === null
      ? {}
      : { form: { ...form, action: withReferences(form.action, values).slice(0, 500) } }),
    ...(submits ? { submits } : {}),
    ...(within === '' ? {} : { within: open(within) }),
    ...(heading === '' ? {} : { heading: open(heading) }),
    near: near.map(open),
  };
}

/** A text with the values of parameters taken out; the longest first, so that one that holds another is not cut in two. */
export function withReferences(text: string, values: KnownValues): string {
  const known = Object.entries(values)
    .flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []))
    .filter(([, value]) => value.length >= valueCharactersMin)
    .sort(([, one], [, other]) => other.length - one.length);
  const plain = text.replaceAll('{{', '{ {');
  return known.reduce((so, [name, value]) => so.replaceAll(value, `{{parameters.${name}}}`), plain);
}
