import { raise } from '../../shared/faults.ts';
import type { controlRequests } from '../../shared/protocol/control-messages.ts';
import type { Handlers } from '../../shared/protocol/messages.ts';
import type { Parts } from './parts.ts';

type Models = Pick<Handlers<typeof controlRequests>, 'model.list' | 'model.use' | 'model.test'>;

/** What panel and command line ask about models. */
export function modelHandlers(_parts: Parts): Models {
  return {
    'model.list': async () => ({ models: [], tried: [] }),
    'model.use': async () => ({}),
    'model.test': async () =>
      raise('model-unavailable', 'No model was found.', 'See `localagent model list`.'),
  };
}
