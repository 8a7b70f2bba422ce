import type { Repair } from '../../../shared/fingerprint.ts';
import { type FiledFile, type RunView, type StepView, wasInterrupted } from '../../../shared/run.ts';
import type { LedgerVerdict } from '../parts.ts';
import { tableLines, visibleText } from '../table.ts';
import type { Colour, Terminal } from '../terminal.ts';

// A run in words, for a terminal.

const statusWords: Readonly<Record<RunView['status'], readonly [string, Colour]>> = {
  running: ['still running', 'yellow'],
  waiting_approval: ['waiting for an approval', 'yellow'],
  paused: ['paused', 'yellow'],
  succeeded: ['done', 'green'],
  failed: ['failed', 'red'],
  refused: ['refused by policy', 'red'],
  cancelled: ['cancelled', 'yellow'],
  outcome_unknown: ['ended with an outcome that is not known', 'red'],
};

const interruptedWords = ['interrupted', 'red'] as const;

const stepWords: Readonly<Record<StepView['status'], readonly [string, Colour]>> = {
  pending: ['not run', 'dim'],
  running: ['…', 'bold'],
  succeeded: ['done', 'green'],
  skipped: ['skipped', 'dim'],
  failed: ['failed', 'red'],
  refused: ['refused', 'red'],
  unknown: ['not known', 'red'],
};

const fileWords: Readonly<Record<FiledFile['state'], string>> = {
  filed: 'filed',
  already_filed: 'already filed',
  downloaded: 'downloaded',
};

type Paint = Terminal['paint'];

/** One line for a step that has ended. */
export function stepLine(step: StepView, paint: Paint): string {
  const [word, colour] = stepWords[step.status];
  const note = step.note === '' ? '' : paint('dim', ` – ${visibleText(step.note)}`);
  const runs = step.runs > 1 ? ` ×${step.runs}` : '';
  return `  ${paint(colour, word.padEnd(9))} ${visibleText(step.title)}${runs} ${paint('dim', `(${seconds(step.duration_ms)})`)}${note}`;
}

/** The whole result. */
export function resultLines(
  run: RunView,
  ledger: LedgerVerdict,
  home: string,
  paint: Paint,
): readonly string[] {
  return [
    ...headLines(run, run.template.title, paint),
    '',
    ...tableLines(
      ['Step', 'Outcome', 'Runs', 'Time', 'Note'],
      run.steps.map((step) => [
        step.title,
        stepWords[step.status][0],
        String(step.runs),
        seconds(step.duration_ms),
        step.note,
      ]),
    ),
    ...outputLines(run.output),
    ...elsewhereLines(run.extracted),
    ...filesLines(run.files),
    ...repairLines(run.repairs ?? []),
    '',
    `Report   ${run.report ?? 'none was written'}`,
    ledgerLine(ledger, home, paint),
  ];
}

/** What it was, how it ended, and why if not well. */
export function headLines(run: RunView, title: string, paint: Paint): readonly string[] {
  const interrupted = run.status === 'failed' && wasInterrupted(run);
  const [word, colour] = interrupted ? interruptedWords : statusWords[run.status];
  return [
    `${paint('bold', visibleText(title))}: ${paint(colour, word)}${tookWords(run)}`,
    ...(run.fault === null
      ? []
      : [`  ${visibleText(run.fault.message)}`, `  ${visibleText(run.fault.hint)}`]),
  ];
}

export function ledgerLine(ledger: LedgerVerdict, home: string, paint: Paint): string {
  return `Ledger   ${home}: ${ledger.rows} rows, ${ledgerWord(ledger, paint)}`;
}

function outputLines(output: RunView['output']): readonly string[] {
  if (output === null || Object.keys(output).length === 0) return [];
  return [
    '',
    ...tableLines(
      ['Result', ''],
      Object.entries(output).map(([name, value]) => [name, valueText(value)]),
    ),
  ];
}

/** Fields of an extraction plan that have no value here, each with why. */
function elsewhereLines(extracted: RunView['extracted']): readonly string[] {
  const told = Object.entries(extracted?.fields ?? {}).filter(([, { value }]) => value === null);
  if (told.length === 0) return [];
  return ['', 'Without a value here:', ...told.map(([name, { note }]) => `  ${name}: ${visibleText(note)}`)];
}

export function filesLines(files: readonly FiledFile[]): readonly string[] {
  if (files.length === 0) return [];
  const rows = files.map((file) => [file.name, fileWords[file.state], `${file.bytes}`]);
  // A path and a checksum are there to be copied: they stand whole, on lines of their own.
  const wholes = files.flatMap((file) => [file.path, `  SHA-256 ${file.sha256}, ${file.bytes} bytes`]);
  return ['', ...tableLines(['File', 'State', 'Bytes'], rows), ...wholes];
}

/** What a selector was and what was used in its place. */
export function repairLine({ step_id: step, place, was, now, target }: Repair): string {
  return `${step}.${place}: ${was} → ${now} (${target})`;
}

function repairLines(repairs: readonly Repair[]): readonly string[] {
  if (repairs.length === 0) return [];
  const lines = repairs.flatMap((repair) => [
    `  ${visibleText(repairLine(repair))}`,
    ...repair.evidence.map((why) => `    ${visibleText(why)}`),
  ]);
  return ['', 'The page has changed. Proposed changes of the template:', ...lines];
}

function ledgerWord(ledger: LedgerVerdict, paint: Paint): string {
  return ledger.ok ? paint('green', 'verified') : paint('red', `NOT verified: ${ledger.reason}`);
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value) ?? '';
}

function tookWords(run: RunView): string {
  if (run.ended_at === null) return '';
  return ` after ${seconds(Date.parse(run.ended_at) - Date.parse(run.started_at))}`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
