import { label } from '../../shared/prompt-text.ts';
import { contentWords, sharedWords } from './content-words.ts';
import type { Message } from './ports.ts';
import { itemsLine } from './prompts/observation.ts';
import { systemPrompt } from './prompts/system-prompt.ts';
import { freshMessage, openingMessage, turnMessage } from './prompts/turn-message.ts';
import type { AgentState } from './state.ts';

// The conversation is only ever added to, so that a server's prefix cache serves all but what is new. It goes back in two
// cases: a page gave nothing (to before that page, where the prefix is kept), or the context is nearly full (anew).

const deadEndsMax = 12;
const charactersPerToken = 3.4;
/** What a page must have cost before it is worth forgetting. */
const deadEndTokensMin = 350;
/** A page whose title shares this many words with the objective is wanted later, though nothing was recorded yet. */
const wantedWordsMin = 3;
const compares = /compar|reconcil|differ|versus|\bvs\b|\bboth\b|\bbetween\b|cheapest|match/i;

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
 * conversation goes back to before it. Not where pages are acted on or compared: there they are needed side by side.
 */
export function rewound(state: AgentState): { readonly state: AgentState; readonly line: string | null } {
  const { bookmark, proposal, messages } = state;
  const reply = messages.at(-1);
  if (bookmark === null || proposal === null || reply?.role !== 'assistant') return { state, line: null };
  const leads = proposal.action === 'SEARCH' || proposal.action === 'NAVIGATE';
  const needsPage = proposal.link !== null && proposal.link > bookmark.links;
  const costly = tokensOf(messages.slice(bookmark.messages)) >= deadEndTokensMin;
  const { objective, acts } = state.assignment;
  const wanted = new Set(contentWords(objective));
  const isNeeded = acts || compares.test(objective) || sharedWords(bookmark.title, wanted) >= wantedWordsMin;
  const keeps = isNeeded || state.findings.length > bookmark.findings;
  if (!leads || needsPage || !costly || keeps) return { state, line: null };
  const dead = [...bookmark.dead, bookmark.title].slice(-deadEndsMax);
  const line = `DEAD ENDS: ${dead.join(' · ')} (read, nothing recorded)`;
  const kept = [...messages.slice(0, bookmark.messages), reply];
  return { state: { ...state, messages: kept, bookmark: { ...bookmark, dead } }, line };
}

/** Marks the place to return to, before the reply that opens a page. */
export function withBookmark(state: AgentState, before: AgentState, title: string): AgentState {
  const link = before.proposal?.link ?? null;
  const number = link === null ? '' : `[${link}] `;
  const reopened = before.bookmark !== null && state.messages.length - 2 === before.bookmark.messages;
  return {
    ...state,
    bookmark: {
      messages: state.messages.length - 2,
      findings: state.findings.length,
      links: before.links.length,
      title: `${number}"${label(title, 60)}"`,
      dead: reopened ? (before.bookmark?.dead ?? []) : [],
    },
  };
}
