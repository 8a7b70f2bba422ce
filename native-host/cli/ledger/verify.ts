import { resolve } from 'node:path';
import type { CommandContext, Invocation } from '../command.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { BrowserAnchor, LedgerAudit } from '../parts.ts';
import type { LedgerVerifyDocument } from './documents.ts';

/** `localagent ledger verify`: exit 0 when all is well, else 1; what is wrong stands in the document. */
export async function verifyLedger(invocation: Invocation, context: CommandContext): Promise<ExitCode> {
  const { terminal, parts, cwd } = context;
  const copy = invocation.text('file');
  const file = copy === null ? parts.paths.database : resolve(cwd, copy);
  const browsers = invocation.flag('anchors') ? await browserAnchors(context) : undefined;
  const check = parts.verifyLedger(file, browsers);
  if (invocation.json) terminal.printJson(documentOf(file, check));
  else if (check.ok) terminal.print([`${file}: ${countOf(check)}, ${terminal.paint('green', 'verified')}`]);
  else {
    terminal.warn(`${terminal.paint('red', 'The ledger does not verify.')} ${check.reason}`);
    terminal.warn(`  in ${file}`);
    terminal.warn(`  ${remedies[check.kind]}`);
  }
  return check.ok ? exitCode.done : exitCode.failed;
}

/** A browser that is not connected, or no authority at all, remembers nothing that could be asked for. */
async function browserAnchors({ parts, terminal }: CommandContext): Promise<readonly BrowserAnchor[]> {
  const authority = await parts.connect({ start: false });
  if (!authority.ok) {
    terminal.say('No browser is connected, so only the anchors in files are compared.');
    return [];
  }
  const answer = await authority.value.call('ledger.anchors', {});
  authority.value.close();
  return answer.ok ? answer.value.anchors : [];
}

const keep =
  'Keep this file as it is, and compare it with a backup: it was changed from outside, or damaged.';
const remedies: Readonly<Record<LedgerAudit['kind'], string>> = {
  verified: '',
  broken: keep,
  truncated: 'Look for the newer database: this one is an older copy, or its end was cut off.',
  unknown_key:
    'Use the key file that this ledger was written with, and find out who signed with another one.',
  unreadable: keep,
};

function countOf({ rows, base, anchors, checkpoints }: LedgerAudit): string {
  const compacted = base === 0 ? '' : ` (those up to ${base} as their checkpoint)`;
  const outside = anchors === 0 ? '' : `, ${anchors} anchors`;
  return `${rows} rows${compacted}, ${checkpoints} checkpoints${outside}`;
}

function documentOf(file: string, check: LedgerAudit): LedgerVerifyDocument {
  const { ok, base, ...others } = check;
  return { schema: 'localagent.ledger-verify.v1', file, verified: ok, compacted_to: base, ...others };
}
