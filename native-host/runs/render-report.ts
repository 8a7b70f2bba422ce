import { extractedRows, pictureLines } from './render-extracted.ts';
import type { RunReport } from './report.ts';

// The report as a person reads it: what came of it first, then what was done, then the small print. Texts of
// pages stand in it as plain text: Markdown's signs and line breaks are taken out of their way, so that a
// page cannot write headings.

const statusWords: Readonly<Record<RunReport['status'], string>> = {
  running: 'Running',
  waiting_approval: 'Waiting for an answer',
  paused: 'Paused',
  succeeded: 'Succeeded',
  failed: 'Failed',
  refused: 'Refused',
  cancelled: 'Stopped',
  outcome_unknown: 'Outcome unknown',
};

const stepWords: Readonly<Record<RunReport['steps'][number]['status'], string>> = {
  pending: 'not reached',
  running: 'running',
  succeeded: 'done',
  skipped: 'skipped',
  failed: 'failed',
  refused: 'refused',
  unknown: 'outcome unknown',
};

/** Characters of one value in a table, and rows of a list in the output. */
const valueCharactersMax = 300;
const listRowsMax = 100;
const columnsMax = 12;

export function renderReport(report: RunReport): string {
  const sections = [
    heading(report),
    faultSection(report),
    section('Result', resultLines(report)),
    section('Where the values are from', extractedLines(report)),
    section('Files', fileLines(report)),
    section(
      'Missing',
      report.missing.map((text) => `- ${plain(text)}`),
    ),
    section('Proposed changes of the template', repairLines(report)),
    section('Steps', stepLines(report)),
    section('Approvals', approvalLines(report)),
    section(
      'Notes',
      report.notes.map((text) => `- ${plain(text)}`),
    ),
    section('Remarks', remarkLines(report)),
    section('Calls', callLines(report)),
    section('Parameters', pairTable(report.parameters)),
    footer(report),
  ];
  return `${sections.filter((text) => text !== '').join('\n\n')}\n`;
}

function heading(report: RunReport): string {
  const seconds = (report.duration_ms / 1000).toFixed(1);
  const done = report.steps.filter(({ status }) => status === 'succeeded').length;
  return [
    `# ${plain(report.template.title)}: ${statusWords[report.status].toLowerCase()}`,
    '',
    `- **Status:** ${statusWords[report.status]}`,
    `- **Started:** ${report.started_at.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')}`,
    `- **Took:** ${seconds} s, ${done} of ${report.steps.length} steps done`,
    ...(report.profile === null ? [] : [`- **Browser profile:** ${plain(report.profile)}`]),
  ].join('\n');
}

function faultSection({ fault, status }: RunReport): string {
  if (fault === null) return '';
  const title = status === 'refused' ? 'Why it was refused' : 'What went wrong';
  const { policies, page_message: said } = fault.detail ?? {};
  const lines = [plain(fault.message), '', `**What to do:** ${plain(fault.hint)}`];
  if (Array.isArray(policies))
    lines.push('', `**Deciding policy:** ${policies.map((id) => code(String(id))).join(', ')}`);
  if (typeof said === 'string' && said !== '') lines.push('', `**The page said:** “${plain(said)}”`);
  return section(title, lines);
}

function resultLines({ output }: RunReport): string[] {
  if (output === null) return [];
  const lists = Object.entries(output).filter(([, value]) => isTable(value));
  // What has no value is told under "Missing".
  const singles = Object.fromEntries(
    Object.entries(output).filter(([, value]) => value !== null && !isTable(value)),
  );
  return [
    ...pairTable(singles),
    ...lists.flatMap(([key, value]) => ['', `### ${plain(words(key))}`, '', ...listTable(value)]),
  ];
}

function extractedLines({ extracted }: RunReport): string[] {
  if (extracted === undefined) return [];
  const [rows, sent] = [extractedRows(extracted), pictureLines(extracted)];
  const header = ['Field', 'Value', 'From', 'Sure', 'Where'];
  const shownRows = rows.map((row) => row.map(shown));
  return [
    ...table(header, shownRows),
    ...(sent.length === 0 ? [] : ['', ...sent.map((text) => `- ${plain(text)}`)]),
  ];
}

function isTable(value: unknown): value is readonly Readonly<Record<string, unknown>>[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row))
  );
}

