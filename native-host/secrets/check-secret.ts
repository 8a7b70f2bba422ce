import { type Fault, failed, fault, ok, type Result } from '../../shared/faults.ts';
import { parseSiteRule } from './allowed-sites.ts';
import { type SealedRecord, secretName, valueBytesMax } from './sealed-record.ts';
import { recordsMax } from './secrets-file.ts';
import { otpauthPrefix, parseOtpauth } from './totp.ts';

const sitesMax = 50;

/** Whether a secret can be kept: its kind, and its sites in their one written form. */
export function checkSecret(
  name: string,
  value: string,
  sites: readonly string[],
): Result<{ readonly kind: SealedRecord['kind']; readonly sites: string[] }> {
  const refuse = (message: string, hint: string) => failed(fault('bad-arguments', message, hint));
  if (!secretName.safeParse(name).success) {
    return refuse(
      'That is not a name for a secret.',
      'Use 1 to 100 letters, digits, dots, dashes or underscores.',
    );
  }
  const bytes = Buffer.byteLength(value);
  if (bytes === 0) return refuse(`The value of ${name} is empty.`, 'Give the value that is to be kept.');
  if (bytes > valueBytesMax || !value.isWellFormed()) {
    return refuse(
      `The value of ${name} cannot be kept.`,
      `Give at most ${valueBytesMax} bytes of Unicode text.`,
    );
  }
  if (sites.length === 0 || sites.length > sitesMax) {
    return refuse(
      `${name} needs the sites it may be used on.`,
      `Give 1 to ${sitesMax} sites, e.g. domain:example.com.`,
    );
  }
  const rules = sites.map(parseSiteRule);
  const wrong = rules.find((rule) => !rule.ok);
  if (wrong !== undefined && !wrong.ok) return wrong;
  const isCode = value.startsWith(otpauthPrefix);
  const code = isCode ? parseOtpauth(value) : null;
  if (code !== null && !code.ok) return code;
  const written = [...new Set(rules.flatMap((rule) => (rule.ok ? [rule.value] : [])))].sort();
  return ok({ kind: isCode ? 'totp' : 'text', sites: written });
}

export const tooManySecrets = fault(
  'bad-arguments',
  `There are ${recordsMax} secrets already.`,
  'Remove some first.',
);

export function unknownName(name: string): Fault {
  const told = secretName.safeParse(name).success
    ? `There is no secret ${name}.`
    : 'There is no such secret.';
  return fault('not-found', told, 'See `localagent secrets list`; add one with `localagent secrets set`.');
}
