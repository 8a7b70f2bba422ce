import { failed, fault, ok, type Result } from '../../../shared/faults.ts';
import type { ProfileInfo } from '../../../shared/protocol/control-messages.ts';
import type { CommandContext } from '../command.ts';
import type { Authority, UnattendedBrowser } from '../parts.ts';

const statusMs = 10_000;
/** The extension connects when the browser starts; a cold start on a slow disk is in it. */
const joinMs = 45_000;
const joinPollMs = 100;

/** Profile of unattended runs, unless another is named. */
export const unattendedProfile = 'unattended';

export type BrowserWish = Readonly<{
  profile: string | null;
  /** Null: whatever browser is connected; a browser of our own, without a window, only if none is. */
  window: 'headless' | 'headed' | null;
  /** What the browser is like that is started because none is connected; left out: without a window. */
  otherwise?: 'headless' | 'headed';
}>;

export type ChosenBrowser = Readonly<{
  profile: string;
  /** A browser that was started for this run and ends with it; null when it was there before. */
  launched: UnattendedBrowser | null;
}>;

/** Decides which browser a run works in, and starts one where that is what is wanted. */
export async function chooseBrowser(
  wish: BrowserWish,
  authority: Authority,
  context: CommandContext,
): Promise<Result<ChosenBrowser>> {
  const status = await authority.call('status.get', {}, { timeoutMs: statusMs });
  if (!status.ok) return status;
  const { profiles } = status.value;
  if (wish.window !== null) {
    return launchNamed(wish.profile ?? unattendedProfile, wish.window === 'headless', authority, context);
  }
  if (wish.profile !== null) {
    if (profiles.some(({ name }) => name === wish.profile))
      return ok({ profile: wish.profile, launched: null });
    if (!context.parts.profileNames().includes(wish.profile))
      return failed(notConnected(wish.profile, profiles));
    return launchNamed(wish.profile, wish.otherwise !== 'headed', authority, context);
  }
  const [only, ...others] = profiles;
  const windowless = wish.otherwise !== 'headed';
  if (only === undefined) return launchNamed(unattendedProfile, windowless, authority, context);
  if (others.length > 0) return failed(whichOne(profiles));
  return ok({ profile: only.name, launched: null });
}

async function launchNamed(
  profile: string,
  headless: boolean,
  authority: Authority,
  context: CommandContext,
): Promise<Result<ChosenBrowser>> {
  const { terminal } = context;
  const found = context.parts.findBrowser();
  if (!found.ok) return found;
  terminal.say(`Starting ${found.value.title} ${found.value.version} with the profile "${profile}" …`);
  const launched = await context.parts.launch({ profile, headless });
  if (!launched.ok) return launched;
  for (const note of launched.value.notes) terminal.say(`  ${note}`);
  const joined = await untilConnected(profile, authority, context.interrupted);
  if (joined.ok) return ok({ profile, launched: launched.value });
  await launched.value.close();
  return joined;
}

async function untilConnected(
  profile: string,
  authority: Authority,
  signal: AbortSignal,
): Promise<Result<null>> {
  for (const end = Date.now() + joinMs; Date.now() < end && !signal.aborted; ) {
    const status = await authority.call('status.get', {}, { timeoutMs: statusMs });
    if (!status.ok) return status;
    if (status.value.profiles.some(({ name }) => name === profile)) return ok(null);
    await new Promise((resolve) => setTimeout(resolve, joinPollMs));
  }
  if (signal.aborted)
    return failed(fault('cancelled', 'Interrupted before the run began.', 'Nothing was done.'));
  return failed(
    fault(
      'browser-gone',
      `The browser started, and its extension did not connect within ${joinMs / 1000} seconds.`,
      'Run `localagent doctor`: a policy of the browser may forbid the extension or its host program.',
    ),
  );
}

function notConnected(profile: string, profiles: readonly ProfileInfo[]) {
  const names = profiles.map(({ name }) => name).join(', ');
  return fault(
    'bad-arguments',
    `No browser with the profile "${profile}" is connected.`,
    `${names === '' ? 'None is connected.' : `Connected: ${names}.`} Add --headless to start a browser with a new profile of this name.`,
  );
}

function whichOne(profiles: readonly ProfileInfo[]) {
  return fault(
    'bad-arguments',
    'Several browsers are connected.',
    `Name one with --profile: ${profiles.map(({ name, browser_name }) => `${name} (${browser_name})`).join(', ')}.`,
  );
}
