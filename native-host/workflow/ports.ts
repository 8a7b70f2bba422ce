import type { Bucket, Caller } from '../../shared/actions.ts';
import type { AskKind } from '../../shared/asking.ts';
import type { Result } from '../../shared/faults.ts';
import type { StepAnswer, StepQuestion } from '../../shared/prompt-answer.ts';
import type { Receipt, Verdict } from '../../shared/receipt.ts';
import type { ApprovalRequest, PlannedCall } from '../../shared/run.ts';
import type { Flows } from './flows.ts';

// What the workflow needs of the rest of the host, declared here and wired in `main.ts`.

export type TemplateIdentity = {
  readonly id: string;
  readonly version: string;
  readonly reviewed: boolean;
  /** Accepted once by the person or the organisation: what it lists is not asked again. */
  readonly accepted: boolean;
};

/** In whose name a run's calls are made. */
export type RunContext = {
  readonly run_id: string;
  readonly caller: Caller;
  /** Browser profile; null: the only one connected. */
  readonly profile: string | null;
  readonly template: TemplateIdentity;
  /**
   * The planned calls that the person approved; a call that matches one by tool, bucket and resource is not
   * asked again.
   */
  readonly granted: readonly PlannedCall[];
  /** Mark of the rules under which they were approved; under others they count for nothing. */
  readonly granted_under?: string | null;
  /** What the steps use of what others have read. */
  readonly flows?: Flows;
};

/** What a step said in advance: a call that turns out to be more is denied when it happens. */
export type Declared = {
  readonly buckets: readonly Bucket[];
  /** Origins such as `https://portal.example.com`. */
  readonly sites: readonly string[];
};

export type CallRequest = {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly step_id: string;
  readonly declared: Declared;
  readonly timeout_ms: number;
  /** Origins that exactly this call depends on, where a script knows; left out: all that its step uses. */
  readonly sources?: readonly string[];
  /** Number of the branch that it belongs to, where several rounds of a loop go on at once. */
  readonly branch?: number;
};

export type CallAnswer = {
  readonly receipt: Receipt;
  /** The tool's result; null when the call failed, and then `receipt.fault` says why. */
  readonly result: Readonly<Record<string, unknown>> | null;
};

/** The gate as the workflow sees it. */
export interface Calls {
  /** What names the rules that a person's yes is given under. */
  mark?(): string | null;
  /** The page that the run works on when a call names none; it is turned to without anything being done. */
  readonly page?: {
    of(context: RunContext): string | null;
    set(page: string, context: RunContext): void;
  };
  /** Judges planned calls, in their order, without doing anything. */
  judge(calls: readonly PlannedCall[], context: RunContext): Promise<readonly Verdict[]>;
  /** Records that a planned call was refused before the run began, and gives its receipt. */
  refuse(call: PlannedCall, verdict: Verdict, context: RunContext): Receipt;
  /** One call through the gate. */
  call(request: CallRequest, context: RunContext, signal: AbortSignal): Promise<CallAnswer>;
}

/** Asks the person; an aborted signal answers `timeout`. */
export interface Approver {
  ask(
    request: ApprovalRequest,
    signal: AbortSignal,
  ): Promise<{ readonly answer: 'approved' | 'denied' | 'timeout'; readonly by: string }>;
}

/** Milliseconds since the epoch, and a wait that ends early when the signal fires. */
export interface Clock {
  now(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Milliseconds that the run has been paused so far: they count against no deadline. */
  pausedMs?(): number;
  /** How often it has been paused so far. */
  pauses?(): number;
}

/** One primitive call of a pattern, as the gate answers it. */
export type PatternCall = (
  tool: string,
  args: Readonly<Record<string, unknown>>,
) => Promise<Result<Readonly<Record<string, unknown>>>>;

/** A pattern as the workflow sees it. */
export interface Pattern {
  /** The primitive calls that these arguments can lead to; values that are not known yet are `undefined`. */
  plan(
    args: Readonly<Record<string, unknown>>,
  ): readonly { readonly tool: string; readonly bucket: Bucket }[];
  /**
   * A fault that ends the run (denied, cancelled, outcome unknown, browser gone) is raised, others are the
   * result.
   */
  run(
    args: Readonly<Record<string, unknown>>,
    means: {
      readonly call: PatternCall;
      readonly now: () => number;
      readonly signal: AbortSignal;
      /** Hears of an argument that no longer named its control, and of what was used instead. */
      readonly repaired?: (repair: {
        readonly place: string;
        readonly was: string;
        readonly now: string;
        readonly target: string;
        readonly evidence: readonly string[];
      }) => void;
    },
  ): Promise<Result<Record<string, unknown>>>;
}

/** Where the patterns carry what reads scripts: a name that no tool can have. */
export const scriptReader = Symbol('script reader');
export type Patterns = Readonly<Record<string, Pattern>> & { readonly [scriptReader]?: ScriptReader };

/** A call that stands in a script, with what is known of it before it runs. */
export type ScriptCallSite = {
  readonly line: number;
  readonly path: string;
  /** Null for what no browser is needed for. */
  readonly tool: string | null;
  readonly buckets: readonly Bucket[];
  /** As they are written. */
  readonly arguments: string;
  /** Names of secrets that are written out. */
  readonly secrets: readonly string[];
  /** The address that it opens, where that is written out. */
  readonly destination: string | null;
  /** The folder that it works in. */
  readonly folder: string | null;
};
export type ReadScript = {
  readonly code_hash: string;
  readonly normalized: string;
  readonly calls: readonly ScriptCallSite[];
};
/** What is wrong with a script; line and column count from 1, and are 0 for what concerns all of it. */
export type ScriptProblem = {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly rewrite: string;
};
/** Checks a script by the rules of code mode; `sites` are those that it may touch. */
export type ScriptReader = (
  code: string,
  sites: readonly string[],
) =>
  | { readonly ok: true; readonly script: ReadScript }
  | { readonly ok: false; readonly problems: readonly ScriptProblem[] };

export type ScriptJob = {
  readonly code: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Origins that each input was read on. */
  readonly sources: Readonly<Record<string, readonly string[]>>;
  /** Names of secrets that came as inputs. */
  readonly secrets: readonly string[];
  readonly sites: readonly string[];
  readonly wallMs: number;
};
/** Runs a script that was read before, in a process of its own; each of its calls comes back to `call`. */
export type RunScript = (
  job: ScriptJob,
  means: {
    readonly call: (
      tool: string,
      args: Readonly<Record<string, unknown>>,
      sources: readonly string[],
    ) => Promise<{
      readonly receipt: Receipt | null;
      readonly answer: Result<Readonly<Record<string, unknown>>>;
    }>;
    readonly context: RunContext;
    readonly signal: AbortSignal;
  },
) => Promise<Result<{ readonly value: unknown }>>;

/** Asks the model that is set up. Null: what it was shown does not say. */
export type AskModel = (
  asked: StepQuestion,
  means: {
    readonly context: RunContext;
    readonly emit: (note: string) => void;
    readonly signal: AbortSignal;
  },
) => Promise<Result<StepAnswer>>;

/** Puts a question to the person and gives the answer: of a code the name by which fields of the sites get it. Null: silence. */
export type AskPerson = (
  question: {
    readonly text: string;
    readonly kind: AskKind;
    readonly sites: readonly string[];
    readonly waitMs: number;
  },
  signal: AbortSignal,
) => Promise<string | null>;
