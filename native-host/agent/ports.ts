import type { z } from 'zod';
import type { Fault, Result } from '../../shared/faults.ts';
import type { ChecklistItem, Finding } from '../../shared/objective.ts';
import type { Receipt } from '../../shared/receipt.ts';
import type { FiledFile, RunEventBody } from '../../shared/run.ts';
import type { FindingMatch } from './evidence/match-finding.ts';

// What an objective run needs of the rest of the host, declared here and wired in `authority/`.

export type Message = { readonly role: 'system' | 'user' | 'assistant'; readonly content: string };

export type ModelRequest = {
  readonly messages: readonly Message[];
  readonly schema: { readonly name: string; readonly json: Readonly<Record<string, unknown>> } | null;
  readonly tokensMax: number;
  readonly temperature: number;
  readonly purpose: string;
};

export type ModelReply = {
  readonly text: string;
  readonly finish: 'stop' | 'length';
  readonly use: {
    readonly promptTokens: number;
    readonly cachedTokens: number | null;
    readonly completionTokens: number;
    readonly estimated: boolean;
  };
  readonly durationMs: number;
};

export interface Model {
  readonly contextTokens: number;
  complete(
    request: ModelRequest,
    means: { readonly signal: AbortSignal; readonly onNote?: (note: string) => void },
  ): Promise<Result<ModelReply>>;
}

/** Reads the one JSON value of a reply, near-JSON too; `hint` tells the model what to do otherwise. */
export type ReadReply = <Value>(
  raw: string,
  schema: z.ZodType<Value>,
) =>
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly kind: string; readonly hint: string };

export type CallRequest = {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly step_id: string;
  /** Origins that the arguments, or the fact that the call is made, come from; null: from the person's objective. */
  readonly sources: readonly string[] | null;
};
export type CallAnswer = {
  readonly receipt: Receipt;
  readonly result: Readonly<Record<string, unknown>> | null;
};

/** The gate as the agent sees it: one call, singly and in order. */
export interface Calls {
  call(request: CallRequest, signal: AbortSignal): Promise<CallAnswer>;
}

export type SearchResult = { readonly title: string; readonly url: string; readonly snippet: string };
export type SearchAnswer =
  | { readonly kind: 'results'; readonly results: readonly SearchResult[] }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'wall'; readonly words: string }
  | { readonly kind: 'error'; readonly words: string };
type ResultElement = {
  readonly tag: string;
  readonly text: string;
  readonly attributes: Readonly<Record<string, string>>;
};

/** A search engine: where to ask, and how its result page is read. */
export interface Search {
  readonly name: string;
  urlOf(query: string): string;
  readonly selectors: readonly string[];
  read(page: {
    readonly url: string;
    readonly status: number | null;
    readonly text: string;
    readonly elements: readonly (readonly ResultElement[])[];
  }): SearchAnswer;
}

/** A text that the model was shown, and where it stands. */
export type ShownText = {
  readonly url: string;
  readonly title: string;
  readonly part: number;
  readonly text: string;
  /** What fields hold, and not what the page says. */
  readonly held?: true;
};

/** What code can prove about findings, items and answers; pure functions of `evidence/`. */
export interface Evidence {
  matchFinding(text: string, shown: readonly ShownText[]): FindingMatch;
  duplicateOf(text: string, findings: readonly Finding[]): Finding | null;
  makeChecklist(proposed: readonly string[], objective: string): ChecklistItem[];
  coverage(
    items: readonly ChecklistItem[],
    findings: readonly Finding[],
    objective: string,
  ): { readonly decided: readonly ChecklistItem[]; readonly undecided: readonly number[] };
  gapClaimHolds(item: ChecklistItem, findings: readonly Finding[]): boolean;
  verifyFinish(asked: {
    readonly objective: string;
    readonly items: readonly ChecklistItem[];
    readonly findings: readonly Finding[];
    readonly missing: readonly number[];
    /** How often finishing was sent back. */
    readonly tries: number;
  }): { readonly ok: true } | { readonly ok: false; readonly reason: string; readonly next: string };
  /** The writer's text with every claim checked; null: it is of no use. */
  checkedAnswer(markdown: string, known: Known): string | null;
  /** An answer made of the findings alone. */
  plainAnswer(known: Known): string;
  fragmentLink(url: string, quote: string): string;
}
export type Known = {
  readonly objective: string;
  readonly items: readonly ChecklistItem[];
  readonly findings: readonly Finding[];
};

/** Keeps what the run leaves behind beside its events. */
export interface Keeper {
  /** Writes a table into the run's folder; the name is made by us. */
  table(name: string, csv: string): FiledFile;
  /** One model call, prompt and reply. */
  trace(entry: Readonly<Record<string, unknown>>): void;
}

export type Means = {
  readonly model: Model;
  readonly readReply: ReadReply;
  readonly calls: Calls;
  readonly search: Search;
  readonly evidence: Evidence;
  readonly keeper: Keeper;
  /** The person's answer; null: nobody answered in time, or nobody is there. */
  readonly ask: (question: string, signal: AbortSignal) => Promise<string | null>;
  /** Waits while the person has taken over; true when it had to. */
  readonly unpaused: (signal: AbortSignal) => Promise<boolean>;
  /** Milliseconds that the run may still take. */
  readonly leftMs: () => number;
  /** Counts what a call of the model read and wrote; a fault when that was the last the run may have. */
  readonly spendTokens: (tokens: number) => Fault | null;
  /** Text without secrets; nothing reaches the model but through it. */
  readonly redact: (text: string) => string;
  readonly emit: (event: RunEventBody) => void;
  readonly signal: AbortSignal;
};
