import { join } from 'node:path';
import type { Caller } from '../../shared/actions.ts';
import { raise } from '../../shared/faults.ts';
import type { controlRequests } from '../../shared/protocol/control-messages.ts';
import type { Params } from '../../shared/protocol/messages.ts';
import type { RunEventBody, RunView } from '../../shared/run.ts';
import { isAsk, singleStepsOf } from '../../shared/template.ts';
import { artifactPlace, placeNotation } from '../artifacts/artifact-place.ts';
import { folderPath } from '../files/folder-path.ts';
import { keepPicture } from '../files/keep-picture.ts';
import { sleep } from '../io/sleep.ts';
import type { RunEnd } from '../runs/active-runs.ts';
import { endingOf } from '../workflow/after-failure.ts';
import { compile, type Plan } from '../workflow/compile.ts';
import type { LoadedTemplate } from '../workflow/parse-template.ts';
import type { AskModel, AskPerson, RunContext } from '../workflow/ports.ts';
import type { Resumption } from '../workflow/resume/plan-resume.ts';
import { runTemplate } from '../workflow/run-template.ts';
import { startView } from '../workflow/start-view.ts';
import type { Parts } from './parts.ts';
import { repairPorts } from './repair-ports.ts';
import { lackingWords } from './review-lacks.ts';
import { needsModel, StepModel } from './step-model.ts';
import { given } from './surfaces.ts';
import { namedTemplate, reviewOf, type TemplateReview } from './templates.ts';

/** A timer that is longer fires at once. */
const timerMsMax = 2_000_000_000;

export type RunWish = Pick<Params<typeof controlRequests, 'run.start'>, 'parameters' | 'options'> & {
  /** Selectors that came with a job, by step and place, for steps that say `repair`. */
  readonly proposed?: Readonly<Record<string, string>>;
  /** A job of the cloud: the pictures that the extraction plan names are sent there. */
  readonly sends?: boolean;
};
type RunManner = {
  readonly kind: 'workflow' | 'job';
  readonly review: TemplateReview;
  /** It goes on where another run was cut off. */
  readonly resumption?: Resumption;
};

/** Checks everything that can be checked before, then begins the run; what is wrong is a fault and no run. */
export function startRun(
  parts: Parts,
  { template, ...wish }: Params<typeof controlRequests, 'run.start'>,
): { run_id: string } {
  refuseWhenFull(parts);
  const loaded = given(namedTemplate(parts, template));
  const review = reviewOf(parts, loaded, { unattended: wish.options.unattended });
  const runId = parts.runs.newId();
  prepareRun(parts, loaded, wish).begin(runId, { kind: 'workflow', review });
  return { run_id: runId };
}

function refuseWhenFull({ runs }: Parts): void {
  if (runs.full) raise('too-large', 'Too many runs go on at once.', 'Wait for one to end, or stop one.');
}

/** Makes the plan, which says what is wrong with template and parameters; `begin` then runs it in the browser that is named. */
export function prepareRun(
  parts: Parts,
  loaded: LoadedTemplate,
  { parameters, options, proposed, sends = false }: RunWish,
) {
  const { runs, patterns, clock } = parts;
  const artifacts = placeNotation(artifactPlace(parts.config.artifacts));
  const means = { patterns, folderOf: (text: string) => folderPath(text), now: clock, artifacts, sends };
  const plan = given(compile(loaded, { parameters, options }, means));
  if (options.unattended) refuseToWait(plan);
  return {
    plan,
    begin(runId: string, { kind, review, resumption }: RunManner): { readonly done: Promise<RunView> } {
      refuseWhenFull(parts);
      if (options.unattended && !review.reviewed) {
        raise(
          'denied',
          `Template ${plan.template.id} ${plan.template.version} is not one that is known to be reviewed, and nobody watches this run.${lackingWords(parts, loaded)}`,
          'Run it where a person can answer, trust it with `localagent template trust FILE --for unattended`, or have it reviewed, signed and its key listed in trusted_template_keys.',
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
      parts.budgets.open(runId, options.budget, resumption?.acted);
      return runs.start({
        view: startView(plan, {
          run_id: runId,
          profile,
          now: clock(),
          ...(resumption === undefined ? {} : { continues: resumption.run_id }),
        }),
        plan: plan.calls,
        execute: (emit, stop) =>
          withinTime(parts, runId, stop, (signal) =>
            withModel(parts, { runId, plan, unattended: options.unattended, signal }, (askModel) =>
              runTemplate(plan, {
                runScript: parts.runScript,
                askModel,
                askPerson: askPerson(parts, options.unattended, emit),
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
                repair: repairPorts(parts, runId, proposed),
                keepPicture: (name, base64) => keepPicture(join(parts.paths.runs, runId), name, base64),
                ...(resumption === undefined ? {} : { resumption }),
              }),
            ),
          ),
      });
    },
  };
}

// Nobody is there, so the run would stand still until its time is up.
function refuseToWait({ template }: Plan): void {
  const waits = singleStepsOf(template.steps).find(({ step }) => isAsk(step) && step.on_failure !== 'skip');
  if (waits === undefined) return;
  raise(
    'bad-arguments',
    `Template ${template.id} waits for a person at "${waits.step.title}", and nobody is there in an unattended run.`,
    'Run it where you can answer; for codes of an authenticator, store their source and give login its "code".',
  );
}

function askPerson(
  { questions, vault }: Parts,
  unattended: boolean,
  emit: (event: RunEventBody) => void,
): AskPerson {
  return async ({ sites, ...asked }, signal) => {
    const answer = await questions.ask({ ...asked, unattended, emit, signal });
    // A code is known as a secret before anything is done with it.
    return answer !== null && asked.kind === 'code' ? `secret:${vault.lend(answer.trim(), sites)}` : answer;
  };
}

type ModelCase = {
  readonly runId: string;
  readonly plan: Plan;
  readonly unattended: boolean;
  readonly signal: AbortSignal;
};

// A template that asks a model finds out that there is none before anything is done.
async function withModel(
  parts: Parts,
  { runId, plan, unattended, signal }: ModelCase,
  work: (ask: AskModel) => Promise<RunEnd>,
): Promise<RunEnd> {
  const { template } = plan;
  const model = new StepModel(parts, { id: runId, unattended, title: template.title });
  try {
    const ready = needsModel(template) ? await model.ready(signal) : null;
    if (ready === null || ready.ok) return await work(model.ask);
    const status = endingOf(ready.fault);
    const ended = status === 'refused' || status === 'cancelled' ? status : 'failed';
    return { status: ended, output: null, fault: ready.fault };
  } finally {
    await model.close();
  }
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
