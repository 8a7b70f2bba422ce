import { join } from 'node:path';
import type { Fault } from '../../shared/faults.ts';
import type { Port } from '../../shared/protocol/port.ts';
import type { ApprovalRequest } from '../../shared/run.ts';
import { download } from '../../shared/tools/download.ts';
import { getText } from '../../shared/tools/get-text.ts';
import { StoredProfileNames } from '../browser/profile-names.ts';
import { BrowserSessions } from '../browser/sessions.ts';
import { Runners } from '../code/runner-process.ts';
import { readPdf } from '../documents/read-pdf.ts';
import { createFileTools } from '../files/file-tools.ts';
import { takeOverDownload } from '../files/take-over-download.ts';
import { createUploads } from '../files/upload-files.ts';
import { OpenApprovals } from '../gate/approvals.ts';
import { createGate } from '../gate/gate.ts';
import type { Judge } from '../gate/ports.ts';
import { closeDatabase } from '../io/database.ts';
import type { Hello } from '../io/hello.ts';
import type { HomePaths } from '../io/home.ts';
import { type Listener, listenForPeers } from '../io/listen.ts';
import { programEntries } from '../io/program-entries.ts';
import type { AuthorityLock } from '../io/single-authority.ts';
import { latchUnknown } from '../ledger/latch-unknown.ts';
import { reportEndLine } from '../ledger/report-anchor.ts';
import { patterns } from '../patterns/index.ts';
import { ActiveRuns } from '../runs/active-runs.ts';
import { EventLog } from '../runs/event-log.ts';
import { RunStore } from '../runs/run-store.ts';
import { createCodeCalls } from './code-calls.ts';
import { clientHandlers, controlHandlers } from './control-handlers.ts';
import { type Activity, watchActivity } from './idle.ts';
import { PageLeases } from './leases.ts';
import { keepRetention, leaveAnchors } from './ledger-desk.ts';
import { McpSession } from './mcp-session.ts';
import type { Parts } from './parts.ts';
import { pausePoint } from './pause-point.ts';
import { recordPolicyChange } from './record-policy-change.ts';
import { recordRefusedDownload } from './record-refused-download.ts';
import { releasePages } from './release-pages.ts';
import type { Stores } from './stores.ts';
import { Clients } from './surfaces.ts';
import { createWorkflowCalls } from './workflow-calls.ts';

