import type { ActionName } from './action.ts';
import { type AgentState, unreadParts } from './state.ts';

const pageActs: ReadonlySet<ActionName> = new Set(['CLICK', 'FILL', 'SELECT', 'PRESS', 'DOWNLOAD']);

/** Whether the action touches what is in a page, beyond opening and reading it. */
export function actsOnPages(action: ActionName): boolean {
  return pageActs.has(action);
}

/** What can be done now: no reading on without parts, no acts in a run that only reads or without anything to act on. */
export function offeredActions(state: AgentState): readonly ActionName[] {
  const { assignment, page, links, tables, walls } = state;
  const here = state.controls.some(({ url }) => url === page?.url);
  const mayAct = !assignment.readOnly && page !== null;
  const may: readonly (readonly [ActionName, boolean])[] = [
    ['SEARCH', !walls.includes('search')],
    ['NAVIGATE', links.length > 0 || walls.includes('search') || assignment.trusted.length > 0],
    ['READ_MORE', unreadParts(page).length > 0],
    ['DISCOVER', state.shown.length > 0],
    ['FINISH', true],
    ['CLICK', mayAct && here],
    ['FILL', mayAct && here],
    ['SELECT', mayAct && here],
    ['PRESS', mayAct && here],
    ['DOWNLOAD', mayAct && assignment.acts],
    ['EXTRACT', tables.some(({ url }) => url === page?.url)],
    ['ASK', !assignment.readOnly],
  ];
  return may.flatMap(([name, can]) => (can ? [name] : []));
}
