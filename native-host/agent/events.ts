import type { Fault } from '../../shared/faults.ts';
import type { RunEventBody } from '../../shared/run.ts';
import type { Action } from './action.ts';
import type { SearchResult } from './ports.ts';
import type { AgentState, Ending, PageLook } from './state.ts';

// What `step` is told, and what it asks to be done. The driver performs intents in their order and reports what happened.

export type AgentEvent =
  /** The first: the page to start at, if there is one. */
  | { readonly type: 'began'; readonly look: PageLook | null; readonly words: string }
  | { readonly type: 'unreadable'; readonly reply: string; readonly hint: string }
  | { readonly type: 'proposed'; readonly proposal: Action; readonly reply: string }
  | { readonly type: 'performed'; readonly outcome: Outcome }
  | {
      readonly type: 'covered';
      readonly covered: readonly number[];
      readonly by: Readonly<Record<string, readonly number[]>>;
    }
  /** Null: the writer gave nothing. */
  | { readonly type: 'wrote'; readonly markdown: string | null }
  /** The person had taken over; the page may be another. */
  | { readonly type: 'handed-back'; readonly look: PageLook | null }
  /** Little time is left: the answer is written with what there is. */
  | { readonly type: 'late'; readonly fault: Fault }
  /** Nothing more can be done: stopped, model or browser gone. */
  | { readonly type: 'halted'; readonly ending: Ending };

/** What became of a task; `line` tells it to the model, `words` to the person. */
export type Outcome = {
  readonly ok: boolean;
  readonly line: string;
  readonly seen:
    | { readonly kind: 'nothing' }
    | {
        readonly kind: 'results';
        readonly query: string;
        readonly provider: string;
        readonly url: string;
        readonly results: readonly SearchResult[];
      }
    | { readonly kind: 'page'; readonly look: PageLook }
    /** The same document after an act. */
    | { readonly kind: 'changed'; readonly look: PageLook }
    | { readonly kind: 'table'; readonly caption: string; readonly text: string }
    | { readonly kind: 'answer'; readonly text: string | null };
  /** The visit failed: an error page, or none. */
  readonly failedUrl?: string;
  /** A host that lets no program in, or `search`. */
  readonly wall?: string;
  /** Acts on this origin need a person, and none can answer. */
  readonly deniedOrigin?: string;
  /** The person approved the act on this origin. */
  readonly approvedOrigin?: string;
};

/** One thing to be done by calls through the gate, or by the person. `sources`: see `CallRequest`. */
export type Task =
  | { readonly kind: 'search'; readonly query: string }
  | { readonly kind: 'open'; readonly url: string; readonly sources: Sources }
  | { readonly kind: 'click'; readonly control: Target; readonly sources: Sources }
  | { readonly kind: 'fill'; readonly control: Target; readonly value: string; readonly sources: Sources }
  | { readonly kind: 'select'; readonly control: Target; readonly value: string; readonly sources: Sources }
  | {
      readonly kind: 'press';
      readonly control: Target | null;
      readonly key: string;
      readonly sources: Sources;
    }
  | {
      readonly kind: 'download';
      readonly control: Target | null;
      readonly url: string | null;
      readonly sources: Sources;
    }
  | { readonly kind: 'extract'; readonly ref: string; readonly n: number; readonly caption: string }
  | { readonly kind: 'ask'; readonly question: string };
type Sources = readonly string[] | null;
export type Target = {
  readonly ref: string;
  readonly role: string;
  readonly name: string;
  readonly n: number;
};

export type Intent =
  | { readonly type: 'emit'; readonly event: RunEventBody }
  | { readonly type: 'think' }
  | { readonly type: 'perform'; readonly task: Task }
  | { readonly type: 'cover'; readonly items: readonly number[] }
  | { readonly type: 'write' }
  | { readonly type: 'end'; readonly ending: Ending };

export type Step = readonly [AgentState, readonly Intent[]];

export function emit(event: RunEventBody): Extract<Intent, { type: 'emit' }> {
  return { type: 'emit', event };
}
