import type { Caller } from '../../shared/actions.ts';
import { raise } from '../../shared/faults.ts';
import type { controlRequests } from '../../shared/protocol/control-messages.ts';
import type { Params } from '../../shared/protocol/messages.ts';
import type { RunView } from '../../shared/run.ts';
import { artifactPlace, placeNotation } from '../artifacts/artifact-place.ts';
import { folderPath } from '../files/folder-path.ts';
import { sleep } from '../io/sleep.ts';
import type { RunEnd } from '../runs/active-runs.ts';
import { compile } from '../workflow/compile.ts';
import type { LoadedTemplate } from '../workflow/parse-template.ts';
import type { RunContext } from '../workflow/ports.ts';
import { runTemplate } from '../workflow/run-template.ts';
import { startView } from '../workflow/start-view.ts';
import { findTemplate } from '../workflow/template-store.ts';
import type { Parts } from './parts.ts';
import { given } from './surfaces.ts';
import { reviewOf, type TemplateReview, templateFolders } from './templates.ts';

/** A timer that is longer fires at once. */
const timerMsMax = 2_000_000_000;

type RunWish = Pick<Params<typeof controlRequests, 'run.start'>, 'parameters' | 'options'>;
type RunManner = { readonly kind: 'workflow' | 'job'; readonly review: TemplateReview };

/** Checks everything that can be checked before, then begins the run; what is wrong is a fault and no run. */
export function startRun(
  parts: Parts,
  { template, ...wish }: Params<typeof controlRequests, 'run.start'>,
): { run_id: string } {
  refuseWhenFull(parts);
  const loaded = given(findTemplate(template, templateFolders(parts), parts.patterns));
  const review = reviewOf(parts, loaded);
  const runId = parts.runs.newId();
  prepareRun(parts, loaded, wish).begin(runId, { kind: 'workflow', review });
  return { run_id: runId };
}

function refuseWhenFull({ runs }: Parts): void {
  if (runs.full) raise('too-large', 'Too many runs go on at once.', 'Wait for one to end, or stop one.');
}

/** Makes the plan, which says what is wrong with template and parameters; `begin` then runs it in the browser that is named. */
export function prepareRun(parts: Parts, loaded: LoadedTemplate, { parameters, options }: RunWish) {
  const { runs, patterns, clock } = parts;
  const artifacts = placeNotation(artifactPlace(parts.config.artifacts));
  const means = { patterns, folderOf: (text: string) => folderPath(text), now: clock, artifacts };
  const plan = given(compile(loaded, { parameters, options }, means));
  return {
    plan,
    begin(runId: string, { kind, review }: RunManner): { readonly done: Promise<RunView> } {
      refuseWhenFull(parts);
      if (options.unattended && !review.reviewed) {
        raise(
          'denied',
          `Template ${plan.template.id} ${plan.template.version} is not one that is known to be reviewed, and nobody watches this run.`,
          'Run it where a person can answer, or have it reviewed, signed and its key listed in trusted_template_keys.',
          { policies: ['template.unreviewed'] },
        );
      }
      const { profile } = given(parts.sessions.pick(options.profile));
      const caller: Caller = { kind, id: runId, unattended: options.unattended };
      const { id, version } = plan.template;
      const context: RunContext = {
        run_id: runId,
        caller,
        profile,
        template: { id, version, ...review },
        granted: [],
      };
      parts.budgets.open(runId, options.budget);
      return runs.start({
        view: startView(plan, { run_id: runId, profile, now: clock() }),
        plan: plan.calls,
        execute: (emit, stop) =>
          withinTime(parts, runId, stop, (signal) =>
            runTemplate(plan, {
              calls: parts.calls,
              patterns,
              approver: parts.approvals,
              approvalMs: parts.config.approvals.timeout_seconds * 1000,
              clock: {
                now: clock,
                sleep,
                pausedMs: () => parts.pauses.ms(runId),
                pauses: () => parts.pauses.count(runId),
              },
              context,
              emit,
              signal,
              record: options.record === true,
            }),
          ),
      });
    },
  };
}

/** Ends the work when the run's time is used up; pauses cost nothing. The end then says that, and not that somebody stopped it. */
export async function withinTime(
  { budgets }: Parts,
  runId: string,
  stop: AbortSignal,
  work: (signal: AbortSignal) => Promise<RunEnd>,
): Promise<RunEnd> {
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    const left = budgets.leftMs(runId);
    if (left <= 0) late.abort();
    else timer = setTimeout(look, Math.min(left, timerMsMax));
  };
  look();
  try {
    const end = await work(AbortSignal.any([stop, late.signal]));
    const cutShort = late.signal.aborted && end.status === 'cancelled';
    return cutShort ? { ...end, status: 'refused', fault: budgets.timeFault(runId) } : end;
  } finally {
    clearTimeout(timer);
  }
}
