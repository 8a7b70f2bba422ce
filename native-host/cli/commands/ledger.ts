import { type CommandContext, defineCommand, type Invocation } from '../command.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { compactLedger } from '../ledger/compact.ts';
import { LedgerDocument } from '../ledger/documents.ts';
import { exportFormats, exportLedger } from '../ledger/export.ts';
import { readCount } from '../ledger/read-count.ts';
import { findings, reconcileCall, showUnsettled } from '../ledger/reconcile.ts';
import { verifyLedger } from '../ledger/verify.ts';
import { tableLines } from '../table.ts';

const limitDefault = 50;
const limitMax = 10_000;

export const ledger = defineCommand({
  name: 'ledger',
  summary: 'what was done: show it, verify it, hand it on, settle what is open',
  details:
    'Every call has its rows, each with the hash of the one before. Checkpoints of the whole are signed and kept outside\n' +
    'the database too: in a file, in each browser, at the end of each report. With --anchors all of them are compared.\n' +
    'An act whose outcome is not known stays open until you have looked and said what you found.',
  options: {
    run: { type: 'string', value: 'RUN', text: 'only what belongs to this run' },
    limit: { type: 'string', value: 'N', text: `the last N rows (${limitDefault}; 1–${limitMax})` },
    file: { type: 'string', value: 'COPY', text: 'a copy of the database instead of the one in use' },
    anchors: { type: 'boolean', text: 'compare with what is kept outside the database' },
    format: { type: 'string', value: 'FORMAT', text: `${exportFormats.join(', ')} (jsonl)` },
    after: { type: 'string', value: 'ROW', text: 'only rows after this one' },
    out: { type: 'string', value: 'FILE', text: 'write into a new file instead of stdout' },
    as: { type: 'string', value: 'FOUND', text: findings.join(', ') },
    note: { type: 'string', value: 'TEXT', text: 'what shows it, in your words' },
    'older-than': { type: 'string', value: 'DAYS', text: 'only rows older than so many days' },
  },
  subcommands: [
    { name: 'show', summary: 'the latest rows', positionals: [], options: ['run', 'limit'] },
    {
      name: 'verify',
      summary: 'check every row; exit 0 or 1',
      positionals: [],
      options: ['file', 'anchors'],
    },
    {
      name: 'export',
      summary: 'rows with proofs, for auditors and log collectors',
      positionals: [],
      options: ['run', 'format', 'after', 'out'],
    },
    {
      name: 'reconcile',
      summary: 'say what came of an act; without a call: list those that are open',
      positionals: ['[CALL]'],
      options: ['as', 'note'],
    },
    {
      name: 'compact',
      summary: 'remove old rows; a signed checkpoint stands for them',
      positionals: [],
      options: ['older-than'],
    },
  ],
  async run(invocation, context) {
    switch (invocation.subcommand) {
      case 'verify':
        return verifyLedger(invocation, context);
      case 'export':
        return exportLedger(invocation, context);
      case 'reconcile':
        return invocation.positionals.length === 0
          ? showUnsettled(invocation, context)
          : reconcileCall(invocation, context);
      case 'compact':
        return compactLedger(invocation, context);
      default:
        return show(invocation, context);
    }
  },
});

function show(invocation: Invocation, { terminal, parts }: CommandContext): ExitCode {
  const limit = readCount(invocation, 'limit', { least: 1, most: limitMax }) ?? limitDefault;
  const rows = parts.ledgerLines({ runId: invocation.text('run'), limit });
  if (invocation.json) {
    terminal.printJson(LedgerDocument.parse({ schema: 'localagent.ledger.v1', rows: [...rows] }));
    return exitCode.done;
  }
  if (rows.length === 0) terminal.say('The ledger holds nothing of this yet.');
  else {
    const cells = rows.map((row) => [
      String(row.seq),
      row.at.replace('T', ' ').slice(0, 19),
      row.event,
      row.tool,
      row.bucket,
      row.resource,
      row.step_id ?? '',
    ]);
    terminal.print(tableLines(['Row', 'When (UTC)', 'Event', 'Tool', 'Bucket', 'Where', 'Step'], cells));
  }
  return exitCode.done;
}
