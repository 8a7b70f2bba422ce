import { unreadParts } from '../state.ts';
import { allow, defineRule } from './define-rule.ts';

/** Only what code verified sends a FINISH back, once, naming the next step; what stays open is named in the report. */
export const finishIsVerified = defineRule('finish-is-verified', (state, { action, missing }, evidence) => {
  if (action !== 'FINISH') return allow;
  const { assignment, items, findings, page } = state;
  const unread = unreadParts(page);
  // With nothing recorded, each page with parts left is a reason of its own.
  const key = findings.length === 0 && unread.length > 0 ? `finish ${page?.url}` : 'finish';
  const tries = state.told.includes(key) ? 1 : 0;
  const verified = evidence.verifyFinish({
    objective: assignment.objective,
    items,
    findings,
    missing,
    tries,
  });
  if (verified.ok) return allow;
  const sources = new Set(findings.map(({ url }) => url)).size;
  const facts = `${sources} ${sources === 1 ? 'source' : 'sources'} so far${unread.length === 0 ? '' : `, unread parts here: ${unread.slice(0, 8).join(', ')}`}.`;
  return { kind: 'confirm', key, reason: `${verified.reason} ${facts} ${verified.next}` };
});
