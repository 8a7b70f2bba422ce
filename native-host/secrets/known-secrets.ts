import type { NamedSecret } from './secret-forms.ts';
import type { OpenedSecrets } from './secrets-file.ts';
import { parseOtpauth } from './totp.ts';

/** Values that were replaced while this process lives; pages may still show them. */
const retiredMax = 1_000;
/** Codes stay known a while: pages may show them, but six digits turn up elsewhere too. */
const codesMax = 4;

/** Everything that must not leave the host: the values, those they replaced, keys of codes, the latest codes. */
export type KnownSecrets = {
  become(opened: OpenedSecrets | null): void;
  addCode(name: string, code: string): void;
  /** The same array as long as nothing has changed. */
  all(): readonly NamedSecret[];
};

export function knownSecrets(): KnownSecrets {
  let values: readonly NamedSecret[] = [];
  let codes: readonly NamedSecret[] = [];
  let all: readonly NamedSecret[] = [];
  return {
    become(opened) {
      const current = Array.from(opened?.values ?? [], ([name, value]) => formsOf(name, value)).flat();
      const kept = new Set(current.map(keyOf));
      values = [...current, ...values.filter((one) => !kept.has(keyOf(one))).slice(0, retiredMax)];
      all = [...values, ...codes];
    },
    addCode(name, code) {
      codes = [{ name, value: code }, ...codes.filter((one) => one.value !== code)].slice(0, codesMax);
      all = [...values, ...codes];
    },
    all: () => all,
  };
}

function formsOf(name: string, value: string): NamedSecret[] {
  const code = parseOtpauth(value);
  return code.ok
    ? [
        { name, value },
        { name, value: code.value.written },
      ]
    : [{ name, value }];
}

function keyOf({ name, value }: NamedSecret): string {
  return `${name} ${value}`;
}
