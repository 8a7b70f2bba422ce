import { hostname } from 'node:os';
import type { ExportedRow, LedgerExport } from './export-ledger.ts';

// An export as text. `jsonl` and `html` carry checkpoint, public key and a proof a row, and verify with
// docs/verify-ledger-export.mjs; `syslog` (RFC 5424) and `otlp` (OpenTelemetry logs as JSON) are for log
// collectors, with the hashes as attributes.

export const exportFormats = ['jsonl', 'html', 'syslog', 'otlp'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export function formatExport(found: LedgerExport, format: ExportFormat, host: string = hostname()): string {
  if (format === 'html') return htmlOf(found);
  if (format === 'otlp') return `${JSON.stringify(otlpOf(found, host))}\n`;
  const lines = format === 'jsonl' ? jsonLines(found) : found.rows.map((row) => syslogLine(row, host));
  return lines.map((line) => `${line}\n`).join('');
}

function jsonLines({ rows, ...head }: LedgerExport): string[] {
  const first = { schema: 'localagent.ledger-export.v1', ...head, rows: rows.length };
  return [first, ...rows.map(({ columns, hash, proof }) => ({ ...columns, hash, proof }))].map((line) =>
    JSON.stringify(line),
  );
}

const badEvents: readonly string[] = ['denied', 'failed', 'cancelled', 'outcome_unknown'];

function isBad({ columns }: ExportedRow): boolean {
  return badEvents.includes(columns['event'] ?? '');
}

/** Facility 13 of RFC 5424 is the log audit; severity 4 a warning, 6 information. */
const audit = 13 * 8;

function syslogLine(row: ExportedRow, host: string): string {
  const { at, event, ...others } = row.columns;
  const data = Object.entries({ ...others, hash: row.hash })
    .filter(([name, value]) => value !== null && name !== 'detail')
    .map(([name, value]) => `${name}="${(value ?? '').replace(/["\\\]]/g, '\\$&')}"`);
  const priority = audit + (isBad(row) ? 4 : 6);
  // 32473 is the number that RFC 5612 keeps for those who have none of their own.
  const fields = [`<${priority}>1`, at, printable(host), 'localagent', '-', event];
  return `${fields.join(' ')} [ledger@32473 ${data.join(' ')}] ${row.columns['detail'] ?? ''}`.replace(
    /[\r\n]+/g,
    ' ',
  );
}

function printable(text: string): string {
  return text.replace(/[^!-~]/g, '').slice(0, 255) || '-';
}

function otlpOf({ rows, checkpoint }: LedgerExport, host: string) {
  const attribute = (key: string, text: string) => ({ key, value: { stringValue: text } });
  const logRecords = rows.map((row) => ({
    timeUnixNano: `${Date.parse(row.columns['at'] ?? '')}000000`,
    severityNumber: isBad(row) ? 13 : 9,
    severityText: isBad(row) ? 'WARN' : 'INFO',
    body: { stringValue: `${row.columns['event']} ${row.columns['tool']} ${row.columns['resource']}` },
    attributes: [
      ...Object.entries({ ...row.columns, hash: row.hash }).flatMap(([key, text]) =>
        text === null ? [] : [attribute(`localagent.${key}`, text)],
      ),
    ],
  }));
  const scope = {
    name: 'localagent.ledger',
    attributes: [attribute('checkpoint', JSON.stringify(checkpoint))],
  };
  const resource = { attributes: [attribute('service.name', 'localagent'), attribute('host.name', host)] };
  return { resourceLogs: [{ resource, scopeLogs: [{ scope, logRecords }] }] };
}

const shown = ['seq', 'at', 'event', 'tool', 'bucket', 'resource', 'run_id', 'step_id'] as const;

function htmlOf(found: LedgerExport): string {
  const rows = found.rows.map((row) => {
    const cells = shown.map((name) => `<td>${escaped(row.columns[name] ?? '')}</td>`).join('');
    const detail = `<details><summary>more</summary><pre>${escaped(prettyDetail(row))}</pre></details>`;
    return `<tr${isBad(row) ? ' class="bad"' : ''}>${cells}<td>${detail}</td></tr>`;
  });
  const heads = [...shown, 'detail'].map((name) => `<th>${name}</th>`).join('');
  const title = found.run_id === null ? 'Ledger' : `Ledger of run ${found.run_id}`;
  const { checkpoint } = found;
  const signed = checkpoint === null ? 'The ledger is empty.' : signedSentence(checkpoint);
  // The signed lines are inside, so that this one file verifies too.
  const data = jsonLines(found).join('\n').replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title><style>
body{font:14px/1.5 system-ui,sans-serif;margin:2rem;color:#1c1c28}table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:.35rem .6rem;border-bottom:1px solid #ddd;vertical-align:top;overflow-wrap:anywhere}
.bad td{background:#fdf0ee}pre{white-space:pre-wrap;max-width:60ch}code{overflow-wrap:anywhere}
</style></head><body><h1>${escaped(title)}</h1><p>${found.rows.length} rows. ${escaped(signed)}</p>
<p>Verify this file: <code>node verify-ledger-export.mjs FILE</code></p>
<table><thead><tr>${heads}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table>
<script type="application/x-ndjson" id="ledger">
${data}
</script></body></html>
`;
}

function signedSentence({ seq, at, root, key_id }: NonNullable<LedgerExport['checkpoint']>): string {
  return `Signed at ${at} with key ${key_id}, of ${seq} rows in all, root ${root}.`;
}

function prettyDetail({ columns, hash }: ExportedRow): string {
  const detail: unknown = JSON.parse(columns['detail'] ?? '{}');
  return JSON.stringify(
    { caller: columns['caller'], detail, args_hash: columns['args_hash'], hash },
    null,
    1,
  );
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
