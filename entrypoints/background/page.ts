import type { z } from 'zod';
import type { Caused, PageId, PageInfo, TargetDescription } from '../../shared/actions.ts';
import type { ToolDeclaration } from '../../shared/tools/define-tool.ts';
import type { SeenDownload } from './driver/download-states.ts';

// What a tool's behaviour sees of the browser. The driver implements it over chrome.debugger and chrome.scripting; unit
// tests implement it over plain objects. Everything here raises `FaultError`s and honours one deadline.

export type Point = { readonly x: number; readonly y: number };

export type FrameHandle = {
  /** The extension's frame number; 0 is the page itself. */
  readonly id: number;
  readonly parent: number | null;
  readonly url: string;
  readonly origin: string;
  readonly document_id: string;
};

export type OpenDialog = {
  readonly kind: 'alert' | 'confirm' | 'prompt' | 'beforeunload';
  readonly message: string;
};

/** Records what happens in and around a page from its creation on. */
export interface Watch {
  /**
   * Waits for what was set off, not for a fixed time: a navigation until its document is interactive, the requests that
   * were fired (bounded), then one frame. Returns at once when a dialog opens. Ends the recording.
   */
  settle(deadline: number): Promise<Caused>;
  /** The page has drawn since the last input, as who acted knows: then no frame is waited for again. */
  noteDrawn(): void;
  noteInput(): void;
  /** Ends the recording without waiting. */
  stop(): Caused;
}

export interface Page {
  readonly page: PageId;
  info(): Promise<PageInfo>;
  frames(): Promise<readonly FrameHandle[]>;
  /**
   * Calls a method of the page engine (`entrypoints/page-engine.ts`) in one frame's isolated world and gives its JSON result; the
   * engine is injected first where it is missing. Races the call against dialogs (`dialog-open`), closing
   * (`no-page`), navigation away (`stale-ref`) and `deadline` (epoch ms; `timeout`).
   */
  engine(frameId: number, method: string, args: unknown, deadline: number): Promise<unknown>;
  /** One CDP command of the allow-list, on the root session or on the session that owns the frame. */
  send(method: string, params: Readonly<Record<string, unknown>>, frameId?: number): Promise<unknown>;
  /** A point of a frame's viewport in the page's viewport, CSS pixels, through offsets and transforms of its parents. */
  toRoot(frameId: number, point: Point): Promise<Point>;
  /**
   * Stops trusted input in every other frame of the page, until the returned function is called; that gives the first frame where some
   * was stopped.
   */
  guardOthers(frameId: number): Promise<() => Promise<{ readonly url: string; readonly tag: string } | null>>;
  /** Has a secret wait for the one request that is bound for these origins; gives what the page may hold in its place. */
  wireSecret(secret: {
    readonly name: string;
    readonly caller: string;
    readonly value: string;
    readonly origins: readonly string[];
  }): Promise<string>;
  dialog(): OpenDialog | null;
  answerDialog(accept: boolean, promptText: string | undefined): Promise<void>;
  /** `frames`: those in which the act takes place. */
  watch(frames?: readonly number[]): Watch;
  /** Downloads that the page began and nobody has been told the end of; oldest first. */
  downloads(): readonly SeenDownload[];
  downloadTold(guid: string): void;
  /** PNG, JPEG or WebP bytes as base64, also of a hidden tab; without the debugger of the tab in front alone. `clip` in CSS pixels of the whole page. */
  capture(options: {
    readonly format: 'png' | 'jpeg' | 'webp';
    readonly clip: {
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly scale: number;
    };
    /** All of the clip is in the viewport as the page is scrolled now. */
    readonly inView: boolean;
    /** The viewport in the whole page, and device pixels for one of CSS. */
    readonly view: { readonly x: number; readonly y: number; readonly pixel_ratio: number };
  }): Promise<string>;
  /** Runs a script body in the page's own world or an isolated one; JSON in, JSON out. */
  evaluate(script: string, args: unknown, world: 'isolated' | 'main', deadline: number): Promise<unknown>;
}

/** A target as it was resolved: its description, and a point inside it where it receives events (frame coordinates). */
export type ResolvedTarget = {
  readonly description: TargetDescription;
  readonly point: Point | null;
};

export type GivenFile = {
  readonly name: string;
  readonly mime_type: string;
  readonly content_base64: string | null;
};

export type CallContext = {
  readonly signal: AbortSignal;
  /** Epoch milliseconds by which the call must be over. */
  readonly deadline: number;
  /** Values of `secret:NAME`, by name, for this call only. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Those of them that the page gets a stand-in of. */
  readonly wires?: Readonly<
    Record<string, { readonly mode: 'wire' | 'auto'; readonly origins: readonly string[] }>
  >;
  /** Who calls; what a caller has seen of a page is remembered by it. */
  readonly caller: string;
  /** Waits for what the act has set off so far, and tells it; for acts that read the page again afterwards. */
  readonly settled?: (() => Promise<Caused>) | undefined;
  /** Says that the page has drawn since the act's last input. */
  readonly noteDrawn?: (() => void) | undefined;
  /** The files of an upload, in the order of its arguments; content is null where these have it. */
  readonly files?: readonly GivenFile[];
};

export type BehaviourResult<T extends ToolDeclaration> = {
  readonly result: z.output<T['output']>;
  /** An exact result was read back that shows what was wanted. */
  readonly verified: boolean;
};

/** What a tool does in a page. The dispatcher has resolved and checked the targets, and watches around it. */
export type Behaviour<T extends ToolDeclaration> = (
  page: Page,
  args: z.output<T['input']>,
  targets: readonly ResolvedTarget[],
  context: CallContext,
) => Promise<BehaviourResult<T>>;
