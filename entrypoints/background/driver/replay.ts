import { fault } from '../../../shared/faults.ts';
import type { browserRequests } from '../../../shared/protocol/browser-messages.ts';
import type { Answer } from '../../../shared/protocol/messages.ts';
import type { Journal } from './journal.ts';

type Replayed = Answer<typeof browserRequests, 'tool.replay'>;

/**
 * What became of a ticket. `running`: this worker is at it. `done`: `outcome`, null when it was too long to
 * keep. `failed`: `fault`; `permit-mismatch` says that nothing has happened. `interrupted`: a worker, or the
 * whole browser, ended in the act or forgot its outcome; it may have happened. `never-seen`: it was not
 * begun, and as the ticket is used up by the question it never will be.
 */
export async function replay(journal: Journal, ticket: string): Promise<Replayed> {
  const known = await journal.use(ticket);
  switch (known.state) {
    case 'running':
      return { state: 'running', outcome: null, fault: null };
    case 'done':
      return { state: 'done', outcome: known.outcome, fault: null };
    case 'failed':
      return { state: 'failed', outcome: null, fault: known.fault };
    case 'lost': {
      const lost = fault(
        'outcome-unknown',
        'The act was begun and its end was not seen.',
        'Look at the page.',
      );
      return { state: 'interrupted', outcome: null, fault: lost };
    }
    case 'never':
      return { state: 'never-seen', outcome: null, fault: null };
  }
}
