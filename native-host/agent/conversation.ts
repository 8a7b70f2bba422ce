import type { Message } from './ports.ts';
import { itemsLine, label } from './prompts/observation.ts';
import { systemPrompt } from './prompts/system-prompt.ts';
import { freshMessage, openingMessage, turnMessage } from './prompts/turn-message.ts';
import type { AgentState } from './state.ts';

// The conversation is only ever added to, so that a server's prefix cache serves all but what is new. It goes back in two
// cases: a page gave nothing (to before that page, where the prefix is kept), or the context is nearly full (anew).

const charactersPerToken = 3.4;
const deadEndTokensMin = 200;

/** A careful estimate; the provider counts for real and refuses what does not fit. */
export function tokensOf(messages: readonly Message[]): number {
  const characters = messages.reduce((sum, { content }) => sum + content.length + 16, 0);
  return Math.ceil(characters / charactersPerToken);
}

export function openConversation(state: AgentState, observation: string): AgentState {
  const messages: readonly Message[] = [
    { role: 'system', content: systemPrompt(state.assignment.readOnly) },
    { role: 'user', content: openingMessage(state, observation) },
  ];
  return { ...state, messages, lines: [] };
}

/** Tells the model what is new. `done` comes first; lines gathered by findings and rules follow. */
export function tell(state: AgentState, done: readonly string[], observation: string): AgentState {
  const line = state.items.length === 0 ? '' : itemsLine(state.items, state.findings);
  const items = line !== '' && line !== state.itemsTold ? line : null;
  const lines = [...done, ...state.lines];
  const content = turnMessage(lines, items, observation);
  const told: AgentState = {
    ...state,
    messages: [...state.messages, { role: 'user', content }],
    lines: [],
    itemsTold: line,
    aside: [],
  };
  if (tokensOf(told.messages) <= state.assignment.promptTokensMax) return told;
  const fresh = freshMessage(state, lines, observation);
  const [system] = state.messages;
  const messages: readonly Message[] = [
    ...(system === undefined ? [] : [system]),
    { role: 'user', content: fresh },
  ];
  return { ...told, messages, bookmark: null };
}

/** The model's reply as it wrote it, since a server keeps that evaluated too; rambling is cut to the action. */
export function heard(state: AgentState, reply: string): AgentState {
  const raw = reply.trim();
  const short = raw.length <= replyMax && raw.startsWith('{') ? raw : JSON.stringify(state.proposal);
  return { ...state, messages: [...state.messages, { role: 'assistant', content: short }], aside: [] };
}
const replyMax = 2_500;

/**
 * Before a step away from a page: if nothing was recorded since it was opened, and the step does not need what it showed, the
 * conversation goes back to before it. `away` is the length of the conversation with the reply that leads away.
 */
export function rewound(state: AgentState): { readonly state: AgentState; readonly line: string | null } {
  const { bookmark, proposal, messages } = state;
  const reply = messages.at(-1);
  if (bookmark === null || proposal === null || reply?.role !== 'assistant') return { state, line: null };
  const leads = proposal.action === 'SEARCH' || proposal.action === 'NAVIGATE';
  const needsPage = proposal.link !== null && proposal.link > bookmark.links;
  const costly = tokensOf(messages.slice(bookmark.messages)) >= deadEndTokensMin;
  if (!leads || needsPage || !costly || state.findings.length > bookmark.findings)
    return { state, line: null };
  const dead = [...bookmark.dead, bookmark.title];
  const line = `DEAD END: read and left, nothing recorded: ${dead.map((title) => `"${label(title, 60)}"`).join(', ')}`;
  const kept = [...messages.slice(0, bookmark.messages), reply];
  return { state: { ...state, messages: kept, bookmark: { ...bookmark, dead } }, line };
}

/** Marks the place to return to, before the reply that opens a page. */
export function withBookmark(state: AgentState, before: AgentState, title: string): AgentState {
  const reopened = before.bookmark !== null && state.messages.length - 2 === before.bookmark.messages;
  return {
    ...state,
    bookmark: {
      messages: state.messages.length - 2,
      findings: state.findings.length,
      links: before.links.length,
      title,
      dead: reopened ? (before.bookmark?.dead ?? []) : [],
    },
  };
}
