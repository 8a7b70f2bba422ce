import type { Fault } from '../../shared/faults.ts';

/** Every error name that a job can end with. The list is closed: state machines match on these words. */
export const jobErrorNames = [
  'BadPayload',
  'PayloadTooLarge',
  'InstructionsNotAccepted',
  'SecretByValue',
  'UnknownTemplate',
  'NotReviewed',
  'KeyConflict',
  'BadParameters',
  'BrowserUnavailable',
  'LoginTooOld',
  'ShuttingDown',
  'HostUnavailable',
  'Refused',
  'Failed',
  'Cancelled',
  'OutcomeUnknown',
  'OutputTooLarge',
  'ArtifactsNotStored',
] as const;
export type JobErrorName = (typeof jobErrorNames)[number];

/** What the sender of a job is told when it did not succeed: `LocalAgent.` and a name of the list, and why. */
export type JobFailure = { readonly error: `LocalAgent.${JobErrorName}`; readonly cause: string };

/** Characters that Step Functions takes of a cause. */
export const causeCharactersMax = 32_768;

export function jobFailure(name: JobErrorName, cause: string): JobFailure {
  return { error: `LocalAgent.${name}`, cause: cause.slice(0, causeCharactersMax) };
}

/** The failure that a fault of the authority is told as: its detail may name one, else it is `otherwise`. */
export function failureOf(fault: Fault, otherwise: JobErrorName): JobFailure {
  const named = jobErrorNames.find((name) => name === fault.detail?.['job_error']);
  return jobFailure(named ?? otherwise, `${fault.message} ${fault.hint}`.trim());
}
