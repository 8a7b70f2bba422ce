import type { Bucket, Caller, PageId, PageInfo } from '../../shared/actions.ts';
import type { Fault, Result } from '../../shared/faults.ts';
import type { browserRequests } from '../../shared/protocol/browser-messages.ts';
import type { Answer, Params } from '../../shared/protocol/messages.ts';
import type { LedgerEvent, Receipt, Verdict } from '../../shared/receipt.ts';
import type { ApprovalRequest, ApprovalScope } from '../../shared/run.ts';
import type { SecretDelivery } from '../../shared/secret-delivery.ts';
import type { About } from './approvals.ts';

// What the gate needs of the rest of the host, declared here and wired in `main.ts`.

type BrowserTable = typeof browserRequests;

export interface BrowserSession {
  readonly profile: string;
  page(id: PageId): PageInfo | null;
  call<M extends keyof BrowserTable & string>(
    method: M,
    params: Params<BrowserTable, M>,
    options: { readonly timeoutMs: number; readonly signal?: AbortSignal },
  ): Promise<Result<Answer<BrowserTable, M>>>;
  /** Waits until the same profile is connected again; null when it is not back in time. */
  waitBack(ms: number): Promise<BrowserSession | null>;
}

export interface Browsers {
  /** The session of a profile; one that was lost a moment ago is waited for until the signal fires. */
  pickBack(profile: string | null, signal: AbortSignal): Promise<Result<BrowserSession>>;
}

/** What the policy is asked about one call on one resource. */
export type Question = {
  readonly caller: Caller;
  readonly tool: string;
  readonly bucket: Bucket;
  readonly resource: QuestionResource;
  readonly frame_url: string | null;
  readonly target: { readonly role: string; readonly name: string } | null;
  readonly template: TemplateIdentity | null;
  readonly secret_used: boolean;
  readonly tainted: boolean;
  readonly sources: readonly string[];
  /** The person has approved exactly this. */
  readonly granted: boolean;
  /** Mark of the rules under which that yes was given; under others it counts for nothing. */
  readonly granted_under?: string | null;
};
export type QuestionResource =
  | { readonly kind: 'site'; readonly url: string }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'none' };
export type TemplateIdentity = {
  readonly id: string;
  readonly version: string;
  readonly reviewed: boolean;
  readonly accepted: boolean;
};

export interface Judge {
  judge(question: Question): Promise<Verdict>;
  /** What names the rules that a person's yes is given under. Left out: a yes is not bound to any. */
  mark?(): string;
  /** What the rules say of navigations as a whole; left out: each address is judged by itself. */
  hops?(): HopTerms;
}
export type HopTerms = { readonly reach: 'free' | 'origin' | 'url'; readonly version: string };

export type LedgerEntry = {
  readonly event: LedgerEvent;
  readonly call_id: string;
  readonly run_id: string | null;
  readonly step_id: string | null;
  readonly caller: Caller;
  readonly tool: string;
  readonly bucket: Bucket;
  readonly resource: string;
  readonly args_hash: string;
  readonly result_hash: string | null;
  /** Bounded and redacted JSON. */
  readonly detail: Readonly<Record<string, unknown>>;
};

export interface Book {
  readonly readOnly: boolean;
  /** Durable when it returns; throws when it could not be made so. */
  append(entries: readonly LedgerEntry[]): void;
  /** Written a little later, or with the next append; for reads. */
  queue(entry: LedgerEntry): void;
}

export interface Secrets {
  reveal(name: string, frameOrigin: string, topOrigin: string): Result<string>;
  /** Left out: all go into their fields. */
  deliveryOf?(name: string): SecretDelivery;
}

export interface Redactor {
  redactText(text: string): string;
  redactJson<T>(value: T): T;
}

export interface Approvals {
  ask(
    request: ApprovalRequest,
    signal: AbortSignal,
    about: About,
    tool: string,
  ): Promise<{
    readonly answer: 'approved' | 'denied' | 'timeout';
    readonly by: string;
    readonly scope?: ApprovalScope;
  }>;
}

/** What a host tool does once the gate has let it through, and the resource it is judged on before. */
export interface HostTool {
  resourceOf(args: Readonly<Record<string, unknown>>): QuestionResource;
  run(
    args: Readonly<Record<string, unknown>>,
    context: HostToolContext,
  ): Promise<Result<Record<string, unknown>>>;
}
export type HostToolContext = { readonly run_id: string | null; readonly signal: AbortSignal };

/** A file for a page, read and hashed; `content_base64` is null where the call itself carries the content. */
export type Upload = {
  readonly name: string;
  readonly mime_type: string;
  readonly content_base64: string | null;
  readonly bytes: number;
  readonly sha256: string;
};

/** The files of `upload_file`: which folders they come from, for the policy, and then the files themselves. */
export interface Uploads {
  foldersOf(args: GateRequest['args'], runId: string | null): Result<readonly string[]>;
  read(args: GateRequest['args'], runId: string | null, judged: readonly string[]): Result<readonly Upload[]>;
}

