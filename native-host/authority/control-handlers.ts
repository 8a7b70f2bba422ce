import type { Caller } from '../../shared/actions.ts';
import { raise } from '../../shared/faults.ts';
import type { clientRequests } from '../../shared/protocol/client-messages.ts';
import type { controlRequests } from '../../shared/protocol/control-messages.ts';
import { protocolVersion } from '../../shared/protocol/envelope.ts';
import type { Handlers } from '../../shared/protocol/messages.ts';
import { policiesInTheWay } from '../browser/policies-in-the-way.ts';
import { questionOf } from '../policy/question-of.ts';
import { browserAnchors, compactLedger, reconcile, unsettledReceipts } from './ledger-desk.ts';
import { modelHandlers } from './model-handlers.ts';
import { objectiveHandlers } from './objective-handlers.ts';
import type { Parts } from './parts.ts';
import { callTool } from './pattern-call.ts';
import { resumeRun } from './resume-run.ts';
import { showFile } from './show-file.ts';
import { startRun } from './start-run.ts';
import { stopRun, stopWork } from './stop-work.ts';
import { given } from './surfaces.ts';
import { offeredTemplates } from './templates.ts';

type Control = Handlers<typeof controlRequests>;
type Client = Handlers<typeof clientRequests>;

/** Deadline of a probe and of a list of pages, in milliseconds. */
const probeMs = 20_000;

/**
 * What panel and command line ask alike. `by` names the surface in approvals: `panel of chromium`, `terminal`; a panel
 * that names no profile means its own.
 */
export function controlHandlers(parts: Parts, by: () => string, ownProfile: () => string | null): Control {
  return {
    'status.get': async () => ({
      host_version: parts.version,
      protocol: protocolVersion,
      home: parts.paths.home,
      pid: process.pid,
      profiles: [...parts.sessions.list()],
      policy: parts.policy.rules(),
      standing_rules: parts.policy.standing(),
      policy_error: parts.policy.error,
      switched_off: parts.policy.switchedOff,
      policies_in_the_way: [...policiesInTheWay(parts.sessions.connected())],
      ledger_read_only: parts.ledger.readOnly,
      approvals: [...parts.approvals.list()],
      phrase: parts.desk.phrase,
      active_runs: [...parts.runs.current],
    }),
    'template.list': async () => ({ templates: [...offeredTemplates(parts)] }),
    'secret.list': async () => ({
      secrets: parts.vault.list().map(({ name, sites }) => ({ name, sites: [...sites] })),
    }),
    'run.start': async ({ options, ...params }) =>
      startRun(parts, { ...params, options: { ...options, profile: options.profile ?? ownProfile() } }),
    'run.continue': async ({ run_id, options }) =>
      resumeRun(parts, { run_id, options: { ...options, profile: options.profile ?? ownProfile() } }),
    ...objectiveHandlers(parts, by, ownProfile),
    ...modelHandlers(parts),
    'run.cancel': async ({ run_id }) => ({ cancelled: stopRun(parts, run_id, by()) }),
    'run.pause': async ({ run_id }) => {
      const goesOn = parts.runs.current.some((run) => run.run_id === run_id);
      if (!goesOn || !parts.pauses.pause(run_id)) return { paused: false };
      const reason = 'The person took over.';
      return { paused: parts.runs.record(run_id, { type: 'run.paused', by: by(), reason }) };
    },
    'run.resume': async ({ run_id }) => {
      if (!parts.pauses.isPaused(run_id)) return { resumed: false };
      // Told before anything of the run goes on.
      parts.runs.record(run_id, { type: 'run.resumed', by: by() });
      return { resumed: parts.pauses.resume(run_id) };
    },
    'work.stop': async () => stopWork(parts, by(), null),
    'run.list': async ({ limit }) => ({ runs: [...parts.runs.list(limit)] }),
    'run.events': async ({ run_id }) => ({ events: [...parts.runs.events(run_id)] }),
    'run.report': async ({ run_id }) => {
      const markdown = parts.runs.report(run_id);
      if (markdown !== null) return { markdown };
      return raise('not-found', `There is no run ${run_id}.`, 'See the list of runs.');
    },
    'file.show': async (file) => {
      await showFile(parts, file);
      return {};
    },
    'approval.answer': ({ approval_id, answer, scope, passkey }) =>
      parts.desk.answer(approval_id, answer, by(), { scope: scope ?? 'once', passkey }),
    'passkey.look': async () => parts.passkeys.look(),
    'passkey.add': async ({ made, proof }) => ({ passkeys: parts.passkeys.add(made, proof) }),
    'receipt.list': async (query) => ({ receipts: parts.ledger.receipts(query) }),
    'ledger.unsettled': async () => ({ receipts: unsettledReceipts(parts) }),
    'ledger.reconcile': async (settled) => given(reconcile(parts, settled, by())),
  };
}

/** What only the command line asks. */
export function clientHandlers(parts: Parts, stop: (force: boolean) => boolean, door: string): Client {
  return {
    'tool.call': async ({ tool, args, profile, session, unattended }, signal) => {
      const caller: Caller = { kind: 'client', id: `client-${session}`, unattended };
      return parts.openCalls.during(profile, signal, (stoppable) => {
        const request = { tool, args, caller, profile, run: null, signal: stoppable };
        return parts.code.call(request) ?? callTool(parts.gate, parts.patterns, request, parts.clock);
      });
    },
    'client.pages': async ({ profile }) => {
      const session = given(parts.sessions.pick(profile));
      const { pages } = given(await session.call('browser.pages', {}, { timeoutMs: probeMs }));
      return { profile: session.profile, pages };
    },
    'client.probe': async ({ profile, attach }) => {
      const session = given(parts.sessions.pick(profile));
      const started = performance.now();
      const probe = given(await session.call('browser.probe', { attach }, { timeoutMs: probeMs }));
      return { ...probe, profile: session.profile, round_trip_ms: performance.now() - started };
    },
    'client.current-page': async ({ session, page }) => {
      parts.gate.setCurrentPage(`client-${session}`, page);
      return {};
    },
    'policy.explain': async ({ question }) => {
      const asked = given(questionOf(question));
      const { verdict, deciding } = await parts.policy.explain(asked);
      return { ...verdict, bucket: asked.bucket, deciding: [...deciding] };
    },
    'secret.state': async () => {
      const { mode, locked } = parts.vault.state;
      return { mode, locked };
    },
    'secret.unlock': async ({ passphrase }) => {
      given(parts.vault.unlock(passphrase));
      return {};
    },
    'ledger.compact': async ({ older_than_days }) => ({ removed: compactLedger(parts, older_than_days) }),
    'ledger.anchors': async () => ({ anchors: await browserAnchors(parts) }),
    'client.answers': async () => {
      parts.desk.doors.set(door, 1);
      return {};
    },
    'authority.stop': async ({ force }) => ({ stopping: stop(force) }),
  };
}
