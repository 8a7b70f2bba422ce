import { raise } from '../../shared/faults.ts';
import type { controlRequests } from '../../shared/protocol/control-messages.ts';
import type { Handlers } from '../../shared/protocol/messages.ts';
import type { Parts } from './parts.ts';

type Objective = Pick<Handlers<typeof controlRequests>, 'objective.start' | 'question.answer'>;

/** What panel and command line ask about objectives. */
export function objectiveHandlers(
  _parts: Parts,
  _by: () => string,
  _ownProfile: () => string | null,
): Objective {
  return {
    'objective.start': async () =>
      raise('model-unavailable', 'No model was found.', 'See `localagent model list`.'),
    'question.answer': async () => ({ counted: false }),
  };
}
