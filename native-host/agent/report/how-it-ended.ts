import type { Fault, FaultCode } from '../../../shared/faults.ts';
import { type RunStatus, wasInterrupted } from '../../../shared/run.ts';

// How a run ended, in words for people. An ending is told as what it was: a stop is no success, and a run whose model
// was lost has not "finished with little".

export type Ending = {
  /** One or two words. */
  readonly status: string;
  /** A sentence. */
  readonly words: string;
};

type Told = {
  readonly status: RunStatus;
  readonly fault: Pick<Fault, 'code' | 'message' | 'detail'> | null;
  readonly items: number;
  /** Items of the checklist that were not found. */
  readonly notFound: number;
  readonly hasAnswer: boolean;
};

const faults: Readonly<Partial<Record<FaultCode, Ending>>> = {
  'model-unavailable': {
    status: 'Model lost',
    words: 'The model did not answer any more, so the run ended early.',
  },
  'browser-gone': {
    status: 'Browser lost',
    words: 'The browser was closed or lost, so the run ended early.',
  },
  timeout: { status: 'Time used up', words: 'The time for the run was used up before everything was done.' },
  'too-large': { status: 'Ended early', words: 'What had to be read no longer fitted the model’s context.' },
  denied: { status: 'Refused', words: 'A rule refused what the run needed to do.' },
  'approval-timeout': { status: 'Not approved', words: 'Nobody answered in time whether an act is allowed.' },
  'outcome-unknown': {
    status: 'Outcome unknown',
    words: 'It is not known whether the last act came about. Look before it is done again.',
  },
  cancelled: { status: 'Stopped', words: 'The run was stopped before it was finished.' },
};

const interrupted: Ending = {
  status: 'Interrupted',
  words: 'LocalAgent was ended in the middle of the run; this is what it had found.',
};

/** The ending of a run, or how it stands. */
export function howItEnded({ status, fault, items, notFound, hasAnswer }: Told): Ending {
  switch (status) {
    case 'running':
      return { status: 'Running', words: 'The run goes on; this is what it has so far.' };
    case 'waiting_approval':
      return { status: 'Waiting', words: 'The run waits for an answer; this is what it has so far.' };
    case 'paused':
      return { status: 'Paused', words: 'The run is paused; this is what it has so far.' };
    case 'cancelled':
      return {
        status: 'Stopped',
        words: 'The run was stopped before it was finished; this is what it had found.',
      };
    case 'succeeded':
      return finished(items, notFound, hasAnswer);
    case 'failed':
      if (wasInterrupted({ fault })) return interrupted;
      return (fault === null ? undefined : faults[fault.code]) ?? unsuccessful(status);
    case 'refused':
    case 'outcome_unknown':
      return (fault === null ? undefined : faults[fault.code]) ?? unsuccessful(status);
  }
}

function finished(items: number, notFound: number, hasAnswer: boolean): Ending {
  if (items > 0 && notFound >= items && hasAnswer)
    return {
      status: 'Finished, not shown',
      words: 'What was found is below; that it is what was asked for could not be shown.',
    };
  if (items > 0 && notFound >= items)
    return {
      status: 'Finished, nothing found',
      words: 'Nothing of what was asked for was found in the pages read.',
    };
  if (notFound > 0)
    return {
      status: 'Finished, incomplete',
      words: `${notFound} of ${items} things asked for ${notFound === 1 ? 'was' : 'were'} not found.`,
    };
  const words = hasAnswer ? 'Everything on the checklist was found.' : 'Everything on the checklist is done.';
  return { status: 'Finished', words };
}

function unsuccessful(status: 'failed' | 'refused' | 'outcome_unknown'): Ending {
  if (status === 'refused') return { status: 'Refused', words: 'A rule refused what the run needed to do.' };
  if (status === 'outcome_unknown') {
    return {
      status: 'Outcome unknown',
      words: 'It is not known whether the last act came about. Look before it is done again.',
    };
  }
  return { status: 'Failed', words: 'The run ended early.' };
}
