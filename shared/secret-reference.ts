/** The end of a reference that asks for the code of the moment instead of the value. */
export const codeSuffix = '#totp';

const reference = /^secret:([A-Za-z0-9_.-]{1,100}(?:#totp)?)$/;

/** What a value refers to: `NAME` in `secret:NAME`, `NAME#totp` in `secret:NAME#totp`; null for anything else. */
export function secretReferredTo(value: unknown): string | null {
  return typeof value === 'string' ? (reference.exec(value)?.[1] ?? null) : null;
}
