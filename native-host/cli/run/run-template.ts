import type { Result } from '../../../shared/faults.ts';
import { didYouMean } from '../../../shared/nearest-name.ts';
import type { RunBudget } from '../../../shared/protocol/control-messages.ts';
import type { RunEvent, RunView } from '../../../shared/run.ts';
import type { CommandContext } from '../command.ts';
import { type CommandError, faultError, wrongUsage } from '../command-error.ts';
import { type ExitCode, exitCode, exitCodeOf } from '../exit-code.ts';
import type { Authority, LedgerVerdict } from '../parts.ts';
import { type BrowserWish, chooseBrowser } from './choose-browser.ts';
import { cutOffRun } from './cut-off-run.ts';
import { followResumed, followRun } from './follow-run.ts';
import { type RunDocument, runDocument } from './run-document.ts';
import { createRunProgress } from './show-progress.ts';

const listMs = 10_000;

export type RunTemplateOptions = Readonly<{
  template: string;
  /** The run that was cut off and is to go on; its template and parameters are then meant. */
  resume?: string;
  parameters: Readonly<Record<string, string>>;
  browser: BrowserWish;
  /** Folder to file results into; null: the template's own. */
  out: string | null;
  /** Name of the filed file; null: the template's own. */
  namePattern: string | null;
  /** Nobody is to be asked. */
  unattended: boolean;
  /** What selectors mean is written down as the run comes to them. */
  record?: boolean;
  /** What the run may use up; what is left out is as config.yaml says. */
  budget?: RunBudget;
  /** Hears of every event as it comes. */
  onEvent?: (event: RunEvent) => void;
}>;

export type FinishedRun = Readonly<{
  exit: ExitCode;
  run: RunView;
  ledger: LedgerVerdict;
  document: RunDocument;
}>;

/**
 * Runs a template from beginning to report: joins the authority, chooses or starts a browser, follows the run, ends the
 * browser that was started for it, verifies the ledger. What keeps the run from starting is a `CommandError`.
 */
export async function runTemplate(
  options: RunTemplateOptions,
  context: CommandContext,
): Promise<FinishedRun> {
  const where = whereOf(options);
  const authority = orThrow(
    await context.parts.connect({ start: true }),
    `data folder ${context.parts.paths.home}`,
  );
  try {
    const before = options.resume === undefined ? null : await cutOffRun(authority, options.resume);
    if (before === null) await checkRequest(authority, options);
    // Who was signed in was so in the same profile.
    const wish = { ...options.browser, profile: options.browser.profile ?? before?.profile ?? null };
    const chosen = orThrow(await chooseBrowser(wish, authority, context), where);
    const run = await startAndFollow(authority, options, context, {
      profile: chosen.profile,
      // A browser without a window has nobody in front of it; then only this terminal can be asked.
      unattended: options.unattended || (chosen.launched !== null && !context.terminal.interactive),
      resume: before?.run_id ?? null,
    }).finally(() => chosen.launched?.close());
    const ledger = context.parts.verifyLedger(context.parts.paths.database);
    const status = exitCodeOf(run.status, context.interrupted.aborted);
    return {
      // A record that does not verify is never a success, whatever the run says.
      exit: status === exitCode.done && !ledger.ok ? exitCode.failed : status,
      run,
      ledger,
      document: runDocument(run, ledger, context.parts.paths.home),
    };
  } finally {
    authority.close();
  }
}

async function startAndFollow(
  authority: Authority,
  options: RunTemplateOptions,
  context: CommandContext,
  { profile, unattended, resume }: Readonly<{ profile: string; unattended: boolean; resume: string | null }>,
): Promise<RunView> {
  const progress = createRunProgress(context.terminal);
  const budget = options.budget === undefined ? {} : { budget: options.budget };
  const onEvent = (event: RunEvent): void => {
    progress(event);
    options.onEvent?.(event);
  };
  const followed =
    resume === null
      ? followRun(
          authority,
          {
            template: options.template,
            parameters: options.parameters,
            options: {
              profile,
              out: options.out,
              name_pattern: options.namePattern,
              unattended,
              ...(options.record === true ? { record: true } : {}),
              ...budget,
            },
          },
          context,
          onEvent,
        )
      : followResumed(
          authority,
          { run_id: resume, options: { profile, unattended, ...budget } },
          context,
          onEvent,
        );
  const ended = await followed;
  context.terminal.live([]);
  return orThrow(ended, whereOf(options));
}

function whereOf({ template, resume }: RunTemplateOptions): string {
  return resume === undefined ? `in the run of template "${template}"` : `in --resume ${resume}`;
}

/** What is plainly wrong is told before a browser is started for it. */
async function checkRequest(authority: Authority, options: RunTemplateOptions): Promise<void> {
  const list = orThrow(
    await authority.call('template.list', {}, { timeoutMs: listMs }),
    'in the list of templates',
  );
  const [named] = options.template.split('@');
  const template = list.templates.find(({ id }) => id === named);
  if (template === undefined) throw await notOffered(authority, options.template);
  const where = `in the parameters of template "${template.id}"`;
  const names = template.parameters.map(({ name }) => name);
  for (const name of Object.keys(options.parameters)) {
    if (names.includes(name)) continue;
    throw wrongUsage(
      `There is no parameter "${name}".${didYouMean(name, names)}`,
      where,
      `It takes ${names.join(', ')}.`,
    );
  }
  const missing = template.parameters.filter(
    (parameter) =>
      parameter.required && parameter.default === null && (options.parameters[parameter.name] ?? '') === '',
  );
  const [first] = missing;
  if (first === undefined) return;
  throw wrongUsage(
    `Missing: ${missing.map(({ name, title }) => `${name} (${title})`).join(', ')}.`,
    where,
    `Add ${missing.map(({ name }) => `--param ${name}=…`).join(' ')}.`,
  );
}

// The authority knows why: there is none of that name, or its file is broken. The profile is no browser's, so that
// nothing can begin by this.
async function notOffered(authority: Authority, id: string): Promise<CommandError> {
  const nobody = { profile: '', out: null, name_pattern: null, unattended: true };
  const request = { template: id, parameters: {}, options: nobody };
  const answer = await authority.call('run.start', request, { timeoutMs: listMs });
  if (answer.ok) throw new Error(`the run ${answer.value.run_id} began without a browser`);
  return faultError(answer.fault, 'in --template');
}

function orThrow<T>(result: Result<T>, where: string): T {
  if (result.ok) return result.value;
  throw faultError(result.fault, where);
}