type Answered = Awaited<ReturnType<OpenApprovals['ask']>>;
/** Receipts of a run that are looked through for acts whose outcome is not known. */
const unknownActsMax = 10_000;

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
    policy.onChange((change) => {
      if (policy.switchedOff !== null) void this.#parts.runs.cancelAll();
      try {
        recordPolicyChange(ledger, { ...change, switched_off: policy.switchedOff });
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
    runs.recover((runId) =>
      ledger
        .receipts({ run_id: runId, limit: unknownActsMax })
        .filter(({ fault }) => fault?.code === 'outcome-unknown')
        .reverse(),
    );
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
      const { profile_hint: profileHint, origin } = hello;
      this.#parts.sessions.add({ port: whenClosed(port, end), profileHint, origin });
      return;
    }
    const mcp: McpSession = new McpSession(this.#parts, (progress) => tell('call.progress', progress));
    const handlers = {
      ...controlHandlers(
        this.#parts,
        () => mcp.callerId ?? 'terminal',
        () => null,
      ),
      ...clientHandlers(this.#parts, (force) => this.#askedToStop(force)),
      ...mcp.handlers,
    };
    const tell = this.#clients.add(port, handlers, this.#report, () => {
      mcp.end();
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
    const { config, database, policy, vault, ledger, shipped, personHome } = this.#stores;
    const redactor = vault.redactor();
    const approvalMs = config.approvals.timeout_seconds * 1000;
    const approvals = new OpenApprovals(
      {
        requested: (approval) => this.#announce('approval.requested', { approval }),
        closed: (approval_id, answer) => this.#announce('approval.closed', { approval_id, answer }),
      },
      Date.now,
    );
    const sessions = this.#createSessions();
    const judge: Judge = {
      judge: (question) => this.#managed.then(() => policy.judge(question)),
      hops: () => policy.hops,
    };
    const reached = pausePoint();
    // A question in the middle of a run is part of its story.
    const askInRun = async (request: ApprovalRequest, ask: () => Promise<Answered>): Promise<Answered> => {
      const { run_id: runId, approval_id } = request;
      if (runId !== null) runs.record(runId, { type: 'approval.requested', approval: request });
      const { answer, by } = await ask();
      if (runId !== null) runs.record(runId, { type: 'approval.answered', approval_id, answer, by });
      return { answer, by };
    };
    const leases = new PageLeases(Date.now);
    const gateParts = {
      judge,
      book: ledger,
      redactor,
      approvals: {
        ask: (request: ApprovalRequest, signal: AbortSignal) =>
          askInRun(request, () => approvals.ask(request, signal)),
      },
      clock: Date.now,
      approvalMs,
    };
    const gate = createGate({
      ...gateParts,
      browsers: sessions,
      secrets: vault,
      leases,
      hostTools: createFileTools({ database, runsFolder: paths.runs, home: personHome, now: Date.now }),
      takeOverDownload: (result, { run_id, since }) =>
        takeOverDownload(download.output.parse(result), {
          runFolder: join(paths.runs, run_id ?? 'calls'),
          since,
        }),
      uploads: createUploads({
        home: personHome,
        dataFolder: paths.home,
        runsFolder: paths.runs,
        neverFiles: [paths.secrets, paths.key, paths.database, paths.token],
      }),
      readPdf: (base64, args) => readPdf(base64, getText.input.parse(args), programEntries().pdfWorker),
      ...(reached === null ? {} : { reached }),
    });
    const runs = new ActiveRuns({
      store: new RunStore(database),
      log: new EventLog(paths.runs),
      now: Date.now,
      redact: (event) => redactor.redactJson(event),
      seal: () => {
        const checkpoint = ledger.readOnly ? null : ledger.checkpoint();
        return checkpoint === null ? null : reportEndLine(checkpoint);
      },
      publish: (event) => this.#announce('run.event', { event }),
      onEnd: (run) => {
        gate.forget(run.run_id);
        leases.release(run.run_id);
        void releasePages(sessions, run);
      },
      onBug: (error) => this.#report('A run met an error.', error),
    });
    const calls = createWorkflowCalls(gate, judge, { book: ledger, clock: Date.now });
    const code = createCodeCalls({
      gate,
      gateParts,
      policyVersion: () => (policy.error === null ? policy.version : null),
      originOf: (profile, page) => {
        const session = sessions.pick(profile);
        return session.ok ? (session.value.page(page)?.origin ?? null) : null;
      },
      wasSpent: (jti) => ledger.has(jti),
      runner: this.#runners,
      key: this.#stores.codeKey,
      autoApprove: config.code_mode.auto_approve,
    });
    const version = shipped.version;
    return {
      ...this.#stores,
      paths,
      version,
      clock: Date.now,
      sessions,
      approvals,
      gate,
      leases,
      mcpCallers: new Set(),
      calls,
      code,
      patterns,
      runs,
      ledger,
    };
  }

  #createSessions(): BrowserSessions {
    const { database, policy, shipped } = this.#stores;
    return new BrowserSessions({
      names: new StoredProfileNames(database, () => new Date()),
      hostVersion: shipped.version,
      clock: () => new Date(),
      panelHandlers: (profile) =>
        controlHandlers(this.#parts, () => `panel of ${profile() ?? 'a browser'}`, profile),
      liveCallers: () => [...this.#parts.runs.current.map((run) => run.run_id), ...this.#parts.mcpCallers],
      onConnected: (session) => {
        this.#managed = this.#managed.then(() => policy.setManaged(session.profile, session.hello.managed));
        this.#announce('status.changed', {});
      },
      onGone: () => this.#announce('status.changed', {}),
      onHumanStopped: (profile) => {
        const { runs } = this.#parts;
        for (const run of runs.current) if (run.profile === profile) runs.cancel(run.run_id);
      },
      onDownloadRefused: (profile, refused) => {
        this.#report(`A download that nobody asked for was stopped in ${profile}: ${refused.url}`);
        recordRefusedDownload(this.#parts, { profile, ...refused });
      },
      judgeHop: (asked) => this.#parts.gate.judgeHop(asked),
      onFault: this.#report,
    });
  }
}

/** The same port, with one more listener for its end. */
function whenClosed(port: Port, tell: () => void): Port {
  return {
    ...port,
    send: (message) => port.send(message),
    onMessage: (callback) => port.onMessage(callback),
    onClose: (callback) =>
      port.onClose((reason) => {
        tell();
        callback(reason);
      }),
    close: () => {
      tell();
      port.close();
    },
  };
}
