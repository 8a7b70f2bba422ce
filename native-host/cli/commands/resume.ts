import { defineCommand } from '../command.ts';
import { faultError } from '../command-error.ts';
import { exitCode } from '../exit-code.ts';
import { joinRunning, notRunning } from './status.ts';

const askMs = 10_000;

export const resume = defineCommand({
  name: 'resume',
  summary: 'hand a paused run back; it looks at the page anew and goes on',
  positionals: ['RUN'],
  async run(invocation, context) {
    const authority = await joinRunning(context);
    if (authority === null) return notRunning(invocation, context);
    const [run = ''] = invocation.positionals;
    const answer = await authority.call('run.resume', { run_id: run }, { timeoutMs: askMs });
    authority.close();
    if (!answer.ok) throw faultError(answer.fault, 'in "localagent resume"');
    const { resumed } = answer.value;
    if (invocation.json) context.terminal.printJson({ schema: 'localagent.resume.v1', resumed });
    else context.terminal.print([resumed ? `The run ${run} goes on.` : `The run ${run} is not paused.`]);
    return resumed ? exitCode.done : exitCode.failed;
  },
});
