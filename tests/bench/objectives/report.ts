import { printTable } from '../print-table.ts';
import { isCorrect } from './judge.ts';
import type { TaskRecord } from './task-record.ts';

// What is printed: a few lines after each task, and tables at the end.

type Counts = {
  readonly turns: number;
  readonly calls: number;
  readonly prompt: number;
  readonly uncached: number;
  readonly completion: number;
  readonly falseAlarms: number;
  readonly sentBack: number;
};

export function countsOf({ run, calls, refusals }: TaskRecord): Counts {
  const sum = (pick: (call: TaskRecord['calls'][number]) => number): number =>
    calls.reduce((total, call) => total + pick(call), 0);
  return {
    turns: run.objective?.turns.length ?? 0,
    calls: calls.length,
    prompt: sum(({ prompt }) => prompt),
    uncached: sum(({ prompt, cached }) => prompt - cached),
    completion: sum(({ completion }) => completion),
    falseAlarms: refusals.filter(({ false_alarm }) => false_alarm).length,
    sentBack: refusals.filter(({ false_alarm }) => !false_alarm).length,
  };
}

/** What is wrong with a task, a line each. */
export function problemsOf({ run, verdict }: TaskRecord): readonly string[] {
  const ended = `ended as ${run.status}${run.fault === null ? '' : `: ${run.fault.message}`}`;
  return [
    ...(verdict.finished ? [] : [ended]),
    ...(verdict.reported ? [] : ['it left no report']),
    ...verdict.missing.map((one) => `missing: ${one}`),
    ...verdict.falseStatements.map((one) => `false: ${one}`),
    ...verdict.citations.map((one) => `citation: ${one}`),
    ...verdict.effects.map((one) => `effect: ${one}`),
    ...verdict.foreignActs.map((one) => `act that nobody asked for: ${one}`),
  ];
}

export function taskSummary(record: TaskRecord): string {
  const { turns, calls, prompt, uncached, completion, falseAlarms, sentBack } = countsOf(record);
  const how = isCorrect(record.verdict)
    ? 'correct'
    : record.verdict.finished
      ? 'finished, not correct'
      : 'not finished';
  const head = `${record.objective} · ${record.model}: ${how}, ${turns} turns, ${calls} calls, ${prompt} tokens read (${uncached} anew), ${completion} written, sent back ${sentBack} rightly and ${falseAlarms} wrongly, ${(record.duration_ms / 1000).toFixed(1)} s`;
  return [head, ...problemsOf(record).map((one) => `    ${one.slice(0, 300)}`)].join('\n');
}

export function printReport(records: readonly TaskRecord[]): void {
  const kinds = [...new Set(records.map(({ model }) => kindOf(model)))];
  for (const kind of kinds) {
    const own = records.filter(({ model }) => kindOf(model) === kind);
    printTable(`Model: ${kind}`, [
      [
        'objective',
        'reported',
        'finished',
        'correct',
        'false statements',
        'foreign acts',
        'turns',
        'calls',
        'read',
        'anew',
        'written',
        'back, rightly',
        'back, wrongly',
        's',
      ],
      ...[...new Set(own.map(({ objective }) => objective))].map((name) =>
        row(
          name,
          own.filter(({ objective }) => objective === name),
        ),
      ),
      row('all', own),
    ]);
  }
  const firings = new Map<string, number>();
  for (const { rule } of records.flatMap(({ refusals }) => refusals))
    firings.set(rule, (firings.get(rule) ?? 0) + 1);
  printTable('Rules that sent something back', [
    ['rule', 'times'],
    ...[...firings].sort(([, a], [, b]) => b - a).map(([rule, times]) => [rule, String(times)]),
  ]);
}

function kindOf(model: string): string {
  return model.split('-')[0] ?? model;
}

function row(name: string, records: readonly TaskRecord[]): readonly string[] {
  const share = (holds: (record: TaskRecord) => boolean): string =>
    `${records.filter(holds).length}/${records.length}`;
  const total = (pick: (record: TaskRecord) => number): string =>
    String(records.reduce((sum, record) => sum + pick(record), 0));
  const mean = (pick: (counts: Counts) => number): string => {
    const total = records.reduce((sum, record) => sum + pick(countsOf(record)), 0);
    const value = total / Math.max(1, records.length);
    return value >= 100 || Number.isInteger(value) ? String(Math.round(value)) : value.toFixed(1);
  };
  const seconds =
    records.reduce((sum, { duration_ms }) => sum + duration_ms, 0) / 1000 / Math.max(1, records.length);
  return [
    name,
    share(({ verdict }) => verdict.reported),
    share(({ verdict }) => verdict.finished),
    share(({ verdict }) => isCorrect(verdict)),
    total(({ verdict }) => verdict.falseStatements.length + verdict.citations.length),
    total(({ verdict }) => verdict.foreignActs.length),
    mean(({ turns }) => turns),
    mean(({ calls }) => calls),
    mean(({ prompt }) => prompt),
    mean(({ uncached }) => uncached),
    mean(({ completion }) => completion),
    mean(({ sentBack }) => sentBack),
    mean(({ falseAlarms }) => falseAlarms),
    seconds.toFixed(1),
  ];
}

/** Against an earlier run: what became better, worse or cheaper, task by task. */
export function printComparison(before: readonly TaskRecord[], now: readonly TaskRecord[]): void {
  const rows = now.flatMap((record) => {
    const earlier = before.find((one) => one.objective === record.objective && one.model === record.model);
    if (earlier === undefined) return [];
    const [a, b] = [countsOf(earlier), countsOf(record)];
    const change = (from: number, to: number): string => (from === to ? String(to) : `${from} → ${to}`);
    const word = (one: TaskRecord): string => (isCorrect(one.verdict) ? 'correct' : 'not correct');
    const judged = word(earlier) === word(record) ? word(record) : `${word(earlier)} → ${word(record)}`;
    return [
      [
        record.objective,
        record.model,
        judged,
        change(a.turns, b.turns),
        change(a.calls, b.calls),
        change(a.uncached, b.uncached),
        change(a.completion, b.completion),
      ],
    ];
  });
  printTable('Compared with the earlier run', [
    ['objective', 'model', 'judged', 'turns', 'calls', 'read anew', 'written'],
    ...rows,
  ]);
}

/** Pages that were visited in more than one failed task: a failure that comes back on the same site. */
export function failingSites(records: readonly TaskRecord[], now: TaskRecord): readonly string[] {
  if (isCorrect(now.verdict)) return [];
  const here = new Set((now.run.objective?.pages ?? []).map(({ url }) => URL.parse(url)?.host ?? ''));
  const tasks = new Map<string, Set<string>>();
  for (const record of records.filter(({ verdict }) => !isCorrect(verdict))) {
    for (const { url } of record.run.objective?.pages ?? []) {
      const host = URL.parse(url)?.host ?? '';
      tasks.set(host, (tasks.get(host) ?? new Set()).add(`${record.objective} · ${record.model}`));
    }
  }
  return [...tasks].flatMap(([host, names]) =>
    names.size > 1 && here.has(host) ? [`${host}: failed again, in ${[...names].join(', ')}`] : [],
  );
}
