import { defineCommand } from '../command.ts';
import { faultError } from '../command-error.ts';
import { exitCode } from '../exit-code.ts';
import { joinRunning, notRunning } from './status.ts';

const askMs = 10_000;

export const pause = defineCommand({
  name: 'pause',
  summary: 'take a run over: nothing more of it is done until `localagent resume`',
  positionals: ['RUN'],
  async run(invocation, context) {
    const authority = await joinRunning(context);
    if (authority === null) return notRunning(invocation, context);
    const [run = ''] = invocation.positionals;
    const answer = await authority.call('run.pause', { run_id: run }, { timeoutMs: askMs });
    authority.close();
    if (!answer.ok) throw faultError(answer.fault, 'in "localagent pause"');
    const { paused } = answer.value;
    if (invocation.json) context.terminal.printJson({ schema: 'localagent.pause.v1', paused });
    else {
      const words = `The run ${run} is paused. Do what you like in its pages; "localagent resume ${run}" hands back.`;
      context.terminal.print([paused ? words : `No run ${run} goes on, or it is paused already.`]);
    }
    return paused ? exitCode.done : exitCode.failed;
  },
});