function listTable(value: unknown): string[] {
  if (!isTable(value)) return [];
  const columns = [...new Set(value.flatMap((row) => Object.keys(row)))].slice(0, columnsMax);
  const rows = value.slice(0, listRowsMax).map((row) => columns.map((column) => shown(row[column])));
  const more =
    value.length > listRowsMax
      ? ['', `… and ${value.length - listRowsMax} more; all are in report.json.`]
      : [];
  return [...table(columns.map(plain), rows), ...more];
}

function fileLines({ files }: RunReport): string[] {
  const states = {
    filed: 'filed',
    already_filed: 'was filed before',
    downloaded: 'downloaded, not filed',
  } as const;
  return files.flatMap(({ name, path, bytes, sha256, state }) => [
    `- **${plain(name)}** (${states[state]}), ${bytes} bytes`,
    `  - ${code(path)}`,
    `  - SHA-256 ${code(sha256)}`,
  ]);
}

function stepLines({ steps }: RunReport): string[] {
  const rows = steps.map(({ title, status, runs, duration_ms: ms, note }, index) => [
    String(index + 1),
    plain(title),
    runs > 1 ? `${stepWords[status]} (${runs}×)` : stepWords[status],
    ms === 0 ? '' : `${ms} ms`,
    cut(plain(note)),
  ]);
  return table(['#', 'Step', 'Outcome', 'Time', 'What came out'], rows);
}

const repairWords = {
  alternate: "the template's further choice",
  rematched: 'found again',
  model: 'found by a model',
} as const;

// What was used instead is a proposal: the template stays as it is until somebody has changed it.
function repairLines({ repairs }: RunReport): string[] {
  return repairs.flatMap(({ step_id: step, place, was, now, target, how, evidence, before = [] }) => [
    `- Step ${code(step)}, ${code(place)}: ${plain(target)} was used (${repairWords[how]})`,
    `  - was ${code(was)}`,
    `  - now ${code(now)}`,
    ...before.map(
      ({ title, args }) => `  - before it: ${plain(title)} ${code(Object.values(args).join(' '))}`,
    ),
    ...evidence.map((why) => `  - ${plain(why)}`),
  ]);
}

function approvalLines({ approvals }: RunReport): string[] {
  return approvals.flatMap(({ title, asked_at: askedAt, acts, answer, by }) => [
    `- ${plain(title)} — **${answer ?? 'not answered'}**${bySomeone(by)}, asked ${askedAt}`,
    ...acts.map((text) => `  - ${plain(text)}`),
  ]);
}

function bySomeone(by: string): string {
  return by === '' ? '' : ` by ${plain(by)}`;
}

function remarkLines({ remarks }: RunReport): string[] {
  return remarks.map(({ step_id: step, tool, target, resource, verdict, fault }) => {
    const what = target === '' ? code(tool) : `${code(tool)} at ${plain(target)}`;
    const why =
      fault?.code === 'denied'
        ? `${plain(verdict.reason)} (${verdict.policies.map(code).join(', ')})`
        : plain(fault?.message ?? '');
    return `- ${step === null ? '' : `Step ${code(step)}: `}${what} on ${code(resource)}: ${why}`;
  });
}

function callLines({ calls }: RunReport): string[] {
  const rows = calls.map((call) => [
    code(call.tool),
    call.bucket,
    code(call.resource),
    String(call.count),
    String(call.transport_failed),
    String(call.verified),
  ]);
  return rows.length === 0 ? [] : table(['Call', 'Kind', 'On', 'Times', 'Failed', 'Verified'], rows);
}

function footer({ run_id: runId, template }: RunReport): string {
  const made = `Run ${code(runId)}, template ${code(`${template.id} ${template.version}`)}.`;
  return `---\n\n${made} Every call is in the ledger: ${code('localagent ledger show')}.`;
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `## ${title}\n\n${lines.join('\n').trim()}`;
}

function pairTable(values: Readonly<Record<string, unknown>>): string[] {
  const rows = Object.entries(values).map(([key, value]) => [plain(words(key)), shown(value)]);
  return rows.length === 0 ? [] : table(['What', 'Value'], rows);
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)];
}

/** `rows_listed` as `Rows listed`. */
function words(key: string): string {
  const text = key.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'string') return cut(plain(value));
  return cut(plain(JSON.stringify(value)));
}

function cut(text: string): string {
  return text.length > valueCharactersMax ? `${text.slice(0, valueCharactersMax)}…` : text;
}

/** Text as text: on one line, without Markdown's signs, with invisible direction marks taken out. */
function plain(text: string): string {
  return text
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>|#]/g, '\\$&');
}

function code(text: string): string {
  return `\`${text.replace(/[`\s]+/g, ' ').replaceAll('|', '/')}\``;
}
