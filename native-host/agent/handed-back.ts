import { tell } from './conversation.ts';
import type { Step } from './events.ts';
import { showPage } from './show.ts';
import type { AgentState, PageLook } from './state.ts';

/** The person worked in the browser and gave it back: the page as it is now is shown, and the model asked anew. */
export function handedBack(state: AgentState, look: PageLook | null): Step {
  if (look === null) return [state, [{ type: 'think' }]];
  const shown = showPage(state, look);
  const last = shown.state.messages.at(-1);
  const line = 'NOTE: the person worked in the browser meanwhile. This is the page now.';
  if (last?.role !== 'user') return [tell(shown.state, [line], shown.observation), [{ type: 'think' }]];
  // The last word was ours: what is new is added to it.
  const content = `${last.content}\n${line}\n${shown.observation}`;
  const messages = [...shown.state.messages.slice(0, -1), { ...last, content }];
  return [{ ...shown.state, messages }, [{ type: 'think' }]];
}
