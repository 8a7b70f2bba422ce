import type { Bucket } from '../../shared/actions.ts';
import type { Result } from '../../shared/faults.ts';
import type { Fingerprint } from '../../shared/fingerprint.ts';
import type { LedgerCheckpoint } from '../../shared/ledger-checkpoint.ts';
import type { PolicyExplanation, PolicyQuestion } from '../../shared/policy-question.ts';
import type { clientRequests } from '../../shared/protocol/client-messages.ts';
import type { controlRequests } from '../../shared/protocol/control-messages.ts';
import type { cronRequests } from '../../shared/protocol/cron-messages.ts';
import type { jobRequests } from '../../shared/protocol/job-messages.ts';
import type { CallProgress, mcpRequests, pairingRequests } from '../../shared/protocol/mcp-messages.ts';
import type { Answer, Params } from '../../shared/protocol/messages.ts';
import type { templateChoiceRequests } from '../../shared/protocol/template-choice-messages.ts';
import type { RepairProposal } from '../../shared/repair-proposal.ts';
import type { ApprovalRequest, RunEvent } from '../../shared/run.ts';
import type { SecretDelivery } from '../../shared/secret-delivery.ts';
import type { TemplatePlan } from '../../shared/template-plan.ts';
import type { HomePaths } from '../io/home.ts';
import type { Channel } from '../jobs/channels/channel.ts';
import type { Finding } from './doctor/finding.ts';
import type { WorkerSettings } from './jobs/worker-settings.ts';
import type { LedgerLine } from './ledger/documents.ts';
import type { OwnProfiles } from './profile/own-profiles.ts';

// What the commands need of the rest of the host, in the smallest form. `wiring/` joins them to the real thing.

export type AuthorityTable = typeof controlRequests &
  typeof clientRequests &
  typeof mcpRequests &
  typeof pairingRequests &
  typeof jobRequests &
  typeof cronRequests &
  typeof templateChoiceRequests;

/** The connection to the authority. */
export interface Authority {
  call<M extends keyof AuthorityTable & string>(
    method: M,
    params: Params<AuthorityTable, M>,
    options?: { readonly timeoutMs?: number; readonly signal?: AbortSignal },
  ): Promise<Result<Answer<AuthorityTable, M>>>;
  onRunEvent(listener: (event: RunEvent) => void): void;
  onApproval(listener: (approval: ApprovalRequest) => void): void;
  onApprovalClosed(listener: (approvalId: string) => void): void;
  /** How far the connection's own `mcp.call`s have come. */
  onCallProgress(listener: (progress: CallProgress) => void): void;
  /** Resolves when the connection has ended. */
  readonly closed: Promise<string>;
  close(): void;
}

export type SecretEntry = Readonly<{
  name: string;
  kind: 'text' | 'totp';
  sites: readonly string[];
  created: string;
  rotated: string;
}>;

export interface SecretStore {
  list(): readonly SecretEntry[];
  set(
    name: string,
    value: string,
    sites: readonly string[],
    delivery?: SecretDelivery,
  ): Result<{ readonly created: boolean }>;
  remove(name: string): Result<unknown>;
  readonly state: SecretState;
  /** What the mode protects from and what not, in a sentence. */
  readonly protection: string;
  unlock(passphrase: string): Result<unknown>;
  rotate(mode: KeyMode, passphrase: string | null): Result<SecretState>;
}

export type KeyMode = 'file' | 'keychain' | 'passphrase';
export type SecretState = Readonly<{ mode: KeyMode; key_id: number; locked: boolean }>;

/** What a file of secrets holds; `line` is where each stands. */
export type ImportedSecrets = Readonly<{
  source: string;
  secrets: readonly Readonly<{ name: string; value: string; sites: readonly string[]; line: number }>[];
  skipped: readonly Readonly<{ line: number; why: string }>[];
}>;

export type LedgerVerdict = Readonly<{ ok: boolean; rows: number; broken_at: number | null; reason: string }>;

