import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import { codeSuffix } from '../../shared/secret-reference.ts';
import { siteAllowed } from './allowed-sites.ts';
import type { SealedRecord } from './sealed-record.ts';
import { parseOtpauth, totpCode } from './totp.ts';

type Asked = {
  readonly reference: string;
  /** Of every document that would see the value. */
  readonly origins: readonly string[];
  readonly now: number;
};

/**
 * What goes into the field, if it is at the secret's sites: the value itself, or the code of the moment; the
 * seed of a code never does.
 */
export function givenValue(
  record: Pick<SealedRecord, 'name' | 'kind' | 'sites'>,
  value: string,
  asked: Asked,
): Result<string> {
  const outside = asked.origins.find((origin) => !siteAllowed(record.sites, origin));
  if (outside !== undefined) {
    return failed(
      fault(
        'denied',
        `The secret ${record.name} may not be used on ${outside}.`,
        `It is bound to ${record.sites.join(', ')}. Set it again to bind it to other sites.`,
      ),
    );
  }
  const wantsCode = asked.reference.endsWith(codeSuffix);
  if (wantsCode !== (record.kind === 'totp')) {
    const [what, right] = wantsCode
      ? ['is no source of codes', `secret:${record.name}`]
      : ['gives codes only', `secret:${record.name}${codeSuffix}`];
    return failed(fault('bad-arguments', `The secret ${record.name} ${what}.`, `Refer to it as ${right}.`));
  }
  if (!wantsCode) return ok(value);
  const key = parseOtpauth(value);
  return key.ok ? ok(totpCode(key.value, asked.now)) : key;
}
