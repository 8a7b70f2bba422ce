import { collapse } from '../../shared/plain-text.ts';
import type { Action } from './action.ts';
import type { AgentState } from './state.ts';

// Where an act comes from. What the person named, by writing it or by starting there, is theirs; an act elsewhere may be
// what a page talked the model into, and so is a value that was read on another site. The gate is told, and asks.

/** Shorter values are in every text. */
const valueMin = 3;

/** Origins that an act on the open page comes from; null: from the person alone. */
export function sourcesOfAct(state: AgentState, value: string | null): readonly string[] | null {
  const here = originOf(state.page?.url ?? '');
  // A yes to one act there lets fields be filled; what is pressed is asked about each time.
  const named = isTrusted(state, here) || (value !== null && state.approved.includes(here));
  if (!named) return originsShown(state, [here]);
  const from = value === null ? [] : originsSaying(state, value).filter((origin) => origin !== here);
  return from.length === 0 ? null : from;
}

/** Origins that a typed address comes from. One that was shown as a link, or that the person wrote, carries nothing along. */
export function sourcesOfAddress(state: AgentState, { link }: Action, url: string): readonly string[] | null {
  const { objective, before } = state.assignment;
  const known = link !== null || state.links.some((one) => one.url === url);
  if (known || `${objective} ${before}`.includes(url.replace(/^https?:\/\//, '').replace(/\/$/, '')))
    return null;
  const origins = originsShown(state, []);
  return origins.length === 0 ? null : origins;
}

export function originsShown({ shown }: AgentState, more: readonly string[]): readonly string[] {
  return [...new Set([...shown.map(({ url }) => originOf(url)), ...more])].filter((origin) => origin !== '');
}

/** Origins whose shown text holds the value, unless the person said it. */
function originsSaying({ assignment, answers, shown }: AgentState, value: string): readonly string[] {
  const wanted = plain(value);
  const own = plain([assignment.objective, ...answers].join(' '));
  if (wanted.length < valueMin || own.includes(wanted)) return [];
  const saying = shown.filter(({ text }) => plain(text).includes(wanted));
  return [...new Set(saying.map(({ url }) => originOf(url)))];
}

function plain(text: string): string {
  return collapse(text).toLowerCase();
}

function isTrusted({ assignment }: AgentState, origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { host, hostname } = new URL(origin);
  return assignment.trusted.some(
    (named) => named === host || hostname === named || hostname.endsWith(`.${named}`),
  );
}

export function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}

const hostPattern = /\b((?:[\p{L}\p{N}-]+\.)+\p{L}{2,}|localhost|\d{1,3}(?:\.\d{1,3}){3})(:\d{1,5})?\b/giu;

/** Hosts that a text names. */
export function hostsNamed(text: string): readonly string[] {
  return [
    ...new Set([...text.matchAll(hostPattern)].map(([host]) => host.toLowerCase().replace(/^www\./, ''))),
  ];
}
