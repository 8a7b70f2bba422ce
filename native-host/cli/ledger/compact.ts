import type { CommandContext, Invocation } from '../command.ts';
import { faultError, wrongUsage } from '../command-error.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { readCount } from './read-count.ts';
import { withAuthority } from './reconcile.ts';

const daysMax = 36_500;

/** `localagent ledger compact --older-than DAYS`. */
export async function compactLedger(invocation: Invocation, context: CommandContext): Promise<ExitCode> {
  const days = readCount(invocation, 'older-than', { least: 0, most: daysMax });
  if (days === null) {
    throw wrongUsage(
      'It is not said how old rows must be to go.',
      'in "localagent ledger compact"',
      'Give --older-than DAYS, or set ledger.retention_days in config.yaml to have it done by itself.',
    );
  }
  return withAuthority(context, async (authority) => {
    const done = await authority.call('ledger.compact', { older_than_days: days });
    if (!done.ok) throw faultError(done.fault, 'in the ledger');
    const { removed } = done.value;
    if (invocation.json) context.terminal.printJson({ schema: 'localagent.ledger-compact.v1', removed });
    else {
      context.terminal.say(
        removed === 0
          ? 'Nothing to remove: rows go up to a checkpoint, and none before an outcome that is open.'
          : `${removed} rows removed; a signed checkpoint stands for them, and the ledger still verifies.`,
      );
    }
    return exitCode.done;
  });
}
