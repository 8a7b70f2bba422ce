/** One way of writing a secret, made with nothing of the product, and what of it must turn up nowhere. */
export interface CanaryForm {
  readonly encoding: string;
  /** The text as a hostile page would write it. */
  readonly written: string;
  /** The part of it that holds the secret and nothing else. */
  readonly traces: readonly string[];
}

const percent = (value: string): string =>
  [...Buffer.from(value)].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');
const unicode = (value: string): string =>
  Array.from(
    { length: value.length },
    (_, at) => `\\u${value.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
const entities = (value: string): string => [...value].map((one) => `&#${one.codePointAt(0)};`).join('');

/** Base64 of the secret at one of three places, as an attacker gets it by putting text before it. */
const base64 = (value: string, place: number, alphabet: 'base64' | 'base64url'): CanaryForm => {
  const bytes = Buffer.from(value);
  const before = Buffer.alloc(place, 'x');
  const written = Buffer.concat([before, bytes, Buffer.from('yy')]).toString(alphabet);
  const first = Math.ceil((place * 8) / 6);
  const last = Math.floor(((place + bytes.length) * 8) / 6);
  return { encoding: `${alphabet} at ${place}`, written, traces: [written.slice(first, last)] };
};

/** The twelve kinds of encoding, base64 at each of its places in both alphabets. */
export const canaryForms = (value: string): readonly CanaryForm[] => {
  const same = (encoding: string, written: string): CanaryForm => ({ encoding, written, traces: [written] });
  const bytes = Buffer.from(value);
  return [
    same('plain', value),
    same('other case', value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase()),
    same('URL', percent(value)),
    same('form', encodeURIComponent(value).replaceAll('%20', '+')),
    same('JSON', unicode(value)),
    same('HTML', entities(value)),
    ...[0, 1, 2].map((place) => base64(value, place, 'base64')),
    ...[0, 1, 2].map((place) => base64(value, place, 'base64url')),
    same('hex', bytes.toString('hex')),
    same('hex in capitals', bytes.toString('hex').toUpperCase()),
    same('UTF-16', [...value].map((one) => `${one}\0`).join('')),
    same('backwards', [...value].reverse().join('')),
    same('spaced', [...value].join(' ')),
    same('with invisible signs', [...value].join('\u200b')),
  ];
};
