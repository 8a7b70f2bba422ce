import type { Action } from './action.ts';
import { actsOnPages } from './offered-actions.ts';
import type { AgentState } from './state.ts';

/** What makes two acts the same; null for what touches no page. */
export function actKey({ page }: AgentState, { action, control, value, key }: Action): string | null {
  return actsOnPages(action) ? JSON.stringify([page?.url, action, control, value, key]) : null;
}
