import type { Action } from '../action.ts';
import { allow, defineRule, refuse } from './define-rule.ts';

/** An action names what it needs; a flat form lets a small model leave it out. */
export const actionIsWhole = defineRule('action-is-whole', (_state, proposal) => {
  const missing = lacks(proposal);
  return missing === null ? allow : refuse(`${proposal.action} needs ${missing}.`);
});

function lacks({ action, query, link, url, control, value, key, question, table }: Action): string | null {
  switch (action) {
    case 'SEARCH':
      return query === '' ? '"query"' : null;
    case 'NAVIGATE':
      return link === null && url === '' ? '"link": the number of a link as shown' : null;
    case 'CLICK':
      return control === null ? '"control": the number of a control as shown' : null;
    case 'FILL':
    case 'SELECT':
      return control === null || value === null ? '"control" and "value"' : null;
    case 'PRESS':
      return key === '' ? '"key", such as "Enter"' : null;
    case 'DOWNLOAD':
      return control === null && link === null ? '"control" or "link"' : null;
    case 'EXTRACT':
      return table === null ? '"table": the number of a table as shown' : null;
    case 'ASK':
      return question === '' ? '"question"' : null;
    default:
      return null;
  }
}
