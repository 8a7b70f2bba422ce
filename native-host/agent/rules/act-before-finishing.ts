import { allow, defineRule } from './define-rule.ts';

/** Where something is to be done and nothing was, finishing is asked about once: that a page offers it is not that it was done. */
export const actBeforeFinishing = defineRule('act-before-finishing', (state, { action, missing }) => {
  const { assignment, actsDone, tables, items } = state;
  if (action !== 'FINISH' || !assignment.acts || actsDone > 0 || tables.length > 0) return allow;
  if (items.length > 0 && items.every(({ n }) => missing.includes(n))) return allow;
  return {
    kind: 'confirm',
    key: 'nothing done',
    reason:
      'Nothing was done yet, and the objective asks for something to be done. CLICK, FILL or SELECT what it takes, or FINISH and name it in "missing".',
  };
});
