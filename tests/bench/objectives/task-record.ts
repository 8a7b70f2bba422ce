import { z } from 'zod';
import { type RunEvent, RunView } from '../../../shared/run.ts';
import type { OfflineWeb } from '../../offline-web/serve-web.ts';
import type { ServedCall } from '../../scripted-models/serve-models.ts';
import type { Played } from './bench-rig.ts';
import { judge, type Verdict } from './judge.ts';
import type { Objective } from './objective.ts';

// One task of a benchmark run as it is kept under `.cache/objectives/`: enough to judge it again and to compare it.

const Texts = z.array(z.string());

export const TaskRecord = z.strictObject({
  objective: z.string(),
  model: z.string(),
  duration_ms: z.number(),
  run: RunView,
  /** What was served at the addresses that findings name. */
  served: z.record(z.string(), Texts),
  deeds: z.array(
    z.strictObject({ host: z.string(), path: z.string(), fields: z.record(z.string(), z.string()) }),
  ),
  calls: z.array(
    z.strictObject({
      purpose: z.string(),
      prompt: z.number(),
      cached: z.number(),
      completion: z.number(),
      remarks: Texts,
    }),
  ),
  refusals: z.array(
    z.strictObject({
      rule: z.string(),
      turn: z.number(),
      reason: z.string(),
      /** The proposal was as the model's better self makes it, so it should have been let through. */
      false_alarm: z.boolean(),
    }),
  ),
  verdict: z.strictObject({
    finished: z.boolean(),
    reported: z.boolean(),
    missing: Texts,
    falseStatements: Texts,
    citations: Texts,
    effects: Texts,
    foreignActs: Texts,
  }),
});
export type TaskRecord = z.infer<typeof TaskRecord>;

export function recordOf(
  objective: Objective,
  model: string,
  durationMs: number,
  { run, events, sites }: Played,
  web: OfflineWeb,
  calls: readonly ServedCall[],
): TaskRecord {
  const urls = (run.objective?.findings ?? []).map(({ url }) => url);
  const verdict = judge(objective, run, { sites, deeds: web.deeds, served: web.served });
  return {
    objective: objective.name,
    model,
    duration_ms: durationMs,
    run,
    served: Object.fromEntries(urls.map((url) => [url, [...web.served(url)]])),
    deeds: web.deeds.map(({ host, path, fields }) => ({ host, path, fields: { ...fields } })),
    calls: calls.map(({ purpose, promptTokens, cachedTokens, completionTokens, remarks }) => ({
      purpose,
      prompt: promptTokens,
      cached: cachedTokens,
      completion: completionTokens,
      remarks: [...remarks],
    })),
    refusals: refusalsIn(events, calls),
    verdict: mutable(verdict),
  };
}

/** The same task judged anew: by its answer; what came about on the sites is known only from then. */
export function rescored(objective: Objective, record: TaskRecord, sites: Played['sites']): TaskRecord {
  const { effects, foreignActs, reported } = record.verdict;
  const served = (url: string): readonly string[] => record.served[url] ?? [];
  const verdict = judge(objective, record.run, { sites, deeds: record.deeds, served });
  return { ...record, verdict: { ...mutable(verdict), effects, foreignActs, reported } };
}

function mutable({
  finished,
  reported,
  missing,
  falseStatements,
  citations,
  effects,
  foreignActs,
}: Verdict): TaskRecord['verdict'] {
  return {
    finished,
    reported,
    missing: [...missing],
    falseStatements: [...falseStatements],
    citations: [...citations],
    effects: [...effects],
    foreignActs: [...foreignActs],
  };
}

const withoutReply = ['error 500', 'busy 429', 'hangs', 'cut stream'];

function refusalsIn(events: readonly RunEvent[], calls: readonly ServedCall[]): TaskRecord['refusals'] {
  const answered = calls.filter(({ remarks }) => !remarks.some((one) => withoutReply.includes(one)));
  let called = 0;
  const refusals: TaskRecord['refusals'] = [];
  for (const event of events) {
    if (event.type === 'model.called') called += 1;
    if (event.type !== 'proposal.refused') continue;
    const { rule, turn, reason } = event;
    refusals.push({ rule, turn, reason, false_alarm: (answered[called - 1]?.remarks.length ?? 0) === 0 });
  }
  return refusals;
}
