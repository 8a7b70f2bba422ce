import { FaultError, raise } from '../../../shared/faults.ts';
import { attachFault, cdpMessage, commandFault, saysAlreadyAttached, saysNotAttached } from './cdp-errors.ts';
import { checkCommand } from './cdp-methods.ts';
import { within } from './deadline.ts';

/** The part of chrome.debugger that is used. */
export type DebuggerApi = {
  attach(target: { tabId: number }, version: string): Promise<void>;
  detach(target: { tabId: number }): Promise<void>;
  sendCommand(
    target: { tabId: number; sessionId?: string },
    method: string,
    params: Record<string, unknown>,
  ): Promise<unknown>;
  getTargets(): Promise<readonly { tabId?: number | undefined; attached: boolean }[]>;
};

export type ChildSession = { readonly parent: string | null; readonly targetId: string };

export type SendOptions = { readonly sessionId?: string | undefined; readonly timeoutMs?: number };

/** Longest wait for one command's answer unless the caller says otherwise. */
const commandMs = 10_000;
/** Frames of other processes kept track of in one tab. */
const childrenMax = 200;
/** Longest wait for each part of a session's state. */
const stateMs = 3_000;

const late = Symbol('late');
const iframesOnly = [{ type: 'iframe', exclude: false }, { exclude: true }];

/**
 * The debugging session of one tab. Attached once, on first use, and kept: every attach shrinks the viewport
 * by the height of the browser's notice. All that a session holds in Chrome is lost with it, so it is applied
 * anew at every attach, on the tab's own session and on the session of every frame that lives in another
 * process.
 */
export class Debuggee {
  readonly tabId: number;
  readonly #api: DebuggerApi;
  readonly #mayAttach: () => Promise<void>;
  readonly #dialogOpen: () => boolean;
  readonly #children = new Map<string, ChildSession>();
  #attached = false;
  /** The session is there and its state is not, because an open dialog keeps it from being applied. */
  #stateOwed = false;
  #attaching: Promise<void> | null = null;
  readonly #networkHolds = new Map<string | undefined, number>();

  /**
   * `mayAttach` raises `restricted-target` for what the tab shows now; it is asked before and after
   * attaching.
   */
  constructor(parts: {
    readonly tabId: number;
    readonly api: DebuggerApi;
    readonly mayAttach: () => Promise<void>;
    readonly dialogOpen: () => boolean;
  }) {
    this.tabId = parts.tabId;
    this.#api = parts.api;
    this.#mayAttach = parts.mayAttach;
    this.#dialogOpen = parts.dialogOpen;
  }

  get attached(): boolean {
    return this.#attached;
  }

  get children(): ReadonlyMap<string, ChildSession> {
    return this.#children;
  }

