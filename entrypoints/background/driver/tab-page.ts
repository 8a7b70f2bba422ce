import type { PageId, PageInfo } from '../../../shared/actions.ts';
import { attempt, FaultError, raise } from '../../../shared/faults.ts';
import type { FrameHandle, OpenDialog, Page, Point, Watch } from '../page.ts';
import { askEngine } from '../tools/ask-engine.ts';
import { capture } from './capture.ts';
import { captureVisible } from './capture-visible.ts';
import { before, left } from './deadline.ts';
import type { Debuggee } from './debuggee.ts';
import { type Dialogs, raiseDialogOpen } from './dialogs.ts';
import type { DownloadStates, SeenDownload } from './download-states.ts';
import { callEngine, scripted } from './engine-call.ts';
import { evaluateIn } from './evaluate.ts';
import { guardOtherFrames } from './frame-guard.ts';
import { pointInRoot } from './frame-offset.ts';
import { endPlacing, type FramePlace, type Overhear, placeFrames, raiseFrameGone } from './frame-sessions.ts';
import { framesOf } from './frames.ts';
import { nextFrame } from './next-frame.ts';
import type { Pages } from './pages.ts';
import type { SecretWires } from './secret-wire.ts';
import type { TabEvents } from './tab-events.ts';
import { createWatch } from './watch.ts';

export type TabPageParts = {
  readonly tabId: number;
  readonly page: PageId;
  readonly debuggee: Debuggee;
  readonly dialogs: Dialogs;
  readonly events: TabEvents;
  readonly pages: Pages;
  readonly downloads: DownloadStates;
  readonly overhear: Overhear;
  /** What the guards in the tab's documents are spoken to by. */
  readonly token: string;
  readonly wires: SecretWires;
  /** Epoch milliseconds by which the call that this page serves must be over. */
  readonly deadline: number;
};

const commandMs = 10_000;
/** How long a button or key that is held waits for another extension's frame to go. */
const lockedMs = 2_000;
/** Nesting of frames that is followed. */
const depthMax = 20;

/** A page for the time of one call. */
export class TabPage implements Page {
  readonly page: PageId;
  readonly tabId: number;
  readonly #parts: TabPageParts;
  readonly #pinned = new Map<number, string>();
  #watch: Watch | null = null;
  #places: ReadonlyMap<string, FramePlace> = new Map();
  #document: string | null = null;
  #inputSent = false;

  constructor(parts: TabPageParts) {
    this.#parts = parts;
    this.page = parts.page;
    this.tabId = parts.tabId;
  }

  /** From now on, calls of the engine in this frame reach this document or nothing (`stale-ref`). */
  pin(frameId: number, documentId: string): void {
    this.#pinned.set(frameId, documentId);
  }

  /** Whether any input has gone to the browser. */
  get inputSent(): boolean {
    return this.#inputSent;
  }

  /** Input is meant for this document of the page; once it is another one, no more of it is sent. */
  actsIn(documentId: string): void {
    this.#document = documentId;
  }

