import { join } from 'node:path';
import { z } from 'zod';
import { attempt, type Fault, failed, ok, type Result, raise } from '../../shared/faults.ts';
import type { controlRequests } from '../../shared/protocol/control-messages.ts';
import type { Params } from '../../shared/protocol/messages.ts';
import { Receipt, ReconcileFinding } from '../../shared/receipt.ts';
import type { RunView } from '../../shared/run.ts';
import { bringDownload } from '../files/bring-download.ts';
import type { LedgerRow } from '../ledger/ledger-rows.ts';
import { wasCutOff } from '../runs/cut-off.ts';
import type { LoadedTemplate } from '../workflow/parse-template.ts';
import { type CutOffRun, cannotGoOn, type DoneAct } from '../workflow/resume/cut-off-run.ts';
import type { Kept } from '../workflow/resume/kept-results.ts';
import { planResume, type Resumption } from '../workflow/resume/plan-resume.ts';
import { templateHash } from '../workflow/template-hash.ts';
import { findTemplate } from '../workflow/template-store.ts';
import type { Parts } from './parts.ts';
import { prepareRun, type RunWish } from './start-run.ts';
import { given } from './surfaces.ts';
import { reviewOf, templateFolders } from './templates.ts';

/** Rows of the ledger that are read at once, and pages of them that one run can have. */
const rowsAtOnce = 10_000;
const rowPagesMax = 100;
/** Runs of one chain that are looked at. */
const chainMax = 20;

/** Goes on with a run that was cut off, as a run of its own; a fault says why it cannot. */
export function resumeRun(
  parts: Parts,
  { run_id: runId, options }: Params<typeof controlRequests, 'run.continue'>,
): { run_id: string } {
  const run = parts.runs.get(runId);
  if (run === null) return raise('not-found', `There is no run ${runId}.`, 'See `localagent report list`.');
  const { id, version } = run.template;
  const loaded = given(findTemplate(`${id}@${version}`, templateFolders(parts), parts.patterns));
  const review = reviewOf(parts, loaded, { unattended: options.unattended });
  const { prepared, resumption } = given(
    prepareResumption(parts, run, loaded, { ...options, out: null, name_pattern: null }),
  );
  const next = parts.runs.newId();
  const manner = {
    kind: 'workflow',
    review,
    resumption: given(bringFiles(parts, resumption, next)),
  } as const;
  prepared.begin(next, manner);
  return { run_id: next };
}

type Prepared = { readonly prepared: ReturnType<typeof prepareRun>; readonly resumption: Resumption };

/** Whether and where a run can go on: it was cut off, goes on nowhere else, and its template is the same to the letter. */
export function prepareResumption(
  parts: Parts,
  run: RunView,
  loaded: LoadedTemplate,
  options: RunWish['options'],
): Result<Prepared> {
  const problem = notResumable(parts, run);
  if (problem !== null) return failed(problem);
  const { parameters } = run;
  if (JSON.stringify(parameters).includes('[secret:')) {
    return failed(cannotGoOn('A parameter of the run held a secret, which is written down nowhere.'));
  }
  if (run.template.sha256 !== templateHash(loaded)) {
    const { id, version } = run.template;
    return failed(cannotGoOn(`Template ${id} ${version} is not what it was when the run began.`));
  }
  const prepared = prepareRun(parts, loaded, { parameters, options });
  const planned = planResume(prepared.plan, cutOffRun(parts, run.run_id));
  return planned.ok ? ok({ prepared, resumption: planned.value }) : planned;
}

function notResumable({ runs }: Parts, run: RunView): Fault | null {
  if (run.ended_at === null) return cannotGoOn(`The run ${run.run_id} goes on.`, 'Wait for its end.');
  if (!wasCutOff(run)) {
    return cannotGoOn(`The run ${run.run_id} was not cut off: it ended by itself.`, 'Run the template anew.');
  }
  const other = runs.continuedBy(run.run_id);
  return other === null
    ? null
    : cannotGoOn(`The run ${run.run_id} has gone on as ${other}.`, 'Look at the report of that run.');
}

