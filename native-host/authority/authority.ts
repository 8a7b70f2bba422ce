import { randomUUID } from 'node:crypto';
import type { Fault } from '../../shared/faults.ts';
import type { Port } from '../../shared/protocol/port.ts';
import { StoredProfileNames } from '../browser/profile-names.ts';
import { BrowserSessions } from '../browser/sessions.ts';
import { Runners } from '../code/runner-process.ts';
import { createGate } from '../gate/gate.ts';
import type { Judge } from '../gate/ports.ts';
import { closeDatabase } from '../io/database.ts';
import type { Hello } from '../io/hello.ts';
import type { HomePaths } from '../io/home.ts';
import { type Listener, listenForPeers } from '../io/listen.ts';
import { programEntries } from '../io/program-entries.ts';
import type { AuthorityLock } from '../io/single-authority.ts';
import { latchUnknown } from '../ledger/latch-unknown.ts';
import { ApprovalDesk } from './approval-desk.ts';
import { createCodeCalls } from './code-calls.ts';
import { clientHandlers, controlHandlers } from './control-handlers.ts';
import { createRuns } from './create-runs.ts';
import { fileParts } from './file-parts.ts';
import { type Activity, watchActivity } from './idle.ts';
import { JobSession } from './job-session.ts';
import { PageLeases } from './leases.ts';
import { leaveRun } from './leave-run.ts';
import { keepRetention, leaveAnchors, unknownActs } from './ledger-desk.ts';
import { McpSession } from './mcp-session.ts';
import { objectiveEngines } from './objective-engines.ts';
import { OpenCalls } from './open-calls.ts';
import { pairingHandlers } from './pairing-handlers.ts';
import type { Parts } from './parts.ts';
import { pausePoint } from './pause-point.ts';
import { Pauses } from './pauses.ts';
import { Questions } from './questions.ts';
import { recordPolicyChange } from './record-policy-change.ts';
import { recordRefusedDownload } from './record-refused-download.ts';
import { RunBudgets } from './run-budgets.ts';
import { stepPatterns } from './step-patterns.ts';
import { createRunScript, originOfPages } from './step-scripts.ts';
import { stopWork } from './stop-work.ts';
import type { Stores } from './stores.ts';
import { Clients } from './surfaces.ts';
import { templateChoiceHandlers } from './template-choice-handlers.ts';
import { templateHandlers } from './template-handlers.ts';
import { whenClosed } from './when-closed.ts';
import { createWorkflowCalls } from './workflow-calls.ts';

type Report = (what: Fault | string, cause?: unknown) => void;

/** The one process that decides: it owns stores, runs and connections from `listen` until `stop`. */
export class Authority {
  readonly #parts: Parts;
  readonly #stores: Stores;
  readonly #clients = new Clients();
  readonly #report: Report;
  readonly #lock: AuthorityLock;
  readonly #activity: Activity;
  readonly #runners = new Runners(programEntries().codeRunner);
  #listener: Listener | null = null;
  #ending: Promise<void> | null = null;
  #endRetention: () => void = () => undefined;
  /** Settles once the rules of every browser that has said hello are in force; nothing is judged before. */
  #managed: Promise<void> = Promise.resolve();

