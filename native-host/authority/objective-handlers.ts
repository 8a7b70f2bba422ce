import type { controlRequests } from '../../shared/protocol/control-messages.ts';
import type { Handlers } from '../../shared/protocol/messages.ts';
import type { Parts } from './parts.ts';
import { startObjective } from './start-objective.ts';

type Objective = Pick<Handlers<typeof controlRequests>, 'objective.start' | 'question.answer'>;

/** What panel and command line ask about objectives. */
export function objectiveHandlers(
  parts: Parts,
  by: () => string,
  ownProfile: () => string | null,
): Objective {
  return {
    'objective.start': ({ options, ...asked }) =>
      startObjective(parts, { ...asked, options: { ...options, profile: options.profile ?? ownProfile() } }),
    'question.answer': async ({ question_id, text }) => ({
      counted: parts.questions.answer(question_id, text, by()),
    }),
  };
}