/** Takes a finished download over from the browser: copies, flushes, hashes; gives the public result. */
export type TakeOver = (
  result: Readonly<Record<string, unknown>>,
  /** `since`: milliseconds since the epoch when the act was sent. */
  place: { readonly run_id: string | null; readonly since: number },
) => Promise<Result<Record<string, unknown>>>;

/** Reads the text of a PDF page from its bytes in base64; gives the public result of `get_text`. */
export type ReadPdf = (
  base64: string,
  args: Readonly<Record<string, unknown>>,
) => Promise<Result<Record<string, unknown>>>;

/** Moments of an act at which a crash means different things; tests stop the process there. */
export type ActPoint = 'before-intent' | 'after-intent' | 'after-dispatch' | 'before-outcome';

/** How far a call has come; `asking` carries the question. */
export type CallStage =
  | { readonly stage: 'found' | 'answered' | 'acting' }
  | { readonly stage: 'asking'; readonly approval: ApprovalRequest };

/** Who works in which page. One caller acts in a page at a time; everybody may read it. */
export interface Leases {
  /** Asked before an act touches the page: null, or why this caller may not. The lease is taken or renewed by it. */
  claim(act: LeaseClaim): Fault | null;
  /** The act left the caller with these pages. */
  take(caller: Caller, profile: string, pages: readonly PageInfo[]): void;
}
export type LeaseClaim = {
  readonly caller: Caller;
  readonly profile: string;
  readonly page: PageInfo;
  readonly tool: string;
  /** Milliseconds that the call may take. */
  readonly timeoutMs: number;
};

/** Which callers the person has paused. */
export interface CallerPauses {
  /** Waits while the caller is paused; true when it had to wait. */
  passed(callerId: string, signal: AbortSignal): Promise<boolean>;
}

/** What a run may use up. */
export interface CallerBudgets {
  /** Counts one call; a fault when it would be more than the caller may do. */
  spend(callerId: string, call: { readonly acts: boolean; readonly resource: string }): Fault | null;
}

export type GateDependencies = {
  readonly browsers: Browsers;
  readonly judge: Judge;
  readonly book: Book;
  readonly secrets: Secrets;
  readonly redactor: Redactor;
  readonly approvals: Approvals;
  readonly leases: Leases;
  readonly pauses?: CallerPauses;
  readonly budgets?: CallerBudgets;
  readonly hostTools: Readonly<Record<string, HostTool>>;
  readonly takeOverDownload: TakeOver;
  readonly uploads: Uploads;
  readonly readPdf: ReadPdf;
  readonly clock: () => number;
  readonly approvalMs: number;
  /** Told as an act passes each point, and waited for. */
  readonly reached?: (
    point: ActPoint,
    act: { readonly tool: string; readonly target: string },
  ) => Promise<void>;
};

/** The plan that the person approved: single acts of the run are not asked again while they match it. */
export type Grants = ReadonlySet<string>;

export type RunPlace = {
  readonly run_id: string;
  readonly step_id: string;
  readonly template: TemplateIdentity | null;
  /** What the step declared; a call that turns out to be more is denied. Null: nothing was declared. */
  readonly declared: { readonly buckets: readonly Bucket[]; readonly sites: readonly string[] } | null;
  readonly grants: Grants;
  /** What the step uses of what was read elsewhere: the origins, less those that a reviewed template declares, for an act there. */
  readonly sourcesFor?: (origin: string) => readonly string[];
  /** Mark of the rules under which the plan was approved. */
  readonly granted_under?: string | null;
  /** Number of the branch, where several go on at once, each on a page of its own. */
  readonly branch?: number;
};

/** What a checked script brings along with one of its calls. */
export type ScriptPlace = {
  /** What was judged before the script began; a call that turns out to be more is denied. */
  readonly declared: { readonly buckets: readonly Bucket[]; readonly sites: readonly string[] };
  readonly grants: Grants;
  /** The arguments, or the fact that the call is made, depend on what was read from these origins. */
  readonly tainted: boolean;
  readonly sources: readonly string[];
};

/** The part of the person's authority that a paired client was given, or a run that was started for less. */
export type CallerScope = {
  readonly of?: 'run';
  readonly tools: readonly string[] | null;
  /** In rule notation, exact origins; null: whatever the rules allow. */
  readonly sites: readonly string[] | null;
  readonly read_only: boolean;
};

export type GateRequest = {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly caller: Caller;
  readonly profile: string | null;
  readonly run: RunPlace | null;
  readonly script?: ScriptPlace;
  readonly scope?: CallerScope;
  readonly signal: AbortSignal;
  readonly onStage?: (stage: CallStage) => void;
};

export type GateAnswer = { readonly receipt: Receipt; readonly result: Record<string, unknown> | null };
