import { type Fault, FaultError } from '../../../shared/faults.ts';
import {
  attachFault,
  cdpMessage,
  commandFault,
  saysAlreadyAttached,
  saysDetachedMeanwhile,
  saysLocked,
  saysNotAttached,
} from './cdp-errors.ts';
import { checkCommand, isBrowsersOwn } from './cdp-methods.ts';
import { pause, within } from './deadline.ts';
import { RequestHolds } from './request-holds.ts';
import { networkBuffers, sessionState, smallScreencast } from './session-state.ts';
import { silentPage, unreachableDialog } from './silent-page.ts';

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

export type SendOptions = {
  readonly sessionId?: string | undefined;
  readonly timeoutMs?: number;
  /** How long to wait for another extension's frame to go, which locks the page while it is there. */
  readonly patienceMs?: number;
};

/** Longest wait for one command's answer unless the caller says otherwise. */
const commandMs = 10_000;
/** Frames of other processes kept track of in one tab. */
const childrenMax = 200;
/** Longest wait for a session's state to be applied; a page that is silent for the first part of it is probed. */
const stateMs = 3_000;
const silentMs = 1_000;
const probeMs = 300;
/** Time between two tries where another extension's frame locks the page. */
export const lockedPollMs = 100;

const late = Symbol('late');

/**
 * The debugging session of one tab. Attached once, on first use, and kept: every attach shrinks the viewport
 * by the height of the browser's notice. All that a session holds in Chrome is lost with it, so it is applied
 * anew at every attach, on the tab's own session and on the session of every frame that lives in another
 * process.
 */
export class Debuggee {
  readonly tabId: number;
  /** Who holds back requests of the tab, and why. */
  readonly requests: RequestHolds;
  readonly #api: DebuggerApi;
  readonly #mayAttach: () => Promise<void>;
  readonly #dialogOpen: () => boolean;
  readonly #guardToken: () => string;
  readonly #children = new Map<string, ChildSession>();
  #attached = false;
  /** The session is there and its state is not, because an open dialog keeps it from being applied. */
  #stateOwed = false;
  #attaching: Promise<void> | null = null;
  /** A dialog from before the session keeps the page silent, and nobody but the person can answer it. */
  #unreachable = false;
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
    readonly guardToken: () => string;
  }) {
    this.tabId = parts.tabId;
    this.#api = parts.api;
    this.#mayAttach = parts.mayAttach;
    this.#dialogOpen = parts.dialogOpen;
    this.#guardToken = parts.guardToken;
    this.requests = new RequestHolds({
      send: (method, params, sessionId) => this.send(method, params, { sessionId }),
      children: () => this.#children.keys(),
    });
  }

  get attached(): boolean {
    return this.#attached;
  }

  get children(): ReadonlyMap<string, ChildSession> {
    return this.#children;
  }

  /** Attaches unless that has been done; raises `attach-refused`, `restricted-target` or `dialog-open`. */
  ensureAttached(): Promise<void> {
    if (this.#attached && this.#unreachable) return Promise.reject(new FaultError(unreachableDialog));
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
    if (!this.#attached || !isBrowsersOwn(method)) await this.ensureAttached();
    const lockedUntil = Date.now() + (options.patienceMs ?? 0);
    for (let again = false; ; ) {
      try {
        return await this.#raw(method, params, options);
      } catch (error) {
        if (error instanceof FaultError) throw error;
        const message = cdpMessage(error);
        // Input that was sent is not sent again; whether it arrived, the page itself tells.
        const lost = saysDetachedMeanwhile(message);
        if (lost && method.startsWith('Input.')) return {};
        const dropped = (lost || saysNotAttached(message)) && options.sessionId === undefined && !again;
        const locked = saysLocked(message) && Date.now() < lockedUntil;
        if (!locked && !dropped) throw new FaultError(commandFault(method, message));
        if (dropped) {
          again = true;
          this.forget();
        }
      }
      if (Date.now() < lockedUntil) await pause(lockedPollMs);
      await this.ensureAttached();
    }
  }

  /** Waits, at most `patienceMs`, until no frame of another extension locks the page; raises `attach-refused` else. */
  async untilUnlocked(patienceMs: number): Promise<void> {
    await this.send('Target.getTargetInfo', {}, { patienceMs });
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
    for (const [method, params] of sessionState(this.#guardToken())) this.#quietly(method, params, sessionId);
    const held = this.requests.wanted(sessionId);
    if (held !== null) this.#quietly('Fetch.enable', held, sessionId);
  }

  childDetached(sessionId: string): void {
    this.#children.delete(sessionId);
  }

  /** Chrome ended the session, or this worker has just been born. */
  forget(): void {
    this.#attached = false;
    this.#unreachable = false;
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
    const target = { tabId: this.tabId };
    const work = Promise.all(
      sessionState(this.#guardToken()).map(([method, params]) =>
        this.#api.sendCommand(target, method, { ...params }),
      ),
    );
    const applied = work.then(
      () => null,
      (error: unknown) => attachFault(cdpMessage(error)),
    );
    const problem = await this.#outcomeOf(applied);
    if (problem !== null) throw new FaultError(problem);
    // A worker that died while it held requests back has left them waiting.
    if (!this.requests.isHolding) this.#quietly('Fetch.disable', {});
    else this.#quietly('Fetch.enable', this.requests.wanted(undefined) ?? {});
    // Refused where a former worker's is still on, which does as well.
    this.#quietly('Page.startScreencast', smallScreencast);
    if (this.#networkHolds.has(undefined)) this.#quietly('Network.enable', networkBuffers);
  }

  /**
   * A page that says nothing is busy, or has a dialog that opened before anybody could hear of it. The two are told apart by
   * input: under a dialog the browser drops it and answers at once, and a busy page lets it wait.
   */
  async #outcomeOf(applied: Promise<Fault | null>): Promise<Fault | null> {
    const early = await within<Fault | null, typeof late>(applied, silentMs, late);
    if (early !== late) return early;
    if (this.#dialogOpen()) {
      this.#stateOwed = true;
      return null;
    }
    const moved = { type: 'mouseMoved', x: 0, y: 0 };
    const probe = this.#api.sendCommand({ tabId: this.tabId }, 'Input.dispatchMouseEvent', moved);
    const dropped = (await within<unknown, typeof late>(probe, probeMs, late)) !== late;
    const then = await within<Fault | null, typeof late>(applied, dropped ? probeMs : stateMs, late);
    if (then !== late) return then;
    this.#stateOwed = true;
    if (!dropped) return silentPage('Page.enable');
    this.#unreachable = true;
    void applied.then(() => {
      this.#unreachable = false;
    });
    return unreachableDialog;
  }

  async #raw(method: string, params: Record<string, unknown>, options: SendOptions): Promise<unknown> {
    const { sessionId, timeoutMs = commandMs } = options;
    const target = sessionId === undefined ? { tabId: this.tabId } : { tabId: this.tabId, sessionId };
    const answer = await within(this.#api.sendCommand(target, method, params), timeoutMs, late);
    if (answer === late) {
      throw new FaultError(silentPage(method));
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