/** The files that the run before had downloaded, where the next one may file them. */
export function bringFiles(
  { paths }: Pick<Parts, 'paths'>,
  resumption: Resumption,
  runId: string,
): Result<Resumption> {
  const from = join(paths.runs, resumption.run_id);
  const kept: Kept[] = [];
  for (const one of resumption.kept) {
    const file = Downloaded.safeParse(one.result);
    if (one.view.tool !== 'download' || !file.success) {
      kept.push(one);
      continue;
    }
    const path = bringDownload(file.data, from, join(paths.runs, runId));
    if (path === null) {
      return failed(cannotGoOn(`What "${one.view.title}" had downloaded is not there any more.`));
    }
    kept.push({ ...one, result: { ...one.result, path } });
  }
  return ok({ ...resumption, kept });
}

const Downloaded = z.object({ path: z.string(), sha256: z.string() });

function cutOffRun({ runs, ledger }: Pick<Parts, 'runs' | 'ledger'>, runId: string): CutOffRun {
  const events = runs.events(runId).filter(({ type }) => type !== 'run.finished');
  const rows = rowsOf(ledger, runId);
  const inLedger = actsOf(rows);
  // Rows can be gone that are past their time; the story tells of their calls too.
  const told = events.flatMap((event) =>
    event.type === 'call.settled' && event.receipt.bucket !== 'read' && !inLedger.has(event.receipt.call_id)
      ? [{ step_id: event.step_id, receipt: event.receipt, finding: null }]
      : [],
  );
  const acted = chainOf(runs, runId).reduce(
    (sum, id) => sum + begunIn(id === runId ? rows : rowsOf(ledger, id)),
    0,
  );
  return { run_id: runId, events, acts: [...inLedger.values(), ...told], acted };
}

function begunIn(rows: readonly LedgerRow[]): number {
  return rows.filter(({ event }) => event === 'started').length;
}

function rowsOf(ledger: Parts['ledger'], runId: string): readonly LedgerRow[] {
  const rows: LedgerRow[] = [];
  for (let page = 0; page < rowPagesMax; page += 1) {
    const more = ledger.rows({ run_id: runId, after: rows.at(-1)?.seq ?? 0, limit: rowsAtOnce });
    rows.push(...more);
    if (more.length < rowsAtOnce) return rows;
  }
  return raise(
    'too-large',
    `The run ${runId} has too many rows in the ledger to go on.`,
    'Run the template anew.',
  );
}

// Only what was begun can have happened.
function actsOf(rows: readonly LedgerRow[]): ReadonlyMap<string, DoneAct> {
  const acts = new Map<string, DoneAct>();
  for (const { event, call_id, step_id, bucket, detail } of rows) {
    const before = acts.get(call_id);
    if (event === 'started' && bucket !== 'read') {
      acts.set(call_id, { step_id: step_id ?? '', receipt: null, finding: null });
    } else if (before !== undefined && event === 'reconciled') {
      acts.set(call_id, { ...before, finding: ReconcileFinding.parse(detail['finding']) });
    } else if (before !== undefined) {
      const receipt = Receipt.safeParse(detail['receipt']);
      if (receipt.success) acts.set(call_id, { ...before, receipt: receipt.data });
    }
  }
  return acts;
}

/** As `resumeRun`, for work of a job: whoever sent it hears what the run before came to where it cannot go on. */
export async function resumptionOfJob(
  parts: Parts,
  run: RunView,
  loaded: LoadedTemplate,
  options: RunWish['options'],
): Promise<Prepared | null> {
  if (notResumable(parts, run) !== null || chainOf(parts.runs, run.run_id).length > jobResumptionsMax)
    return null;
  const prepared = await attempt(async () => given(prepareResumption(parts, run, loaded, options)));
  return prepared.ok ? prepared.value : null;
}

/** How often one job goes on after crashes; what crashes each time is told to its sender. */
const jobResumptionsMax = 3;

/** The run and those that it goes on from, newest first. */
function chainOf(runs: Parts['runs'], runId: string): readonly string[] {
  const chain = [runId];
  for (let at = runs.get(runId)?.continues; at !== undefined && chain.length < chainMax; ) {
    chain.push(at);
    at = runs.get(at)?.continues;
  }
  return chain;
}
