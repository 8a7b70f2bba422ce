import type { DatabaseSync } from 'node:sqlite';
import type { BrowserSessions } from '../browser/sessions.ts';
import type { ScriptRunner } from '../code/execute.ts';
import type { Config } from '../config/config.ts';
import type { OpenApprovals } from '../gate/approvals.ts';
import type { Gate } from '../gate/gate.ts';
import type { HomePaths } from '../io/home.ts';
import type { packagePaths } from '../io/package-root.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Pairing } from '../pairing/pairing.ts';
import type { Passkeys } from '../passkeys/passkeys.ts';
import type { PolicyStore } from '../policy/policy-store.ts';
import type { ActiveRuns } from '../runs/active-runs.ts';
import type { Vault } from '../secrets/vault.ts';
import type { Calls, Patterns, RunScript } from '../workflow/ports.ts';
import type { TemplateChoices } from '../workflow/template-choices.ts';
import type { ApprovalDesk } from './approval-desk.ts';
import type { CodeCalls } from './code-calls.ts';
import type { PageLeases } from './leases.ts';
import type { ObjectiveEngines } from './objective-engines.ts';
import type { OpenCalls } from './open-calls.ts';
import type { Pauses } from './pauses.ts';
import type { Questions } from './questions.ts';
import type { RunBudgets } from './run-budgets.ts';

/** The authority's parts, joined in `authority.ts` and used by its handlers. */
export type Parts = {
  readonly paths: HomePaths;
  readonly config: Config;
  readonly database: DatabaseSync;
  readonly shipped: ReturnType<typeof packagePaths>;
  readonly version: string;
  readonly clock: () => number;
  readonly sessions: BrowserSessions;
  readonly policy: PolicyStore;
  readonly ledger: Ledger;
  readonly vault: Vault;
  readonly approvals: OpenApprovals;
  readonly desk: ApprovalDesk;
  readonly pauses: Pauses;
  readonly budgets: RunBudgets;
  readonly openCalls: OpenCalls;
  readonly pairing: Pairing;
  readonly passkeys: Passkeys;
  readonly choices: TemplateChoices;
  readonly gate: Gate;
  readonly leases: PageLeases;
  /** Names of the MCP sessions that are open. */
  readonly mcpCallers: Set<string>;
  readonly calls: Calls;
  readonly code: CodeCalls;
  /** Runs scripts in processes without permissions. */
  readonly runner: ScriptRunner;
  readonly patterns: Patterns;
  readonly runScript: RunScript;
  readonly runs: ActiveRuns;
  readonly questions: Questions;
  readonly engines: ObjectiveEngines;
};
