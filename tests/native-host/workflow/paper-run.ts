import { patterns } from '../../../native-host/patterns/index.ts';
import type { Calls } from '../../../native-host/workflow/ports.ts';
import type { RunMeans } from '../../../native-host/workflow/run-template.ts';
import type { RunEventBody } from '../../../shared/run.ts';
import { fakeClock } from './fake-calls.ts';

/** What a run of the template `small` works with, over a gate of paper; whoever is asked says yes. What happens is put into `events`. */
export function paperRun(calls: Calls, events: RunEventBody[] = []): RunMeans {
  return {
    calls,
    patterns,
    clock: fakeClock(),
    approvalMs: 1000,
    context: {
      run_id: 'run',
      caller: { kind: 'workflow', id: 'run', unattended: false },
      profile: null,
      template: { id: 'small', version: '1.0.0', reviewed: false, accepted: false },
      granted: [],
    },
    emit: (event) => void events.push(event),
    signal: new AbortController().signal,
    approver: { ask: async () => ({ answer: 'approved', by: 'panel' }) },
  };
}

/** Nobody says yes. */
export const denier: RunMeans['approver'] = { ask: async () => ({ answer: 'denied', by: 'nobody' }) };
