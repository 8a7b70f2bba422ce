import { setTimeout as pause } from 'node:timers/promises';
import type { Result } from '../../../shared/faults.ts';
import type { CommandContext } from '../command.ts';
import type { Authority } from '../parts.ts';
import { type ChosenBrowser, chooseBrowser, unattendedProfile } from './choose-browser.ts';

/** A browser that was worked in and is not there now gets this long: its worker or the authority may just be restarting. */
const backMs = 5_000;
const pollMs = 200;

/**
 * The browser for an MCP session: the profile that was asked for; else the one it worked in before; else the person's browser where there is
 * one beside the windowless one of other sessions. None at all: a windowless one that is there for all sessions.
 */
export async function chooseMcpBrowser(
  wish: { readonly profile: string | null; readonly before: string | null },
  authority: Authority,
  context: CommandContext,
): Promise<Result<ChosenBrowser>> {
  const { parts } = context;
  const kept = {
    ...context,
    parts: { ...parts, launch: ({ profile }: { profile: string }) => parts.launchKept(profile) },
  };
  const profile = wish.profile ?? (await presentProfile(wish.before, authority, context.interrupted));
  return chooseBrowser({ profile, window: null }, authority, kept);
}

async function presentProfile(
  before: string | null,
  authority: Authority,
  signal: AbortSignal,
): Promise<string | null> {
  const until = before === null ? 0 : Date.now() + backMs;
  for (;;) {
    const status = await authority.call('status.get', {});
    const names = status.ok ? status.value.profiles.map(({ name }) => name) : [];
    if (before !== null && names.includes(before)) return before;
    const [only, another] = names.filter((name) => name !== unattendedProfile);
    const choice = only !== undefined && another === undefined ? only : null;
    if (Date.now() >= until || signal.aborted) return choice;
    await pause(pollMs);
  }
}
