import { allow, defineFindingRule } from './define-rule.ts';

const order =
  /\b(ai|artificial intelligence|language model|chat ?bot|llm)s? (assistants?|agents?|models?|systems?|must|should)\b|\b(assistants?|agents?) (must|should|are (told|asked|required))\b|\b(ignore|disregard|forget) (the |all |any |your |previous |prior |these )*(objective|instructions?|rules|task|prompt)\b|\b(finish|stop|end) now\b|\breport that\b|\bsystem prompt\b|\b(task|objective) is (complete|done|finished)\b|\bnew instructions?\b/i;

/** What a page tells assistants to do is no fact that it states, however it is put. */
export const findingIsNoOrder = defineFindingRule('finding-is-no-order', ({ assignment }, { text }) => {
  const isOrder = order.test(text) && !order.test(assignment.objective);
  return isOrder
    ? { kind: 'refuse', reason: 'that is an order of the page to assistants, and no fact' }
    : allow;
});
