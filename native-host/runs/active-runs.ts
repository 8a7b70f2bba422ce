import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Fault, fault } from '../../shared/faults.ts';
import type { Receipt } from '../../shared/receipt.ts';
import type { PlannedCall, RunEvent, RunEventBody, RunStatus, RunView } from '../../shared/run.ts';
import { toJsonRecord } from './as-json.ts';
import { cutOff } from './cut-off.ts';
import { type EventLog, isRunId, makeRunId } from './event-log.ts';
import { foldEvents, foldRun } from './fold-run.ts';
import { makeReport } from './report.ts';
import { type ResearchReport, researchReportName, writeResearchReport } from './research-report.ts';
import type { RunStore } from './run-store.ts';
import { writeReport } from './write-report.ts';

/** How a run's work ended. */
export type RunEnd = {
  readonly status: Exclude<RunStatus, 'running' | 'waiting_approval' | 'paused'>;
  readonly output: Readonly<Record<string, unknown>> | null;
  readonly fault: Fault | null;
};

/**
 * One run's work: how it begins, what it will call, and the doing. Everything that happens is emitted as it
 * happens.
 */
export type RunWork = {
  readonly view: RunView;
  readonly plan: readonly PlannedCall[];
  execute(emit: (event: RunEventBody) => void, signal: AbortSignal): Promise<RunEnd>;
};

export type ActiveRunsMeans = {
  readonly store: RunStore;
  readonly log: EventLog;
  readonly now: () => number;
  /** Takes secrets out of an event before anybody sees it or it is written. */
  readonly redact: (event: RunEvent) => RunEvent;
  /** Signs the ledger at a run's end; the line that its report ends with, or null. */
  readonly seal?: () => string | null;
  /** The report of an objective run; left out: that of every run. */
  readonly research?: (run: RunView, events: readonly RunEvent[]) => ResearchReport;
  /** Every event, to every surface. A throw here is a bug and reported to `onBug`. */
  readonly publish: (event: RunEvent) => void;
  /** A run's end, once its report is there: pages can be let go. */
  readonly onEnd: (run: RunView) => void;
  readonly onBug: (error: unknown) => void;
};

/** Runs at once; more are refused with a clear message by `full`. */
const activeMax = 32;

const rowEvents: ReadonlySet<RunEvent['type']> = new Set<RunEvent['type']>([
  'run.started',
  'approval.requested',
  'approval.answered',
  'run.paused',
  'run.resumed',
]);

type Active = {
  view: RunView;
  seq: number;
  readonly stop: AbortController;
  readonly done: Promise<RunView>;
};

/**
 * The runs that go on in this process. It owns them: a lost panel or command line does not end one, `cancel`
 * does, and each ends with a report, also after a crash.
 */
export class ActiveRuns {
  readonly #means: ActiveRunsMeans;
  readonly #active = new Map<string, Active>();

  constructor(means: ActiveRunsMeans) {
    this.#means = means;
  }

  get full(): boolean {
    return this.#active.size >= activeMax;
  }

