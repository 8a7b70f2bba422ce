import { saysDelete } from '../../../shared/tools/delete-words.ts';
import { orderedText } from '../asked-deeds.ts';
import { allow, defineRule, refuse } from './define-rule.ts';

/** What takes something away is pressed only where the objective speaks of taking away; no page can ask for it. */
export const deleteWasAsked = defineRule('delete-was-asked', (state, { action, control }) => {
  if (action !== 'CLICK' && action !== 'PRESS') return allow;
  const known = state.controls.find(({ n }) => n === control);
  if (known === undefined || !saysDelete(known.name)) return allow;
  const ordered = orderedText(state.assignment.objective);
  if (saysDelete(ordered) || /\b(undo|revert|reset|empty)\b/i.test(ordered)) return allow;
  return refuse(
    `"${known.name.slice(0, 60)}" takes something away, and the objective does not ask for that.`,
  );
});
