import type { z } from 'zod';
import { countText } from '../amounts.ts';
import { humanName } from '../words.ts';
import { Shown } from './shown.tsx';

type Json = z.core.util.JSONType;

/** Rows, columns and nested values drawn here; the report has the rest. */
const rowsMax = 50;
const columnsMax = 12;
const depthMax = 3;

/** What the task gave back: plain values as facts, lists of records as tables. */
export function ResultTable({ output }: { readonly output: Readonly<Record<string, Json>> }) {
  const entries = Object.entries(output);
  if (entries.length === 0) return null;
  return (
    <dl class="facts result-facts">
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{humanName(name)}</dt>
          <dd>
            <Value value={value} depth={0} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ value, depth }: { readonly value: Json; readonly depth: number }) {
  if (value === null || value === '') return <span class="soft">nothing</span>;
  if (typeof value === 'boolean') return <>{value ? 'yes' : 'no'}</>;
  if (typeof value !== 'object') return <Shown text={String(value)} charactersMax={200} />;
  if (depth >= depthMax) return <Shown text={JSON.stringify(value)} />;
  if (Array.isArray(value)) return <Values values={value} depth={depth} />;
  return (
    <dl class="facts">
      {Object.entries(value).map(([name, each]) => (
        <div key={name}>
          <dt>{humanName(name)}</dt>
          <dd>
            <Value value={each} depth={depth + 1} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Values({ values, depth }: { readonly values: readonly Json[]; readonly depth: number }) {
  const records = values.flatMap((value) => (isRecord(value) ? [value] : []));
  if (values.length === 0) return <span class="soft">none</span>;
  if (records.length === values.length) return <Table records={records} depth={depth} />;
  const text = values
    .slice(0, rowsMax)
    .map((value) => (isRecord(value) ? JSON.stringify(value) : String(value)));
  return <Shown text={text.join(', ')} charactersMax={400} />;
}

type JsonRecord = { readonly [name: string]: Json };

function Table({ records, depth }: { readonly records: readonly JsonRecord[]; readonly depth: number }) {
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))].slice(0, columnsMax);
  const left = records.length - rowsMax;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
    <section class="table" tabIndex={0} aria-label={countText(records.length, 'row')}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" key={column}>
                {humanName(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.slice(0, rowsMax).map((record) => (
            <tr key={JSON.stringify(record)}>
              {columns.map((column) => (
                <td key={column}>
                  <Value value={record[column] ?? null} depth={depth + 1} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 ? <p class="soft">and {countText(left, 'more row')} in the report</p> : null}
    </section>
  );
}

function isRecord(value: Json): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
