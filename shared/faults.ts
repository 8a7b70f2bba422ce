import { z } from 'zod';

/**
 * Every way in which a call can fail without being a bug. The list is closed: a new code is a change of
 * the wire format. Text that came from a page never becomes a fault's message; it goes into `detail`.
 */
export const FaultCode = z.enum([
  'bad-arguments',
  'no-page',
  'not-found',
  'ambiguous',
  'stale-ref',
  'not-actionable',
  'covered',
  'timeout',
  'dialog-open',
  'restricted-target',
  'attach-refused',
  'permit-mismatch',
  'denied',
  'approval-timeout',
  'outcome-unknown',
  'too-large',
  'cancelled',
  'browser-gone',
  'model-unavailable',
  'internal',
]);
export type FaultCode = z.infer<typeof FaultCode>;

/** `message` says what happened and where; `hint` what to do next; `detail` holds data, which may come from a page. */
export const Fault = z.strictObject({
  code: FaultCode,
  message: z.string().max(2000),
  hint: z.string().max(2000),
  detail: z.record(z.string(), z.json()).optional(),
});
export type Fault = z.infer<typeof Fault>;

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: Fault };

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function failed(fault: Fault): { readonly ok: false; readonly fault: Fault } {
  return { ok: false, fault };
}

export function fault(code: FaultCode, message: string, hint: string, detail?: Fault['detail']): Fault {
  const base = { code, message: message.slice(0, 2000), hint: hint.slice(0, 2000) };
  return detail === undefined ? base : { ...base, detail };
}

/**
 * Carries a fault up through deep asynchronous code to the nearest `attempt`. It is the one exception that is
 * not a bug; nothing but `attempt` catches it.
 */
export class FaultError extends Error {
  readonly fault: Fault;
  constructor(faultValue: Fault) {
    super(`${faultValue.code}: ${faultValue.message}`);
    this.fault = faultValue;
  }
}

/** Throws the fault towards the nearest `attempt`. */
export function raise(code: FaultCode, message: string, hint: string, detail?: Fault['detail']): never {
  throw new FaultError(fault(code, message, hint, detail));
}

/** Runs `work`; a raised fault becomes a failed result, anything else (a bug) goes on as an exception. */
export async function attempt<T>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await work());
  } catch (error) {
    if (error instanceof FaultError) return failed(error.fault);
    throw error;
  }
}
