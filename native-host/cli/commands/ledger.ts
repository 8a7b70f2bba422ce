import { resolve } from 'node:path';
import { z } from 'zod';
import { type CommandContext, defineCommand, type Invocation } from '../command.ts';
import { wrongUsage } from '../command-error.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { tableLines } from '../table.ts';

/** What `localagent ledger verify --json` prints. */
export const LedgerVerifyDocument = z.strictObject({
  schema: z.literal('localagent.ledger-verify.v1'),
  file: z.string(),
  verified: z.boolean(),
  rows: z.int().nonnegative(),
  /** Number of the first row that is wrong, missing or too many; null when it is not a row. */
  broken_at: z.int().nullable(),
  reason: z.string(),
});
export type LedgerVerifyDocument = z.infer<typeof LedgerVerifyDocument>;

/** What `localagent ledger show --json` prints; oldest first. */
export const LedgerDocument = z.strictObject({
  schema: z.literal('localagent.ledger.v1'),
  rows: z.array(
    z.strictObject({
      seq: z.int(),
      at: z.string(),
      event: z.string(),
      call_id: z.string(),
      run_id: z.string().nullable(),
      step_id: z.string().nullable(),
      tool: z.string(),
      bucket: z.string(),
      resource: z.string(),
      hash: z.string(),
    }),
  ),
});
export type LedgerDocument = z.infer<typeof LedgerDocument>;

const limitDefault = 50;
const limitMax = 10_000;

export const ledger = defineCommand({
  name: 'ledger',
  summary: 'what was done: show it, verify that nobody changed it',
  options: {
    run: { type: 'string', value: 'RUN', text: 'only what belongs to this run' },
    limit: { type: 'string', value: 'N', text: `the last N rows (${limitDefault}; 1–${limitMax})` },
    file: { type: 'string', value: 'COPY', text: 'a copy of the database instead of the one in use' },
  },
  subcommands: [
    { name: 'show', summary: 'the latest rows', positionals: [], options: ['run', 'limit'] },
    { name: 'verify', summary: 'check every row; exit 0 or 1', positionals: [], options: ['file'] },
  ],
  async run(invocation, context) {
    return invocation.subcommand === 'verify' ? verify(invocation, context) : show(invocation, context);
  },
});

function verify(invocation: Invocation, { terminal, parts, cwd }: CommandContext): ExitCode {
  const copy = invocation.text('file');
  const file = copy === null ? parts.paths.database : resolve(cwd, copy);
  const check = parts.verifyLedger(file);
  const document: LedgerVerifyDocument = {
    schema: 'localagent.ledger-verify.v1',
    file,
    verified: check.ok,
    rows: check.rows,
    broken_at: check.broken_at,
    reason: check.reason,
  };
  if (invocation.json) terminal.printJson(document);
  else if (check.ok) terminal.print([`${file}: ${check.rows} rows, ${terminal.paint('green', 'verified')}`]);
  else {
    terminal.warn(`${terminal.paint('red', 'The ledger does not verify.')} ${check.reason}`);
    terminal.warn(`  in ${file}`);
    terminal.warn(
      '  Keep this file as it is, and compare it with a backup: it was changed from outside, or damaged.',
    );
  }
  return check.ok ? exitCode.done : exitCode.failed;
}

function show(invocation: Invocation, { terminal, parts }: CommandContext): ExitCode {
  const rows = parts.ledgerLines({
    runId: invocation.text('run'),
    limit: readLimit(invocation.text('limit')),
  });
  if (invocation.json) {
    terminal.printJson({ schema: 'localagent.ledger.v1', rows: [...rows] } satisfies LedgerDocument);
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

function readLimit(text: string | null): number {
  if (text === null) return limitDefault;
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= limitMax) return value;
  throw wrongUsage(
    `"${text}" is no number of rows.`,
    'in --limit',
    `Give a whole number from 1 to ${limitMax}.`,
  );
}
