import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CommandContext, Invocation } from '../command.ts';
import { CommandError, wrongUsage } from '../command-error.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { LedgerExportFormat } from '../parts.ts';
import { readCount } from './read-count.ts';

export const exportFormats: readonly LedgerExportFormat[] = ['jsonl', 'html', 'syslog', 'otlp'];

/** Rows in one export; a collector goes on with --after. */
const rowsMax = 100_000;

/** `localagent ledger export`: the rows as text, on stdout or in a file that must not exist yet. */
export function exportLedger(invocation: Invocation, { terminal, parts, cwd }: CommandContext): ExitCode {
  const found = parts.exportLedger({
    run_id: invocation.text('run'),
    after: readCount(invocation, 'after', { least: 0, most: Number.MAX_SAFE_INTEGER }) ?? 0,
    limit: rowsMax,
    format: readFormat(invocation.text('format') ?? 'jsonl'),
  });
  const out = invocation.text('out');
  if (out === null) terminal.print([found.text.trimEnd()]);
  else writeNew(resolve(cwd, out), found.text);
  const place = out === null ? '' : ` to ${resolve(cwd, out)}`;
  terminal.say(`${found.rows} rows exported${place}, signed with key ${found.key_id}.`);
  return exitCode.done;
}

function readFormat(text: string): LedgerExportFormat {
  const format = exportFormats.find((one) => one === text);
  if (format !== undefined) return format;
  throw wrongUsage(
    `There is no format "${text}".`,
    'in --format',
    `Give one of ${exportFormats.join(', ')}.`,
  );
}

function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandError(`The file cannot be written: ${why}.`, path, 'Name a file that is not there yet.');
  }
}
