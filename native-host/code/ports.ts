import type { Bucket, Caller } from '../../shared/actions.ts';
import type { Fault } from '../../shared/faults.ts';
import type { Receipt, Verdict } from '../../shared/receipt.ts';
import type { CodeRisk } from '../../shared/tools/validate-code.ts';

// What code mode needs of the rest of the host, declared here and wired in `authority/`.

/** Who proposes the script: a token is good for nobody else. */
export type Proposer = { readonly caller: Caller; readonly profile: string | null };

export type ScriptQuestion = {
  readonly tool: string;
  readonly bucket: Bucket;
  readonly resource:
    | { readonly kind: 'site'; readonly url: string }
    | { readonly kind: 'folder'; readonly path: string }
    | { readonly kind: 'none' };
  readonly secret_used: boolean;
  readonly tainted: boolean;
  readonly sources: readonly string[];
};

/** One line of what a person is asked about a script. */
export type ScriptAct = {
  readonly text: string;
  readonly bucket: Bucket;
  readonly resource: string;
  readonly rule: string;
  readonly count: number;
};

/** A call of a running script, with what was judged before and what the interpreter knows of its data. */
export type ScriptCall = {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly line: number;
  readonly declared: { readonly buckets: readonly Bucket[]; readonly sites: readonly string[] };
  /** What the person has approved of this very call. */
  readonly granted: readonly { readonly tool: string; readonly bucket: Bucket; readonly resource: string }[];
  readonly tainted: boolean;
  readonly sources: readonly string[];
};
export type ScriptCallAnswer = {
  readonly receipt: Receipt;
  readonly result: Readonly<Record<string, unknown>> | null;
  /** Milliseconds that a person was waited for. */
  readonly waitedMs: number;
};

export interface CodePorts {
  judge(question: ScriptQuestion, who: Proposer): Promise<Verdict>;
  /** SHA-256 over everything that decides; null while the policy is not valid. */
  policyVersion(): string | null;
  /** The page that the proposer works on: its id and origin; null: none. */
  currentPage(who: Proposer): { readonly page: string; readonly origin: string } | null;
  /** Asks a person about the whole script; `approval_id` of a yes. */
  ask(
    question: { readonly title: string; readonly acts: readonly ScriptAct[] },
    who: Proposer,
  ): Promise<{
    readonly answer: 'approved' | 'denied' | 'timeout';
    readonly approval_id: string;
    readonly by: string;
  }>;
  call(call: ScriptCall, who: Proposer, signal: AbortSignal): Promise<ScriptCallAnswer>;
  /** Writes durably that the token was used; false when it was before. Throws a fault when it cannot be written. */
  spend(jti: string, codeHash: string): boolean;
  readonly clock: () => number;
  /** Milliseconds that only go forward. */
  readonly monotonic: () => number;
  readonly key: Buffer;
  /** Scripts up to this risk run without a question of their own. */
  readonly autoApprove: CodeRisk | 'none';
}

export type FaultOf = { readonly fault: Fault; readonly line: number };