  constructor(paths: HomePaths, stores: Stores, lock: AuthorityLock, log: (text: string) => void) {
    this.#stores = stores;
    this.#lock = lock;
    const redactor = stores.vault.redactor();
    this.#report = (what, cause) => {
      const words = typeof what === 'string' ? what : `${what.code}: ${what.message}`;
      const trace = cause instanceof Error ? `\n${cause.stack ?? cause.message}` : '';
      log(redactor.redactText(`${new Date().toISOString()} ${words}${trace}`));
    };
    this.#parts = this.#join(paths);
    const { policy, ledger } = stores;
    policy.onChange(({ voids, ...rules }) => {
      if (policy.switchedOff !== null) void this.#parts.runs.cancelAll();
      if (voids) this.#parts.desk.open.rulesChanged();
      try {
        recordPolicyChange(ledger, { ...rules, switched_off: policy.switchedOff });
      } catch (error) {
        this.#report('A change of the rules could not be recorded; nothing more is done.', error);
      }
      this.#announce('status.changed', {});
    });
    this.#activity = watchActivity(stores.config.authority.idle_minutes * 60_000, () => {
      if (this.#parts.runs.current.length === 0) void this.stop();
    });
  }

  /** Ends what a crash cut off, then takes connections. */
  async listen(): Promise<void> {
    const { runs, paths, ledger, config } = this.#parts;
    leaveAnchors(this.#parts, config.ledger.anchors ?? paths.anchors, this.#report);
    latchUnknown(ledger);
    this.#endRetention = keepRetention(this.#parts);
    // Asked of the ledger and not of this start: an earlier one may have been cut off between the two.
    runs.recover((runId) => unknownActs(ledger, runId));
    this.#listener = await listenForPeers({
      paths,
      lock: this.#lock,
      onPeer: (port, hello) => this.#take(port, hello),
      onRefused: this.#report,
    });
  }

  /** Cancels what runs (each with its report), closes everything, and gives the lock back. May be called twice. */
  stop(): Promise<void> {
    this.#ending ??= this.#close();
    return this.#ending;
  }

  async #close(): Promise<void> {
    this.#activity.stop();
    this.#endRetention();
    this.#listener?.close();
    this.#parts.desk.doors.close();
    await this.#parts.runs.cancelAll();
    this.#parts.sessions.close();
    this.#runners.close();
    this.#clients.close();
    await this.#stores.policy.close();
    this.#stores.ledger.close();
    closeDatabase(this.#stores.database);
    this.#lock.release();
  }

  #take(port: Port, hello: Hello): void {
    const end = this.#activity.begin();
    if (hello.role === 'extension') {
      // Counted by the session, which closes its port: an extension that connects is gone when its session is.
      const { profile_hint: profileHint, origin, parent_pid: browserPid } = hello;
      this.#parts.sessions.add({ port: whenClosed(port, end), profileHint, origin, browserPid });
      return;
    }
    const mcp: McpSession = new McpSession(this.#parts, (progress) => tell('call.progress', progress));
    const jobs = new JobSession(this.#parts);
    const door = `terminal ${randomUUID()}`;
    const handlers = {
      ...controlHandlers(
        this.#parts,
        () => mcp.callerId ?? 'terminal',
        () => null,
      ),
      ...clientHandlers(this.#parts, (force) => this.#askedToStop(force), door),
      ...mcp.handlers,
      ...pairingHandlers(this.#parts.pairing),
      ...jobs.handlers,
      ...templateChoiceHandlers(this.#parts),
    };
    const tell = this.#clients.add(port, handlers, this.#report, () => {
      mcp.end();
      jobs.end();
      this.#parts.desk.doors.set(door, 0);
      end();
    });
  }

  #askedToStop(force: boolean): boolean {
    if (this.#parts.runs.current.length > 0 && !force) return false;
    // The answer goes out first.
    setImmediate(() => void this.stop());
    return true;
  }

  readonly #announce: Clients['broadcast'] = (event, params) => {
    this.#parts.sessions.broadcast(event, params);
    this.#clients.broadcast(event, params);
  };

  #join(paths: HomePaths): Parts {
    const { config, database, policy, vault, ledger, shipped, personHome, passkeys } = this.#stores;
    const redactor = vault.redactor();
    const approvalMs = config.approvals.timeout_seconds * 1000;
    const pauses = new Pauses(Date.now);
    const budgets = new RunBudgets({
      limits: config.runs,
      clock: Date.now,
      pausedMs: (runId) => pauses.ms(runId),
    });
    const desk = new ApprovalDesk({
      limits: config.approvals,
      clock: Date.now,
      announce: this.#announce,
      pauses,
      record: (runId, event) => runs.record(runId, event),
      policyPath: paths.policy,
      reloadPolicy: () => policy.reload({ keepsGrants: true }),
      confirm: (request, passkey) => passkeys.confirm(request, passkey),
    });
    const sessions = this.#createSessions();
    const judge: Judge = {
      judge: (question) => this.#managed.then(() => policy.judge(question)),
      hops: () => policy.hops,
      mark: () => policy.mark,
    };
    const reached = pausePoint();
    const leases = new PageLeases(Date.now);
    const gateParts = {
      judge,
      book: ledger,
      redactor,
      approvals: desk,
      clock: Date.now,
      approvalMs,
    };
    const gate = createGate({
      ...gateParts,
      browsers: sessions,
      secrets: vault,
      leases,
      pauses,
      budgets,
      ...fileParts(paths, database, personHome, config.artifacts),
      ...(reached === null ? {} : { reached }),
    });
    const engines = objectiveEngines({ paths, config, vault, sessions });
    const runs = createRuns(
      { paths, database, vault, ledger },
      {
        engines,
        publish: (event) => this.#announce('run.event', { event }),
        onEnd: (run) =>
          leaveRun({ pauses, budgets, leases, gate, database, sessions }, paths.runs, run, this.#report),
        onBug: (error) => this.#report('A run met an error.', error),
      },
    );
    const calls = createWorkflowCalls(gate, judge, { book: ledger, clock: Date.now });
    const originOf = originOfPages(sessions);
    const code = createCodeCalls({
      gate,
      gateParts,
      policyVersion: () => (policy.error === null ? policy.version : null),
      originOf,
      wasSpent: (jti) => ledger.has(jti),
      runner: this.#runners,
      key: this.#stores.codeKey,
      autoApprove: config.code_mode.auto_approve,
    });
    return {
      ...this.#stores,
      paths,
      version: shipped.version,
      clock: Date.now,
      sessions,
      approvals: desk.open,
      desk,
      pauses,
      budgets,
      openCalls: new OpenCalls(),
      gate,
      leases,
      mcpCallers: new Set(),
      calls,
      code,
      patterns: stepPatterns,
      runScript: createRunScript({ runner: this.#runners, gate, originOf }),
      runner: this.#runners,
      runs,
      ledger,
      questions: new Questions({ clock: Date.now, waitMs: approvalMs }),
      engines,
    };
  }

  #createSessions(): BrowserSessions {
    const { database, policy, shipped } = this.#stores;
    return new BrowserSessions({
      names: new StoredProfileNames(database, () => new Date()),
      hostVersion: shipped.version,
      clock: () => new Date(),
      panelHandlers: (profile) => ({
        ...controlHandlers(this.#parts, () => `panel of ${profile() ?? 'a browser'}`, profile),
        ...templateHandlers(this.#parts, () => this.#announce('status.changed', {})),
      }),
      liveCallers: () => [...this.#parts.runs.current.map((run) => run.run_id), ...this.#parts.mcpCallers],
      onConnected: (session) => {
        this.#managed = this.#managed.then(() => policy.setManaged(session.profile, session.hello.managed));
        this.#announce('status.changed', {});
      },
      onGone: (profile) => {
        this.#parts.desk.doors.lost(`panel of ${profile}`);
        this.#announce('status.changed', {});
      },
      onPages: (profile, pages) => this.#parts.approvals.pagesAre(profile, pages),
      onPanels: (profile, open) => this.#parts.desk.doors.set(`panel of ${profile}`, open),
      onHumanStopped: (profile) => void stopWork(this.#parts, `the browser ${profile}`, profile),
      onDownloadRefused: (profile, refused) => {
        this.#report(`A download that nobody asked for was stopped in ${profile}: ${refused.url}`);
        recordRefusedDownload(this.#parts, { profile, ...refused });
      },
      hops: () => this.#parts.gate,
      onFault: this.#report,
    });
  }
}