export type PolicyError = Readonly<{ file: string; line: number | null; message: string }>;

/** A policy's answer, or why it cannot be asked. */
export type PolicyAnswer =
  | Readonly<{ ok: true; explanation: PolicyExplanation }>
  | Readonly<{ ok: false; problems: readonly PolicyError[] }>;

export type PolicyTestOutcome = Readonly<{
  name: string;
  line: number;
  expected: string;
  decided: string;
  policies: readonly string[];
  reason: string;
  ok: boolean;
}>;
export type PolicyTestResult =
  | Readonly<{ ok: true; policy: string | null; outcomes: readonly PolicyTestOutcome[] }>
  | Readonly<{ ok: false; problems: readonly PolicyError[] }>;
/** The same with what a person who checks it wants to know. */
export type LedgerAudit = LedgerVerdict &
  Readonly<{
    kind: 'verified' | 'broken' | 'truncated' | 'unknown_key' | 'unreadable';
    base: number;
    checkpoints: number;
    anchors: number;
  }>;

/** A checkpoint of the ledger that a connected browser remembers. */
export type BrowserAnchor = Readonly<{ profile: string; checkpoint: LedgerCheckpoint }>;

export type LedgerExportFormat = 'jsonl' | 'html' | 'syslog' | 'otlp';

export type ConfigKey = Readonly<{
  key: string;
  type: string;
  default: string;
  range: string;
  text: string;
  /** As it stands now, from file or default. */
  value: string;
}>;

/** A browser that was found, as far as people are told of it. */
export type BrowserChoice = Readonly<{ title: string; executable: string; version: string }>;

export interface UnattendedBrowser {
  readonly profile: string;
  readonly notes: readonly string[];
  /** Bytes that its processes hold; null or left out: not measured. */
  readonly memory?: () => Promise<number | null>;
  /** Resolves once it has ended, by whatever. */
  readonly ended?: Promise<void>;
  close(): Promise<void>;
}

/** `closed` resolves once the person has closed it. */
export type PersonWindow = UnattendedBrowser & { readonly closed: Promise<void> };

export type HostInstall = Readonly<{
  browsers: readonly string[];
  system: boolean;
  dryRun: boolean;
  extensionIds: readonly string[];
}>;

export type InstallReport = Readonly<{
  /** What was done, a sentence each. */
  done: readonly string[];
  /** Files written or removed, and registry keys. */
  files: readonly string[];
}>;

/** A template that is valid, and what it will do as far as it says so itself. */
export type TemplateCheck = Readonly<{
  id: string;
  version: string;
  steps: number;
  acts: readonly Readonly<{ tool: string; bucket: Bucket; url?: string; folder?: string }>[];
  later: readonly string[];
  waits: readonly string[];
}>;

/** What to pull, and as whose file it is taken. */
export type ModelWish = Readonly<{ what: string; sha256: string | null; name: string | null }>;
export type PullProgress = Readonly<{
  signal: AbortSignal;
  onStage(stage: string): void;
  onProgress(have: number, total: number | null): void;
}>;
export type PulledModel = Readonly<{
  id: string;
  wasThere: boolean;
  bytes: number;
  sha256: string;
  /** With what the hash was compared. */
  compared: 'given' | 'server' | 'nothing';
}>;

export type TemplateText = Readonly<{ text: string; file: string }>;
export type TemplateChange = Readonly<{ weight: 'reach' | 'doing' | 'words'; text: string }>;

/** A template as a person reads it. */
export type TemplateExplanation = TemplatePlan &
  Readonly<{ id: string; version: string; title: string; review: 'draft' | 'reviewed' }>;

