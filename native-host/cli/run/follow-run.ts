import { failed, fault, ok, type Result } from '../../../shared/faults.ts';
import type { Params } from '../../../shared/protocol/messages.ts';
import type { RunEvent, RunView } from '../../../shared/run.ts';
import type { CommandContext } from '../command.ts';
import type { Authority, AuthorityTable } from '../parts.ts';
import { answerApprovals } from './answer-approvals.ts';
import { questionAnswerer } from './answer-questions.ts';
import { createPersonTurns } from './person-turns.ts';

const callMs = 30_000;
/** The whole plan is judged before the run begins. */
const startMs = 60_000;
/** Before an objective is begun its model is looked for, and may have to be loaded. */
const objectiveStartMs = 600_000;
/** A cancelled run lets go of its page and writes its report within this. */
const cancelMs = 30_000;
/** A lost authority is started again this often; the run then ends with a report. */
const rejoinsMax = 3;
const runsListed = 200;

export type RunRequest = Params<AuthorityTable, 'run.start'>;
export type ObjectiveRequest = Params<AuthorityTable, 'objective.start'>;
type OnEvent = (event: RunEvent) => void;
type Started = Result<{ readonly run_id: string }>;

const over: ReadonlySet<RunView['status']> = new Set([
  'succeeded',
  'failed',
  'refused',
  'cancelled',
  'outcome_unknown',
]);

/** Starts a run and gives its last view once it is over. An interruption cancels it and still waits for its report. */
export function followRun(
  authority: Authority,
  request: RunRequest,
  context: CommandContext,
  onEvent: OnEvent,
): Promise<Result<RunView>> {
  const begin = () => authority.call('run.start', request, { timeoutMs: startMs });
  return followStarted(authority, begin, context, onEvent);
}

/** The same for a run that goes on where another was cut off. */
export function followResumed(
  authority: Authority,
  request: Params<AuthorityTable, 'run.continue'>,
  context: CommandContext,
  onEvent: OnEvent,
): Promise<Result<RunView>> {
  const begin = () => authority.call('run.continue', request, { timeoutMs: startMs });
  return followStarted(authority, begin, context, onEvent);
}

/** The same for an objective; what it asks in words is asked here too. */
export function followObjective(
  authority: Authority,
  request: ObjectiveRequest,
  context: CommandContext,
  onEvent: OnEvent,
): Promise<Result<RunView>> {
  const begin = () =>
    authority.call('objective.start', request, { timeoutMs: objectiveStartMs, signal: context.interrupted });
  return followStarted(authority, begin, context, onEvent);
}

async function followStarted(
  authority: Authority,
  begin: () => Promise<Started>,
  context: CommandContext,
  onEvent: OnEvent,
): Promise<Result<RunView>> {
  let runId: string | null = null;
  const turns = createPersonTurns();
  answerApprovals(
    authority,
    context.terminal,
    (approval) => runId === null || approval.run_id === runId,
    context.interrupted,
    turns,
  );
  const answerQuestions = questionAnswerer(authority, context.terminal, turns, context.interrupted);
  const started = await begin();
  if (!started.ok) return started;
  runId = started.value.run_id;
  const cancelled = cancelOnInterrupt(authority, runId, context);
  let seen = -1;
  const once: OnEvent = (event) => {
    if (event.seq <= seen) return;
    seen = event.seq;
    onEvent(event);
    answerQuestions(event);
  };
  try {
    return await untilOver(authority, runId, context, once);
  } finally {
    cancelled.dispose();
  }
}

async function untilOver(
  first: Authority,
  runId: string,
  context: CommandContext,
  onEvent: OnEvent,
): Promise<Result<RunView>> {
  let authority = first;
  for (let rejoins = 0; rejoins <= rejoinsMax; rejoins += 1) {
    const end = await endOn(authority, runId, context.interrupted, onEvent);
    // The first connection is the caller's; one made here would keep the process from ending.
    if (authority !== first) authority.close();
    if (end !== 'lost') return end;
    context.terminal.warn('The connection to LocalAgent was lost; joining it again …');
    const again = await context.parts.connect({ start: true });
    if (!again.ok) return again;
    authority = again.value;
  }
  return failed(
    fault(
      'browser-gone',
      'LocalAgent ended again and again during the run.',
      `See ${context.parts.paths.log}.`,
    ),
  );
}

/** Waits on one connection; `lost` when it ended before the run did. */
async function endOn(
  authority: Authority,
  runId: string,
  interrupted: AbortSignal,
  onEvent: OnEvent,
): Promise<Result<RunView> | 'lost'> {
  const { promise, resolve } = Promise.withResolvers<Result<RunView> | 'lost'>();
  const take: OnEvent = (event) => {
    onEvent(event);
    if (event.type === 'run.finished') resolve(ok(event.run));
  };
  // Events that come while the earlier ones are being fetched wait for them, so that all are told in order.
  let waiting: RunEvent[] | null = [];
  authority.onRunEvent((event) => {
    if (event.run_id !== runId) return;
    if (waiting === null) take(event);
    else waiting.push(event);
  });
  void authority.closed.then(() => resolve('lost'));
  const late = giveUpAfterCancel(interrupted, () => resolve(failed(cancelTimeout())));
  try {
    const before = await authority.call('run.events', { run_id: runId }, { timeoutMs: callMs });
    for (const event of [...(before.ok ? before.value.events : []), ...waiting]) take(event);
    waiting = null;
    const ended = await endedView(authority, runId);
    return ended === null ? await promise : ok(ended);
  } finally {
    late.dispose();
  }
}

async function endedView(authority: Authority, runId: string): Promise<RunView | null> {
  const list = await authority.call('run.list', { limit: runsListed }, { timeoutMs: callMs });
  const run = list.ok ? list.value.runs.find((candidate) => candidate.run_id === runId) : undefined;
  return run !== undefined && over.has(run.status) ? run : null;
}

type Disposer = { dispose(): void };

function cancelOnInterrupt(authority: Authority, runId: string, context: CommandContext): Disposer {
  const { interrupted, terminal } = context;
  const cancel = (): void => {
    terminal.warn('Cancelling; the report is being written …');
    void authority.call('run.cancel', { run_id: runId }, { timeoutMs: callMs });
  };
  if (interrupted.aborted) cancel();
  else interrupted.addEventListener('abort', cancel, { once: true });
  return { dispose: () => interrupted.removeEventListener('abort', cancel) };
}

function giveUpAfterCancel(interrupted: AbortSignal, giveUp: () => void): Disposer {
  let timer: NodeJS.Timeout | undefined;
  const begin = (): void => {
    timer = setTimeout(giveUp, cancelMs);
  };
  if (interrupted.aborted) begin();
  else interrupted.addEventListener('abort', begin, { once: true });
  return {
    dispose: () => {
      clearTimeout(timer);
      interrupted.removeEventListener('abort', begin);
    },
  };
}

function cancelTimeout() {
  return fault(
    'timeout',
    'The run was told to stop and did not end in time.',
    'See `localagent status`; `localagent stop --force` ends everything.',
  );
}
