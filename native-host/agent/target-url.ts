import type { Action } from './action.ts';
import type { AgentState } from './state.ts';

/** Where an action leads: the numbered link, or the whole address that was given; null when it is neither. */
export function targetUrl({ links, page }: AgentState, { action, link, url }: Action): string | null {
  if (action !== 'NAVIGATE' && action !== 'DOWNLOAD') return null;
  if (link !== null) return links.find(({ n }) => n === link)?.url ?? null;
  const parsed = URL.parse(/^[\w-]+(\.[\w-]+)+(\/|$)/.test(url) ? `https://${url}` : url, page?.url);
  return parsed !== null && /^https?:$/.test(parsed.protocol) && url !== '' ? parsed.href : null;
}
