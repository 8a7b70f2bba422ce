import type { CommandContext } from '../command.ts';
import { CommandError, faultError } from '../command-error.ts';
import { exitCode } from '../exit-code.ts';

/**
 * Opens the window of a profile and waits until the person closes it. Only that counts as signed in: whether the sites took
 * the log-in is for them to say, and a run that finds itself signed out fails as such.
 */
export async function signInByHand(name: string, url: string | null, context: CommandContext): Promise<void> {
  const { parts, terminal, interrupted } = context;
  const opened = await parts.openWindow(name, url);
  if (!opened.ok) throw faultError(opened.fault, `profile "${name}"`);
  const browser = opened.value;
  for (const note of browser.notes) terminal.say(note);
  terminal.say(
    `Sign in where runs in "${name}" shall be signed in, then close the window. Ctrl+C: it does not count.`,
  );
  const stopped = new Promise<'stopped'>((resolve) => {
    if (interrupted.aborted) resolve('stopped');
    else interrupted.addEventListener('abort', () => resolve('stopped'), { once: true });
  });
  const end = await Promise.race([browser.closed, stopped]);
  // What was signed in is on disk once the browser has ended by itself.
  await browser.close();
  if (end === 'stopped') {
    throw new CommandError(
      'Nothing was noted.',
      `profile "${name}"`,
      'Sign in again, and end it by closing the window.',
      exitCode.interrupted,
    );
  }
  const noted = parts.profiles.signedIn(name);
  if (!noted.ok) throw faultError(noted.fault, 'in the profiles');
  const { loginDaysMax } = noted.value;
  const days = loginDaysMax === null ? 'with no limit' : `for ${loginDaysMax} days (profiles.login_days_max)`;
  terminal.say(`"${name}" counts as signed in from now on, ${days}.`);
}
