import { z } from 'zod';
import type { Bucket } from '../../../shared/actions.ts';
import type { Fault, Result } from '../../../shared/faults.ts';

// What a repair by a model needs of the rest of the host, declared here and wired in `authority/`.

export type RepairMessage = { readonly role: 'system' | 'user' | 'assistant'; readonly content: string };

/** What the model answers: a script, or none when it sees no way. */
export const RepairAnswer = z.strictObject({
  why: z.string().max(2_000),
  code: z.string().max(10_000),
});
export type RepairAnswer = z.infer<typeof RepairAnswer>;

export interface RepairModel {
  readonly name: string;
  /** Characters that a whole prompt may have. */
  readonly promptCharactersMax: number;
  ask(
    messages: readonly RepairMessage[],
    signal: AbortSignal,
  ): Promise<
    Result<{
      /** What it wrote, for the conversation. */
      readonly text: string;
      /** Null: it was not of the form, and `hint` says why. */
      readonly answer: RepairAnswer | null;
      readonly hint: string;
      readonly tokens: number;
    }>
  >;
  close(): Promise<void>;
}

/** A call that stands in a script. */
export type ScriptedCall = {
  readonly line: number;
  readonly path: string;
  readonly tool: string | null;
  readonly buckets: readonly Bucket[];
  readonly secrets: readonly string[];
};

export type ScriptAnswer = Result<Readonly<Record<string, unknown>>>;

/** A script that was accepted, ready to be run once. */
export type RepairScript = {
  /** As it is printed from its tree, which is what runs. */
  readonly code: string;
  readonly codeHash: string;
  readonly calls: readonly ScriptedCall[];
  run(means: {
    readonly args: unknown;
    readonly signal: AbortSignal;
    /** A fault that is to end the script is thrown by nobody: `end` is asked after each call. */
    readonly call: (tool: string, args: Readonly<Record<string, unknown>>) => Promise<ScriptAnswer>;
    readonly end: () => boolean;
  }): Promise<Result<unknown>>;
};

export type RepairLimits = {
  /** Scripts that one step may be tried with. */
  readonly iterations: number;
  /** Milliseconds for all of them, the model's time included. */
  readonly ms: number;
  readonly tokens: number;
};

export interface RepairPorts {
  /** The model that config.yaml allows for repair; a fault says why there is none. */
  open(): Promise<Result<RepairModel>>;
  check(
    code: string,
  ):
    | { readonly ok: true; readonly script: RepairScript }
    | { readonly ok: false; readonly problems: readonly string[] };
  /** Takes stored secrets out of what is shown to the model. */
  redact(text: string): string;
  /** Counts tokens of the run; a fault when it has had all of them. */
  spend(tokens: number): Fault | null;
  readonly limits: RepairLimits;
  /** Selectors that came with the job, by step and place, tried before a model is asked. */
  readonly proposed: Readonly<Record<string, string>>;
}
