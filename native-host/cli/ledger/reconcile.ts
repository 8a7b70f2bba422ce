import type { Receipt, ReconcileFinding } from '../../../shared/receipt.ts';
import type { CommandContext, Invocation } from '../command.ts';
import { faultError, wrongUsage } from '../command-error.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { Authority } from '../parts.ts';
import { tableLines } from '../table.ts';
import type { LedgerReconcileDocument } from './documents.ts';

export const findings: readonly ReconcileFinding[] = ['applied', 'not_applied', 'compensated'];
const noteMax = 1_000;

/** The acts whose outcome is open, oldest first. */
export async function showUnsettled(invocation: Invocation, context: CommandContext): Promise<ExitCode> {
  return withAuthority(context, async (authority) => {
    const open = await unsettled(authority);
    tell(invocation, context, null, open);
    return exitCode.done;
  });
}

/** Writes down what the person found out about one act. */
export async function reconcileCall(invocation: Invocation, context: CommandContext): Promise<ExitCode> {
  const [callId = ''] = invocation.positionals;
  const finding = findings.find((one) => one === invocation.text('as'));
  if (finding === undefined) {
    throw wrongUsage(
      'What you found is missing.',
      'in "localagent ledger reconcile"',
      'Look at the site, then give --as applied, --as not_applied, or --as compensated (undone by hand).',
    );
  }
  const note = invocation.text('note') ?? '';
  if (note.length > noteMax)
    throw wrongUsage('The note is too long.', 'in --note', `Give at most ${noteMax} characters.`);
  return withAuthority(context, async (authority) => {
    const settled = await authority.call('ledger.reconcile', { call_id: callId, finding, note });
    if (!settled.ok) throw faultError(settled.fault, 'in the ledger');
    context.terminal.say(`Settled ${callId} as ${finding}.`);
    tell(invocation, context, { call_id: callId, finding }, await unsettled(authority));
    return exitCode.done;
  });
}

/** The ledger has one writer, so that one is asked; it is started where none runs. */
export async function withAuthority<T>(
  { parts }: CommandContext,
  work: (authority: Authority) => Promise<T>,
): Promise<T> {
  const authority = await parts.connect({ start: true });
  if (!authority.ok) throw faultError(authority.fault, 'on this computer');
  try {
    return await work(authority.value);
  } finally {
    authority.value.close();
  }
}

async function unsettled(authority: Authority): Promise<readonly Receipt[]> {
  const answer = await authority.call('ledger.unsettled', {});
  if (!answer.ok) throw faultError(answer.fault, 'in the ledger');
  return answer.value.receipts;
}

function tell(
  { json }: Invocation,
  { terminal }: CommandContext,
  settled: LedgerReconcileDocument['settled'],
  open: readonly Receipt[],
): void {
  if (json) {
    const rows = open.map(({ call_id, run_id, started_at: at, tool, target, resource }) => ({
      ...{ call_id, run_id, at, tool, target, resource },
    }));
    const schema = 'localagent.ledger-reconcile.v1';
    terminal.printJson({ schema, settled, unsettled: rows } satisfies LedgerReconcileDocument);
  } else if (open.length > 0) {
    const cells = open.map((one) => [
      one.call_id,
      one.started_at.replace('T', ' ').slice(0, 19),
      one.tool,
      one.target,
      one.resource,
    ]);
    terminal.print(tableLines(['Call', 'When (UTC)', 'Tool', 'Target', 'Where'], cells));
    terminal.say(
      'Look at each site, then: localagent ledger reconcile CALL --as applied|not_applied|compensated',
    );
  } else if (settled === null) terminal.say('No outcome is open.');
}