  guardOthers(frameId: number): ReturnType<Page['guardOthers']> {
    return guardOtherFrames(this.tabId, frameId, this.#parts.token, this.#parts.deadline);
  }

  wireSecret(secret: Parameters<Page['wireSecret']>[0]): Promise<string> {
    return this.#parts.wires.begin(this.tabId, secret);
  }

  info(): Promise<PageInfo> {
    return this.#parts.pages.refresh(this.tabId);
  }

  frames(): Promise<readonly FrameHandle[]> {
    return framesOf(this.tabId);
  }

  engine(frameId: number, method: string, args: unknown, deadline: number): Promise<unknown> {
    const pinned = this.#pinned.get(frameId);
    const where = pinned === undefined ? { frameIds: oneOf(frameId) } : { documentIds: oneOf(pinned) };
    const call = () => callEngine({ tabId: this.tabId, ...where }, method, args, this.#parts.token);
    return before(this.#unlessDialog(call), Math.min(deadline, this.#parts.deadline), 'The page');
  }

  async send(method: string, params: Readonly<Record<string, unknown>>, frameId = 0): Promise<unknown> {
    const sessionId = frameId === 0 ? undefined : (await this.#placeOf(frameId)).sessionId;
    const timeoutMs = Math.max(1, left(this.#parts.deadline, commandMs));
    // What is held down is let go of as soon as it can be; anything else that is refused was not done, and is not retried.
    const letsGo = params['type'] === 'mouseReleased' || params['type'] === 'keyUp';
    if (method.startsWith('Input.') && !letsGo) this.#refuseElsewhere();
    const patienceMs = letsGo ? left(this.#parts.deadline, lockedMs) : 0;
    const options = { sessionId, timeoutMs, patienceMs };
    const work = () => this.#parts.debuggee.send(method, { ...params }, options);
    if (!method.startsWith('Input.')) return this.#unlessDialog(work);
    this.#watch?.noteInput();
    this.#inputSent = true;
    // An input command whose handler opens a dialog is answered only after the dialog; it has been delivered.
    return this.#parts.dialogs.race<unknown>(this.tabId, work, () => ({}));
  }

  async toRoot(frameId: number, point: Point): Promise<Point> {
    if (frameId === 0) return point;
    const frames = await this.frames();
    const placed = await attempt(() => this.#placeOf(frameId, frames));
    if (placed.ok) return pointInRoot(this.#parts.debuggee, frames, this.#places, frameId, point);
    if (placed.fault.code !== 'attach-refused') throw new FaultError(placed.fault);
    return this.#pointByBoxes(frames, frameId, point);
  }

  dialog(): OpenDialog | null {
    return this.#parts.dialogs.get(this.tabId);
  }

  async answerDialog(accept: boolean, promptText: string | undefined): Promise<void> {
    const text = promptText ?? this.#parts.dialogs.givenTo(this.tabId);
    const isPrompt = this.dialog()?.kind === 'prompt';
    const params = accept && isPrompt ? { accept, promptText: text } : { accept };
    await this.#parts.debuggee.send('Page.handleJavaScriptDialog', params);
  }

  watch(frames: readonly number[] = []): Watch {
    const { events, debuggee, pages } = this.#parts;
    const inner = [...new Set(frames)].filter((id) => id !== 0);
    this.#watch = createWatch({
      subscribe: (listener) => events.on(this.tabId, listener),
      holdNetwork: () => this.#holdNetwork(inner),
      infoOf: (tabId) => pages.peek(tabId),
      nextFrame: () => nextFrame(this.tabId, [0, ...inner]),
      fence: async () => {
        const sessions = await this.#sessionsOf(inner);
        // Any command that the page's own process answers: what it had told before has come by then.
        const asked = sessions.map((sessionId) => debuggee.send('Page.getFrameTree', {}, { sessionId }));
        await Promise.allSettled(asked);
      },
    });
    return this.#watch;
  }

  capture(options: Parameters<Page['capture']>[0]): Promise<string> {
    return this.#unlessDialog(async () => {
      const shot = await attempt(() => capture(this.#parts.debuggee, options, this.#parts.deadline));
      if (shot.ok) return shot.value;
      if (shot.fault.code !== 'attach-refused') throw new FaultError(shot.fault);
      return captureVisible(this.tabId, options);
    });
  }

  downloads(): readonly SeenDownload[] {
    return this.#parts.downloads.of(this.tabId);
  }

  downloadTold(guid: string): void {
    this.#parts.downloads.told(this.tabId, guid);
  }

  evaluate(script: string, args: unknown, world: 'isolated' | 'main', deadline: number): Promise<unknown> {
    const by = Math.min(deadline, this.#parts.deadline);
    // Looked up by whoever checked the permit, a moment ago.
    const documentId = this.#parts.pages.peek(this.tabId)?.document_id ?? '';
    return this.#unlessDialog(() =>
      evaluateIn(this.#parts.debuggee, { script, args, world, documentId }, by),
    );
  }

  #refuseElsewhere(): void {
    const now = this.#parts.pages.peek(this.tabId)?.document_id ?? this.#document;
    if (this.#document === null || now === this.#document) return;
    raise(
      'stale-ref',
      'The page has become another document; no more input is sent.',
      'Look at the page again.',
    );
  }

  #unlessDialog<T>(work: () => Promise<T>): Promise<T> {
    return this.#parts.dialogs.race(this.tabId, work, raiseDialogOpen);
  }

  /** The same from the boxes of the frame elements, for where there is no debugger; turned frames are not followed. */
  async #pointByBoxes(frames: readonly FrameHandle[], frameId: number, start: Point): Promise<Point> {
    let frame = frames.find(({ id }) => id === frameId) ?? raiseFrameGone();
    let point = start;
    for (let depth = 0; frame.parent !== null && depth < depthMax; depth++) {
      const parent = frames.find(({ id }) => id === frame.parent) ?? raiseFrameGone();
      const { deadline } = this.#parts;
      const { index } = await askEngine(this, frame.id, 'place', {}, deadline);
      const args = { index, ref: null, inner: point, given: null };
      point = (await askEngine(this, parent.id, 'frame_hit', args, deadline)).point;
      frame = parent;
    }
    return point;
  }

  /** Places are looked for anew when a document is not among them: frames come and go. */
  async #placeOf(frameId: number, known?: readonly FrameHandle[]): Promise<FramePlace> {
    const frames = known ?? (await this.frames());
    const frame = frames.find(({ id }) => id === frameId) ?? raiseFrameGone();
    if (!this.#places.has(frame.document_id)) {
      try {
        this.#places = await scripted(() => placeFrames(this.#parts.debuggee, this.#parts.overhear));
      } finally {
        await endPlacing(this.#parts.debuggee);
      }
    }
    return this.#places.get(frame.document_id) ?? raiseFrameGone();
  }

  /** The page's own session and those of some frames, as far as they are placed already. */
  async #sessionsOf(frames: readonly number[]): Promise<readonly (string | undefined)[]> {
    if (frames.length === 0) return [undefined];
    const placed = await Promise.allSettled(frames.map((id) => this.#placeOf(id)));
    const sessions = placed.map((one) => (one.status === 'fulfilled' ? one.value.sessionId : undefined));
    return [...new Set([undefined, ...sessions])];
  }

  #holdNetwork(frames: readonly number[]): () => void {
    const { debuggee } = this.#parts;
    const releases = [debuggee.holdNetwork()];
    let over = false;
    const held = this.#sessionsOf(frames).then((sessions) => {
      for (const sessionId of sessions) {
        if (sessionId !== undefined && !over) releases.push(debuggee.holdNetwork(sessionId));
      }
    });
    held.catch(() => undefined);
    return () => {
      over = true;
      for (const release of releases) release();
    };
  }
}

function oneOf<T>(value: T): [T] {
  return [value];
}