  /** Views of what runs now. */
  get current(): readonly RunView[] {
    return [...this.#active.values()].map(({ view }) => view);
  }

  newId(): string {
    return makeRunId(this.#means.now(), () => randomBytes(4));
  }

  /**
   * Begins a run; it goes on by itself. `done` is its view at the end, its report written; it never rejects.
   */
  start(work: RunWork): { readonly run_id: string; readonly done: Promise<RunView> } {
    if (this.full) throw new Error('a run was started beyond the limit');
    const runId = work.view.run_id;
    if (this.#active.has(runId)) throw new Error('a run was started twice');
    const stop = new AbortController();
    const { promise, resolve } = Promise.withResolvers<RunView>();
    this.#active.set(runId, { view: work.view, seq: 0, stop, done: promise });
    this.#emit(runId, { type: 'run.started', run: work.view, plan: [...work.plan] });
    void this.#carryOut(runId, work, stop.signal).then(resolve);
    return { run_id: runId, done: promise };
  }

  /** Stops a run; false if it does not run. It ends by itself a moment later, with a report. */
  cancel(runId: string): boolean {
    const active = this.#active.get(runId);
    if (active === undefined || active.stop.signal.aborted) return false;
    active.stop.abort();
    return true;
  }

  /**
   * Adds to a run's story what happened around it, such as a question the gate asked; false if it does not
   * run.
   */
  record(runId: string, event: RunEventBody): boolean {
    if (!this.#active.has(runId)) return false;
    this.#emit(runId, event);
    return true;
  }

  /** Stops every run and waits until each has its report. */
  async cancelAll(): Promise<void> {
    const all = [...this.#active.values()];
    for (const { stop } of all) stop.abort();
    await Promise.all(all.map(({ done }) => done));
  }

  get(runId: string): RunView | null {
    return this.#active.get(runId)?.view ?? (isRunId(runId) ? this.#means.store.get(runId) : null);
  }

  /** The run that goes on where this one was cut off, or null. */
  continuedBy(runId: string): string | null {
    return this.#means.store.continuedBy(runId);
  }

  list(limit: number): readonly RunView[] {
    return this.#means.store.list(limit).map((run) => this.#active.get(run.run_id)?.view ?? run);
  }

  events(runId: string): readonly RunEvent[] {
    return isRunId(runId) ? this.#means.log.read(runId) : [];
  }

  /** The report in Markdown, as the run stands now; null when there is no such run. */
  report(runId: string): string | null {
    const events = this.events(runId);
    const run = foldEvents(events);
    if (run === null) return null;
    return this.#research(run, events)?.markdown ?? makeReport(events).markdown;
  }

  /**
   * Ends the runs that a crash cut off, before anything else runs: `outcome_unknown` where the ledger holds
   * an act of the run whose outcome is not known, else `failed`. `unknownActs` gives the receipts of such acts
   * of a run, oldest first; those that its story does not tell yet are added to it. Gives the runs' views.
   */
  recover(unknownActs: (runId: string) => readonly Receipt[]): readonly RunView[] {
    return this.#means.store.unended().map((run) => {
      const events = this.#means.log.read(run.run_id);
      this.#means.log.mend(run.run_id);
      const last = events.at(-1);
      if (last?.type === 'run.finished') return this.#settle(last.run, events);
      const view = foldEvents(events) ?? run;
      let seq = (last?.seq ?? -1) + 1;
      const add = (body: RunEventBody): void => {
        this.#means.log.append(this.#stamp(run.run_id, seq, body));
        seq += 1;
      };
      // A log that was lost with the machine begins again with what the table knows, so that there is a
      // report.
      if (last === undefined) add({ type: 'run.started', run: view, plan: [] });
      const acts = unknownActs(run.run_id);
      for (const receipt of acts) {
        if (!tells(events, receipt)) {
          add({ type: 'call.settled', step_id: receipt.step_id ?? '', receipt });
        }
      }
      return this.#finish(view, seq, cutOff(acts.length > 0, view.objective !== undefined));
    });
  }

  async #carryOut(runId: string, work: RunWork, signal: AbortSignal): Promise<RunView> {
    const end = await this.#execute(runId, work, signal);
    const active = this.#active.get(runId);
    if (active === undefined) throw new Error('a run ended twice');
    const view = this.#finish(active.view, active.seq, end);
    this.#active.delete(runId);
    this.#guard(() => this.#means.onEnd(view));
    return view;
  }

  async #execute(runId: string, work: RunWork, signal: AbortSignal): Promise<RunEnd> {
    try {
      return await work.execute((event) => this.#emit(runId, event), signal);
    } catch (error) {
      this.#means.onBug(error);
      const message = 'The run met an error in LocalAgent itself and was ended.';
      const hint = 'What was done before is in the report. Please report this with the log of the authority.';
      return { status: 'failed', output: null, fault: fault('internal', message, hint) };
    }
  }

  #emit(runId: string, body: RunEventBody): void {
    const active = this.#active.get(runId);
    if (active === undefined) throw new Error('an event came from a run that is over');
    const event = this.#stamp(runId, active.seq, body);
    active.seq += 1;
    active.view = foldRun(active.view, event);
    this.#means.log.append(event);
    // Between these the log is enough: it can be folded again, and each row costs a flush of the disk.
    if (rowEvents.has(event.type)) this.#means.store.save(active.view);
    this.#guard(() => this.#means.publish(event));
  }

  #stamp(runId: string, seq: number, body: RunEventBody): RunEvent {
    const at = new Date(this.#means.now()).toISOString();
    return this.#means.redact({ ...body, run_id: runId, seq, at });
  }

  #finish(view: RunView, seq: number, end: RunEnd): RunView {
    const run: RunView = {
      ...view,
      status: end.status,
      output: toJsonRecord(end.output),
      fault: end.fault,
      steps: view.steps.map((step) =>
        step.status === 'running' ? { ...step, status: brokenOff(end) } : step,
      ),
      ended_at: new Date(this.#means.now()).toISOString(),
      report: join(this.#means.log.folderOf(view.run_id), this.#reportName(view)),
    };
    const event = this.#stamp(view.run_id, seq, { type: 'run.finished', run });
    const ended = event.type === 'run.finished' ? event.run : run;
    // A full disk must not keep a run from ending.
    this.#guard(() => this.#means.log.append(event));
    this.#settle(ended, this.#means.log.read(view.run_id));
    this.#guard(() => this.#means.publish(event));
    return ended;
  }

  // The report comes before the row that says that the run has ended: whatever cuts in between is made good
  // at the next start.
  #settle(run: RunView, events: readonly RunEvent[]): RunView {
    this.#guard(() => {
      const folder = this.#means.log.folderOf(run.run_id);
      const research = this.#research(run, events);
      const report = research ?? makeReport(events);
      const line = this.#sealed();
      const markdown = line === null ? report.markdown : `${report.markdown.trimEnd()}\n\n${line}\n`;
      if (research !== null) writeResearchReport(folder, { ...research, markdown });
      else writeReport(folder, { ...makeReport(events), markdown }, run);
    });
    this.#guard(() => this.#means.store.save(run));
    return run;
  }

  #reportName({ objective }: RunView): string {
    const isResearch = objective !== undefined && this.#means.research !== undefined;
    return isResearch ? researchReportName : 'report.md';
  }

  #research(run: RunView, events: readonly RunEvent[]): ResearchReport | null {
    return run.objective === undefined ? null : (this.#means.research?.(run, events) ?? null);
  }

  // A ledger that cannot be signed must not keep a report from being written.
  #sealed(): string | null {
    let line: string | null = null;
    this.#guard(() => {
      line = this.#means.seal?.() ?? null;
    });
    return line;
  }

  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#means.onBug(error);
    }
  }
}

function tells(events: readonly RunEvent[], { call_id }: Receipt): boolean {
  return events.some((event) => event.type === 'call.settled' && event.receipt.call_id === call_id);
}

function brokenOff(end: RunEnd): RunView['steps'][number]['status'] {
  if (end.status === 'outcome_unknown') return 'unknown';
  return end.status === 'refused' ? 'refused' : 'failed';
}
