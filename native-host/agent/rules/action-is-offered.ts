import { offeredActions } from '../offered-actions.ts';
import { allow, defineRule, refuse } from './define-rule.ts';

/** Only what can be done now is done, whatever the server's grammar let through. */
export const actionIsOffered = defineRule('action-is-offered', (state, { action }) => {
  const offered = offeredActions(state);
  if (offered.includes(action)) return allow;
  return refuse(`${action} cannot be done here. Choose one of ${offered.join(', ')}.`);
});
