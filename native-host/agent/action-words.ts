import { label } from '../../shared/prompt-text.ts';
import type { Action } from './action.ts';
import { hostOf } from './prompts/observation.ts';
import type { AgentState } from './state.ts';
import { targetUrl } from './target-url.ts';

/** An action in words for a person. Values are left out: they can be long, and the receipt has them. */
export function actionWords(state: AgentState, proposal: Action): string {
  const { action, query, link, part, question, key } = proposal;
  const control = state.controls.find(({ n }) => n === proposal.control);
  const named = control === undefined ? 'something' : `${control.role} "${label(control.name, 60)}"`;
  const where = state.page === null ? '' : ` on ${hostOf(state.page.url)}`;
  switch (action) {
    case 'SEARCH':
      return `Search for "${label(query, 120)}"`;
    case 'NAVIGATE': {
      const url = targetUrl(state, proposal) ?? '';
      const text = state.links.find(({ n }) => n === link)?.text ?? '';
      return text === '' ? `Open ${label(url, 100)}` : `Open "${label(text, 80)}" on ${hostOf(url)}`;
    }
    case 'READ_MORE':
      return part === null ? 'Read on' : `Read part ${part}`;
    case 'DISCOVER':
      return 'Note what this page says';
    case 'FINISH':
      return 'Finish';
    case 'CLICK':
      return `Click ${named}${where}`;
    case 'FILL':
      return `Fill in ${named}${where}`;
    case 'SELECT':
      return `Choose in ${named}${where}`;
    case 'PRESS':
      return `Press ${label(key, 30)}${control === undefined ? '' : ` at ${named}`}${where}`;
    case 'DOWNLOAD':
      return `Download${control === undefined ? '' : ` with ${named}`}${where}`;
    case 'EXTRACT':
      return `Keep a table${where}`;
    case 'ASK':
      return `Ask you: "${label(question, 160)}"`;
  }
}
