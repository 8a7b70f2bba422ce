import { printTable } from '../print-table.ts';
import { type Act, acts, type ToolList } from './contender.ts';
import type { Measured } from './measure.ts';

// The tables of `bench:tools`: times, sizes, and how ours stand against what is to be reached.

const bytesPerToken = 4;

/** Of the faster, or smaller, of the others: at most this share. */
const shares: Readonly<Record<Act, number>> = {
  navigate: 0.25,
  snapshot: 0.5,
  click: 0.25,
  fill: 0.5,
  evaluate: 0.25,
  screenshot: 1,
  text: 1,
};
const snapshotBytesShare = 0.5;
const schemaBytesMax = 10_000;

export async function printReport(measured: readonly Measured[], runs: number): Promise<void> {
  const names = measured.map(({ contender }) => contender.manner.name);
  printTable(`Time of one call in ms, median (p95) of ${runs}`, [
    ['act', ...names],
    ...acts.map((act) => [act, ...measured.map((one) => timesOf(one, act))]),
  ]);
  printTable('Size of one answer in bytes (tokens, estimated)', [
    ['act', ...names],
    ...acts.map((act) => [act, ...measured.map((one) => sizeOf(one, act))]),
  ]);
  const lists = await Promise.all(measured.map(({ contender }) => contender.tools()));
  printTable('Tool list', [
    ['', ...names],
    ['tools', ...lists.map(({ count }) => String(count))],
    ['bytes of names, descriptions, input schemas', ...lists.map(({ schemaBytes }) => told(schemaBytes))],
    ['bytes of all of it', ...lists.map(({ bytes }) => told(bytes))],
  ]);
  printTable('Against the better of the others', [
    ['what', 'ours', 'theirs', 'share', 'at most', ''],
    ...verdicts(measured, lists),
  ]);
}

function verdicts(
  [own, ...others]: readonly Measured[],
  lists: readonly ToolList[],
): readonly (readonly string[])[] {
  if (own === undefined || others.length === 0) return [];
  const rows = acts.map((act) => {
    const best = Math.min(...others.map((one) => medianMs(one, act)));
    return verdict(`${act}, ms`, medianMs(own, act), best, shares[act]);
  });
  const smallest = Math.min(...others.map((one) => textBytes(one, 'snapshot')));
  const schemas = lists[0]?.schemaBytes ?? 0;
  return [
    ...rows,
    verdict('snapshot, bytes', textBytes(own, 'snapshot'), smallest, snapshotBytesShare),
    ['schemas, bytes', String(schemas), '', '', String(schemaBytesMax), met(schemas <= schemaBytesMax)],
  ];
}

function verdict(what: string, own: number, theirs: number, share: number): readonly string[] {
  const is = own / theirs;
  return [what, own.toFixed(0), theirs.toFixed(0), is.toFixed(2), share.toFixed(2), met(is <= share)];
}

function met(holds: boolean): string {
  return holds ? 'reached' : 'not reached';
}

function timesOf(one: Measured, act: Act): string {
  const times = sorted(one, act);
  const late = times[Math.min(times.length - 1, Math.floor(times.length * 0.95))] ?? 0;
  return `${medianMs(one, act).toFixed(0)} (${late.toFixed(0)})`;
}

function sorted(one: Measured, act: Act): readonly number[] {
  return (one.answers.get(act) ?? []).map(({ ms }) => ms).sort((a, b) => a - b);
}

function medianMs(one: Measured, act: Act): number {
  const times = sorted(one, act);
  return times[Math.floor(times.length / 2)] ?? Number.NaN;
}

/** Of what a model reads: the last answer's texts. */
function textBytes(one: Measured, act: Act): number {
  return Buffer.byteLength(one.answers.get(act)?.at(-1)?.text ?? '');
}

function sizeOf(one: Measured, act: Act): string {
  const bytes = one.answers.get(act)?.at(-1)?.bytes ?? 0;
  return `${bytes} (${Math.ceil(textBytes(one, act) / bytesPerToken)})`;
}

function told(bytes: number): string {
  return `${bytes} (${Math.ceil(bytes / bytesPerToken)})`;
}