export interface HostParts {
  readonly version: string;
  readonly paths: HomePaths;
  /** Joins the authority of this data folder; `start` starts one where none runs. */
  connect(options: { readonly start: boolean }): Promise<Result<Authority>>;
  openSecrets(): SecretStore;
  parseSecrets(
    file: Readonly<{ text: string; isEnv: boolean; sites: readonly string[] }>,
  ): Result<ImportedSecrets>;
  /** Compares with what is kept outside the database too, where `browsers` is given: files, reports, and these. */
  verifyLedger(file: string, browsers?: readonly BrowserAnchor[]): LedgerAudit;
  exportLedger(
    query: Readonly<{ run_id: string | null; after: number; limit: number; format: LedgerExportFormat }>,
  ): Readonly<{ text: string; rows: number; key_id: string }>;
  ledgerLines(query: Readonly<{ runId: string | null; limit: number }>): readonly LedgerLine[];
  configKeys(): readonly ConfigKey[];
  policyText(): Readonly<{ file: string; text: string; isDefault: boolean }>;
  /** What is wrong in a policy file, or (null) in all that is in force together; empty: nothing. */
  checkPolicy(file: string | null, kind?: 'person' | 'organisation'): Promise<readonly PolicyError[]>;
  /** What a policy file (null: the rules of this machine) says to a call; a fault when the question makes no sense. */
  explainPolicy(question: PolicyQuestion, file: string | null): Promise<Result<PolicyAnswer>>;
  /** Judges the cases of a file; `policy` takes the place of the policy that the file names. */
  testPolicy(file: string, policy: string | null): Promise<PolicyTestResult>;
  checkTemplate(text: string, file: string): Result<TemplateCheck>;
  /** Null: the file is no script of its own, as it does not lie in a folder of them. */
  checkScript(
    text: string,
    file: string,
  ): Result<{
    readonly id: string;
    readonly version: string;
    readonly code_hash: string;
    readonly calls: number;
  }> | null;
  /** Signs a template for an organisation; what is wrong with template or key is a fault. */
  signTemplate(
    text: string,
    file: string,
    privateKeyPem: string,
  ): Result<{ readonly signature: string; readonly key: string }>;
  /** A template as a plan that a person can read. */
  explainTemplate(text: string, file: string): Result<TemplateExplanation>;
  /** What changed between two versions; what is wrong with either is a fault. */
  diffTemplates(before: TemplateText, after: TemplateText): Result<readonly TemplateChange[]>;
  /** The text of a template file with what its selectors mean written into it. */
  writeFingerprints(text: string, prints: Readonly<Record<string, Fingerprint>>): Result<string>;
  /** The text of a template file with the hash of each script that has none, and the steps that they are of. */
  pinScripts(
    text: string,
    file: string,
  ): Result<{ readonly text: string; readonly steps: readonly string[] }>;
  /** The text of a template file with a proposal in it, as a new version that is a draft. */
  applyProposal(
    text: string,
    proposal: RepairProposal,
  ): Result<{ readonly text: string; readonly id: string; readonly version: string }>;
  findBrowser(): Result<BrowserChoice>;
  launch(options: Readonly<{ profile: string; headless: boolean }>): Promise<Result<UnattendedBrowser>>;
  /** A window in a profile, for a person. */
  openWindow(profile: string, url: string | null): Promise<Result<PersonWindow>>;
  /** As `launch` without a window, for as long as there is any MCP session. */
  launchKept(profile: string): Promise<Result<UnattendedBrowser>>;
  profileNames(): readonly string[];
  /** What is fixed in the profiles of this data folder, and whether a person's log-in there still counts. */
  readonly profiles: OwnProfiles;
  /** Brings the weights of a model into the data folder, and what runs them. */
  pullModel(wish: ModelWish, progress: PullProgress): Promise<Result<PulledModel>>;
  /** False: there was none of that name. */
  removeModel(name: string): boolean;
  /** Installs and then tests what it installed. */
  installHost(options: HostInstall): Promise<Result<InstallReport>>;
  uninstallHost(options: HostInstall): Result<InstallReport>;
  workerSettings(): WorkerSettings;
  /** Where a worker takes jobs from; none: nothing is set up. */
  jobChannels(settings: WorkerSettings): Promise<readonly Channel[]>;
  /** What `doctor` finds out, in the order in which it is shown. */
  diagnose(): AsyncIterable<Finding>;
}
