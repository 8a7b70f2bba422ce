import { resolve } from 'node:path';
import { objectiveCharactersMax } from '../../../shared/objective.ts';
import type { RunBudget } from '../../../shared/protocol/control-messages.ts';
import type { CommandContext, Invocation } from '../command.ts';
import { CommandError, wrongUsage } from '../command-error.ts';
import { exitCode } from '../exit-code.ts';
import type { BrowserWish } from './choose-browser.ts';
import type { RunObjectiveOptions } from './run-objective.ts';

const here = 'in "localagent run"';
/** Options that only a template has. */
const foreign = ['param', 'name'] as const;

/** What the command line says of an objective; one that was not given is asked for, where somebody can answer. */
export async function objectiveOptions(
  invocation: Invocation,
  common: Readonly<{ browser: BrowserWish; budget: RunBudget }>,
  context: CommandContext,
): Promise<RunObjectiveOptions> {
  const stray = foreign.find((name) => invocation.texts(name).length > 0 || invocation.text(name) !== null);
  if (stray !== undefined) {
    throw wrongUsage(`--${stray} belongs to --template.`, here, 'Leave it out, or name a template.');
  }
  const given = invocation.positionals[0] ?? null;
  const objective = (given ?? (await askFor(context))).trim();
  if (objective === '') {
    throw wrongUsage('There is nothing to do.', here, 'Say what to find out or to do: localagent run "…".');
  }
  if (objective.length > objectiveCharactersMax) {
    throw wrongUsage(
      `The objective has ${objective.length} characters.`,
      here,
      `Say it in at most ${objectiveCharactersMax}.`,
    );
  }
  const out = invocation.text('out');
  const { terminal, cwd, env } = context;
  return {
    objective,
    browser: {
      ...common.browser,
      otherwise: hasDisplay(env, process.platform) ? 'headed' : 'headless',
    },
    // A person finds the report where they stand; a program names a folder, or the one of the run.
    out: out === null ? (terminal.interactive ? cwd : null) : resolve(cwd, out),
    unattended: invocation.flag('unattended'),
    readOnly: invocation.flag('read-only'),
    model: invocation.text('model'),
    search: invocation.text('search'),
    budget: common.budget,
  };
}

async function askFor({ terminal, interrupted }: CommandContext): Promise<string> {
  if (!terminal.interactive) {
    throw wrongUsage(
      'What should be done is missing.',
      here,
      'Say it: localagent run "…", or name a template with --template (see `localagent template list`).',
    );
  }
  const text = await terminal.ask('What should be found out or done? ', interrupted);
  if (text !== null) return text;
  throw new CommandError(
    'Interrupted before anything began.',
    here,
    'Nothing was done.',
    exitCode.interrupted,
  );
}

/** Whether a window would be seen by anybody. */
export function hasDisplay(env: CommandContext['env'], platform: NodeJS.Platform): boolean {
  if (platform === 'win32' || platform === 'darwin') return true;
  return [env['DISPLAY'], env['WAYLAND_DISPLAY']].some((name) => name !== undefined && name !== '');
}
