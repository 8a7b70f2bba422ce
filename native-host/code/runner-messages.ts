import type { Program } from 'acorn';
import type { RunLimits } from './limits.ts';
import type { StopReason } from './values.ts';

// What goes between the authority and the process in which a script runs. That process is given a tree and data, and asks
// for calls; it has no other way out.

export type Sources = Readonly<Record<string, readonly string[]>>;
export type RunOrder = {
  readonly type: 'run';
  readonly program: Program;
  /** JSON data, in the script `args`. */
  readonly args: unknown;
  /** Origins of the pages that a value of `args` was read on, by its name; left out: no page wrote any of it. */
  readonly sources?: Sources;
  readonly limits: RunLimits;
};
export type CallAsked = {
  readonly type: 'call';
  readonly verb: 'get' | 'post';
  readonly path: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Origins of the pages on which the call depends; none: nothing read from a page has to do with it. */
  readonly sources: readonly string[];
  readonly start: number;
  readonly line: number;
};
export type CallAnswered =
  | {
      readonly type: 'answer';
      readonly value: unknown;
      readonly sources: readonly string[];
      readonly waitedMs: number;
    }
  | {
      readonly type: 'failed';
      readonly fault: { readonly code: string; readonly message: string; readonly hint: string };
      readonly sources: readonly string[];
      readonly waitedMs: number;
    };
export type RunEnded =
  | {
      readonly type: 'done';
      readonly value: unknown;
      readonly sources: readonly string[];
      readonly steps: number;
    }
  | { readonly type: 'threw'; readonly value: unknown; readonly line: number; readonly steps: number }
  | {
      readonly type: 'stopped';
      readonly reason: StopReason;
      readonly message: string;
      readonly line: number;
    };

export type ToRunner = RunOrder | CallAnswered;
export type FromRunner = { readonly type: 'ready' } | CallAsked | RunEnded;
