import { label } from '../../../shared/prompt-text.ts';
import { forbiddenWords, orderedText, weightyDeeds } from '../asked-deeds.ts';
import { contentWords } from '../content-words.ts';
import { allow, defineRule, refuse } from './define-rule.ts';

/**
 * What binds the person or reaches others is pressed only where the objective speaks of it, and what the objective forbids is
 * not pressed at all; no page can ask for either.
 */
export const deedWasAsked = defineRule('deed-was-asked', (state, { action, control }) => {
  if (action !== 'CLICK' && action !== 'PRESS') return allow;
  const known = state.controls.find(({ n }) => n === control);
  if (known === undefined || !/button|link|menuitem|submit/.test(known.role)) return allow;
  const { objective } = state.assignment;
  const name = contentWords(known.name);
  const ordered = new Set(contentWords(orderedText(objective)));
  const forbidden = forbiddenWords(objective);
  if (name.some((word) => forbidden.has(word) && !ordered.has(word))) {
    return refuse(`The objective forbids "${label(known.name, 60)}". Go on without, or FINISH.`);
  }
  const deed = weightyDeeds.find(({ words }) => name.some((word) => words.has(word)));
  if (deed === undefined || [...deed.words].some((word) => ordered.has(word))) return allow;
  return refuse(`"${label(known.name, 60)}" ${deed.deed}, and the objective does not ask for that.`);
});