  /** Attaches unless that has been done; raises `attach-refused` or `restricted-target`. */
  ensureAttached(): Promise<void> {
    const isWhole = this.#attached && (!this.#stateOwed || this.#dialogOpen());
    if (this.#attaching === null && isWhole) return Promise.resolve();
    this.#attaching ??= this.#attach().finally(() => {
      this.#attaching = null;
    });
    return this.#attaching;
  }

  /** One command of the allow-list. Attaches again, once, when Chrome has dropped the session in between. */
  async send(method: string, params: Record<string, unknown>, options: SendOptions = {}): Promise<unknown> {
    checkCommand(method, params);
    await this.ensureAttached();
    try {
      return await this.#raw(method, params, options);
    } catch (error) {
      const message = cdpMessage(error);
      if (error instanceof FaultError) throw error;
      if (!saysNotAttached(message) || options.sessionId !== undefined) throw faultOf(method, message);
    }
    this.forget();
    await this.ensureAttached();
    try {
      return await this.#raw(method, params, options);
    } catch (error) {
      throw error instanceof FaultError ? error : faultOf(method, cdpMessage(error));
    }
  }

  /**
   * Network events of a session flow while somebody holds them. Returns the function that lets go; it may be called twice.
   */
  holdNetwork(sessionId?: string): () => void {
    const holds = this.#networkHolds.get(sessionId) ?? 0;
    this.#networkHolds.set(sessionId, holds + 1);
    if (holds === 0) this.#quietly('Network.enable', networkBuffers, sessionId);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const left = (this.#networkHolds.get(sessionId) ?? 1) - 1;
      if (left > 0) this.#networkHolds.set(sessionId, left);
      else this.#networkHolds.delete(sessionId);
      const there = sessionId === undefined || this.#children.has(sessionId);
      if (left === 0 && this.#attached && there) this.#quietly('Network.disable', {}, sessionId);
    };
  }

  childAttached(parent: string | null, sessionId: string, targetId: string): void {
    if (this.#children.size >= childrenMax) return;
    this.#children.set(sessionId, { parent, targetId });
    for (const [method, params] of sessionState) this.#quietly(method, params, sessionId);
  }

  childDetached(sessionId: string): void {
    this.#children.delete(sessionId);
  }

  /** Chrome ended the session, or this worker has just been born. */
  forget(): void {
    this.#attached = false;
    this.#children.clear();
  }

  async detach(): Promise<void> {
    if (!this.#attached) return;
    this.forget();
    try {
      await this.#api.detach({ tabId: this.tabId });
    } catch (error) {
      // The tab closed or Chrome detached by itself in the meantime: what was wanted has come about.
      console.info('Detaching was not needed.', cdpMessage(error));
    }
  }

  async #attach(): Promise<void> {
    await this.#mayAttach();
    if (!this.#attached && !(await this.#isOurs())) await this.#attachAnew();
    this.#attached = true;
    try {
      await this.#mayAttach();
    } catch (error) {
      await this.detach();
      throw error;
    }
    // A page with an open dialog answers nothing; a session from before the dialog has its state already.
    this.#stateOwed = this.#dialogOpen();
    if (!this.#stateOwed) await this.#applyState();
  }

  /**
   * After the death of a worker its sessions live on and attaching again fails. So: where the browser shows
   * the tab as attached, say something harmless; an answer means that the session is ours.
   */
  async #isOurs(): Promise<boolean> {
    const targets = await this.#api.getTargets();
    if (!targets.some(({ tabId, attached }) => attached && tabId === this.tabId)) return false;
    try {
      await this.#raw('Target.getTargetInfo', {}, { timeoutMs: stateMs });
      return true;
    } catch (error) {
      if (saysNotAttached(cdpMessage(error))) return false;
      throw error instanceof FaultError ? error : new FaultError(attachFault(cdpMessage(error)));
    }
  }

  async #attachAnew(): Promise<void> {
    try {
      await this.#api.attach({ tabId: this.tabId }, '1.3');
    } catch (error) {
      const message = cdpMessage(error);
      if (!saysAlreadyAttached(message)) throw new FaultError(attachFault(message));
    }
  }

  async #applyState(): Promise<void> {
    this.#children.clear();
    try {
      await Promise.all(
        sessionState.map(([method, params]) => this.#raw(method, { ...params }, { timeoutMs: stateMs })),
      );
    } catch (error) {
      throw error instanceof FaultError ? error : new FaultError(attachFault(cdpMessage(error)));
    }
    // Refused where a former worker's is still on, which does as well.
    this.#quietly('Page.startScreencast', smallScreencast);
    if (this.#networkHolds.has(undefined)) this.#quietly('Network.enable', networkBuffers);
  }

  async #raw(method: string, params: Record<string, unknown>, options: SendOptions): Promise<unknown> {
    const { sessionId, timeoutMs = commandMs } = options;
    const target = sessionId === undefined ? { tabId: this.tabId } : { tabId: this.tabId, sessionId };
    const answer = await within(this.#api.sendCommand(target, method, params), timeoutMs, late);
    if (answer === late) {
      raise('timeout', `The page did not answer ${method} in time.`, 'It may be busy or hidden; try again.');
    }
    return answer;
  }

  /** For commands whose failure changes nothing that a caller waits for: the frame is gone, or the tab is. */
  #quietly(method: string, params: Readonly<Record<string, unknown>>, sessionId?: string): void {
    this.#raw(method, { ...params }, { sessionId, timeoutMs: commandMs }).catch((error: unknown) => {
      console.info(`${method} had no effect.`, cdpMessage(error));
    });
  }
}

const autoAttach = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true, filter: iframesOnly };
// What is fetched is never read back through the debugger, so nothing need be kept for it.
const networkBuffers = { maxTotalBufferSize: 65_536, maxResourceBufferSize: 65_536, maxPostDataSize: 0 };

type Command = readonly [method: string, params: Readonly<Record<string, unknown>>];

/** In this order: a dialog that opens before Page is enabled could never be answered. */
const sessionState: readonly Command[] = [
  ['Page.enable', {}],
  ['Emulation.setFocusEmulationEnabled', { enabled: true }],
  // Off first: a session that outlived its worker announces its frames again only to one that begins anew.
  ['Target.setAutoAttach', { autoAttach: false, waitForDebuggerOnStart: false, flatten: true }],
  ['Target.setAutoAttach', autoAttach],
  ['Page.setInterceptFileChooserDialog', { enabled: true }],
];

/**
 * A hidden tab draws one frame a second, and its screenshots hang, unless somebody looks at it. So somebody
 * does: a tiny screencast whose frames are never acknowledged, which ends the pictures after a few and leaves
 * the drawing on.
 */
const smallScreencast = { format: 'jpeg', quality: 1, maxWidth: 16, maxHeight: 16, everyNthFrame: 1 };

function faultOf(method: string, message: string): FaultError {
  return new FaultError(commandFault(method, message));
}
