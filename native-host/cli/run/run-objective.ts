import type { Result } from '../../../shared/faults.ts';
import type { RunBudget } from '../../../shared/protocol/control-messages.ts';
import type { RunEvent, RunView } from '../../../shared/run.ts';
import type { CommandContext } from '../command.ts';
import { faultError } from '../command-error.ts';
import { type ExitCode, exitCode, exitCodeOf } from '../exit-code.ts';
import type { Authority, LedgerVerdict } from '../parts.ts';
import { type BrowserWish, chooseBrowser } from './choose-browser.ts';
import { copyReport } from './copy-report.ts';
import { followObjective } from './follow-run.ts';
import { createObjectiveProgress } from './show-objective.ts';

export type RunObjectiveOptions = Readonly<{
  objective: string;
  browser: BrowserWish;
  /** Folder that the report is copied to; null: none. */
  out: string | null;
  unattended: boolean;
  readOnly: boolean;
  model: string | null;
  search: string | null;
  budget: RunBudget;
  /** Hears of every event as it comes. */
  onEvent?: (event: RunEvent) => void;
}>;

export type FinishedObjective = Readonly<{
  exit: ExitCode;
  run: RunView;
  ledger: LedgerVerdict;
  /** Where the report was copied to. */
  copied: string | null;
}>;

const where = 'in the run of the objective';

/** Works on an objective from beginning to report. What keeps it from starting is a `CommandError`. */
export async function runObjective(
  options: RunObjectiveOptions,
  context: CommandContext,
): Promise<FinishedObjective> {
  const { parts, terminal } = context;
  const authority = orThrow(await parts.connect({ start: true }), `data folder ${parts.paths.home}`);
  try {
    const chosen = orThrow(await chooseBrowser(options.browser, authority, context), where);
    const run = await follow(authority, options, context, {
      profile: chosen.profile,
      // A browser without a window has nobody in front of it; then only this terminal can be asked.
      unattended: options.unattended || (chosen.launched !== null && !terminal.interactive),
    }).finally(() => chosen.launched?.close());
    const ledger = parts.verifyLedger(parts.paths.database);
    const status = exitCodeOf(run.status, context.interrupted.aborted);
    return {
      // A record that does not verify is never a success, whatever the run says.
      exit: status === exitCode.done && !ledger.ok ? exitCode.failed : status,
      run,
      ledger,
      copied: copyTo(options.out, run, context),
    };
  } finally {
    authority.close();
  }
}

async function follow(
  authority: Authority,
  options: RunObjectiveOptions,
  context: CommandContext,
  place: Readonly<{ profile: string; unattended: boolean }>,
): Promise<RunView> {
  const progress = createObjectiveProgress(context.terminal);
  const { model, search, budget } = options;
  const request = {
    objective: options.objective,
    page: null,
    selection: null,
    follows: null,
    options: { ...place, budget, read_only: options.readOnly, model, search },
  };
  const followed = await followObjective(authority, request, context, (event) => {
    progress.tell(event);
    options.onEvent?.(event);
  });
  progress.end();
  return orThrow(followed, where);
}

// The report itself is written; that its copy is not is told and is no reason to call the run failed.
function copyTo(folder: string | null, run: RunView, { terminal }: CommandContext): string | null {
  if (folder === null || run.report === null) return null;
  const copied = copyReport(run.report, folder);
  if (copied.ok) return copied.value;
  terminal.warn(copied.fault.message);
  return null;
}

function orThrow<T>(result: Result<T>, place: string): T {
  if (result.ok) return result.value;
  throw faultError(result.fault, place);
}
