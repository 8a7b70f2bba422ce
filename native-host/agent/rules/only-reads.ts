import { actsOnPages } from '../offered-actions.ts';
import { allow, defineRule, refuse } from './define-rule.ts';

/** In a run that only reads nothing is changed, whatever was offered. */
export const onlyReads = defineRule('only-reads', ({ assignment }, { action }) => {
  if (!assignment.readOnly || !actsOnPages(action)) return allow;
  return refuse('This run only reads. Find it by reading, or FINISH and name what is missing.');
});
