import type { Action } from './action.ts';
import type { Target, Task } from './events.ts';
import { sourcesOfAct, sourcesOfAddress } from './sources-of.ts';
import type { AgentState } from './state.ts';
import { targetUrl } from './target-url.ts';

/** What is to be done for an action that the rules let through; null for what needs no call: reading on, recording, finishing. */
export function taskOf(state: AgentState, proposal: Action): Task | null {
  const { action, query, value, key, question } = proposal;
  switch (action) {
    case 'SEARCH':
      return { kind: 'search', query };
    case 'NAVIGATE': {
      const url = given(targetUrl(state, proposal));
      return { kind: 'open', url, sources: sourcesOfAddress(state, proposal, url) };
    }
    case 'CLICK':
      return { kind: 'click', control: target(state, proposal), sources: sourcesOfAct(state, null) };
    case 'FILL':
    case 'SELECT': {
      const sources = sourcesOfAct(state, value);
      const kind = action === 'FILL' ? 'fill' : 'select';
      return { kind, control: target(state, proposal), value: given(value), sources };
    }
    case 'PRESS': {
      const control = proposal.control === null ? null : target(state, proposal);
      return { kind: 'press', control, key, sources: sourcesOfAct(state, null) };
    }
    case 'DOWNLOAD': {
      const control = proposal.control === null ? null : target(state, proposal);
      const url = control === null ? given(targetUrl(state, proposal)) : null;
      return { kind: 'download', control, url, sources: sourcesOfAct(state, null) };
    }
    case 'EXTRACT': {
      const table = given(state.tables.find(({ n }) => n === proposal.table));
      return { kind: 'extract', ref: table.ref, n: table.n, caption: table.caption };
    }
    case 'ASK':
      return { kind: 'ask', question };
    default:
      return null;
  }
}

function target({ controls }: AgentState, { control }: Action): Target {
  const { ref, role, name, n } = given(controls.find((one) => one.n === control));
  return { ref, role, name, n };
}

/** The rules have seen to it that it is there. */
function given<T>(value: T | null | undefined): T {
  if (value === null || value === undefined)
    throw new Error('a proposal passed the rules without what it needs');
  return value;
}
