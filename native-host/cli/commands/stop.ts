import { z } from 'zod';
import { type CommandContext, defineCommand, type Invocation } from '../command.ts';
import { faultError } from '../command-error.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { Authority } from '../parts.ts';
import { joinRunning, notRunning } from './status.ts';

const stopMs = 60_000;
const askMs = 10_000;

/** What `localagent stop RUN --json` and `stop all --json` print. */
export const StoppedDocument = z.strictObject({
  schema: z.literal('localagent.stopped.v1'),
  runs: z.int(),
  calls: z.int(),
});

export const stop = defineCommand({
  name: 'stop',
  summary: 'stop a run, or all that goes on; alone: end LocalAgent once nothing runs',
  details:
    'With a run it stops that run, with "all" every run and every call of MCP clients and command lines; LocalAgent stays.\n' +
    'Each run still writes its report. Alone it ends the background process, with --force whatever runs.',
  positionals: ['[RUN|all]'],
  options: { force: { type: 'boolean', text: 'cancel what runs; each run still writes its report' } },
  async run(invocation, context) {
    const authority = await joinRunning(context);
    if (authority === null) return notRunning(invocation, context);
    const [what] = invocation.positionals;
    try {
      return what === undefined
        ? await endAuthority(authority, invocation, context)
        : await stopWork(authority, what, invocation, context);
    } finally {
      authority.close();
    }
  },
});

async function stopWork(
  authority: Authority,
  what: string,
  invocation: Invocation,
  { terminal }: CommandContext,
): Promise<ExitCode> {
  const stopped = await (what === 'all' ? stopAll(authority) : stopOne(authority, what));
  if (invocation.json) terminal.printJson({ schema: 'localagent.stopped.v1', ...stopped });
  else if (what === 'all') terminal.print([`Stopped: ${stopped.runs} runs, ${stopped.calls} other calls.`]);
  else terminal.print([stopped.runs === 1 ? `The run ${what} ends.` : `No run ${what} goes on.`]);
  return what === 'all' || stopped.runs === 1 ? exitCode.done : exitCode.failed;
}

async function stopAll(authority: Authority): Promise<{ runs: number; calls: number }> {
  const answer = await authority.call('work.stop', {}, { timeoutMs: askMs });
  if (!answer.ok) throw faultError(answer.fault, 'in "localagent stop all"');
  return answer.value;
}

async function stopOne(authority: Authority, runId: string): Promise<{ runs: number; calls: number }> {
  const answer = await authority.call('run.cancel', { run_id: runId }, { timeoutMs: askMs });
  if (!answer.ok) throw faultError(answer.fault, `in "localagent stop ${runId}"`);
  return { runs: answer.value.cancelled ? 1 : 0, calls: 0 };
}

async function endAuthority(
  authority: Authority,
  invocation: Invocation,
  { terminal }: CommandContext,
): Promise<ExitCode> {
  const force = invocation.flag('force');
  const answer = await authority.call('authority.stop', { force }, { timeoutMs: stopMs });
  if (!answer.ok && answer.fault.code !== 'browser-gone')
    throw faultError(answer.fault, 'in "localagent stop"');
  const stopping = !answer.ok || answer.value.stopping;
  if (stopping) await endedOrLate(authority);
  if (invocation.json) terminal.printJson({ schema: 'localagent.stop.v1', stopping });
  else {
    const words = 'Something runs; it ends after that. --force cancels it.';
    terminal.print([stopping ? 'LocalAgent has ended.' : words]);
  }
  return stopping ? exitCode.done : exitCode.failed;
}

async function endedOrLate(authority: Authority): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, stopMs);
  });
  await Promise.race([authority.closed, late]);
  clearTimeout(timer);
}
