import type { Page as BrowserPage, CDPSession } from 'playwright-core';
import { z } from 'zod';
import { intoCorners } from '../../entrypoints/background/driver/frame-offset.ts';
import type { FrameHandle, OpenDialog, Page, Point, Watch } from '../../entrypoints/background/page.ts';
import type { Caused, PageInfo } from '../../shared/actions.ts';
import { FaultError, raise } from '../../shared/faults.ts';

// A `Page` over a plain CDP session, for tests of behaviours in a real browser without the extension. All
// frames must be in one process; downloads and new pages are not followed.

const FrameTree: z.ZodType<FrameTree> = z.object({
  frame: z.object({ id: z.string(), loaderId: z.string(), url: z.string(), securityOrigin: z.string() }),
  childFrames: z.lazy(() => z.array(FrameTree)).optional(),
});
type FrameTree = {
  readonly frame: {
    readonly id: string;
    readonly loaderId: string;
    readonly url: string;
    readonly securityOrigin: string;
  };
  readonly childFrames?: FrameTree[] | undefined;
};
type KnownFrame = FrameHandle & { readonly cdp: string };

const nothing: Caused = { navigated: false, opened: [], dialog: null, download: null };

export class CdpPage implements Page {
  readonly page = 't1';
  readonly #session: CDPSession;
  readonly #browserPage: BrowserPage;
  readonly #engine: string;
  readonly #numbers = new Map<string, number>();
  readonly #worlds = new Map<string, number>();
  readonly #dialogListeners = new Set<() => void>();
  #dialog: OpenDialog | null = null;

  private constructor(page: BrowserPage, session: CDPSession, engine: string) {
    this.#browserPage = page;
    this.#session = session;
    this.#engine = engine;
  }

  static async open(page: BrowserPage, engine: string): Promise<CdpPage> {
    const session = await page.context().newCDPSession(page);
    const made = new CdpPage(page, session, engine);
    page.on('dialog', () => undefined);
    session.on('Page.javascriptDialogOpening', ({ type, message }) => {
      made.#dialog = { kind: type, message };
      for (const listener of made.#dialogListeners) listener();
    });
    session.on('Page.javascriptDialogClosed', () => {
      made.#dialog = null;
    });
    await session.send('Page.enable');
    return made;
  }

  async wireSecret() {
    return 'stand-in';
  }

  /** Nobody plays tricks on these pages. */
  async guardOthers() {
    return async () => null;
  }

  async info(): Promise<PageInfo> {
    const [frame] = await this.frames();
    return {
      page: 't1',
      url: frame?.url ?? '',
      title: await this.#browserPage.title(),
      origin: frame?.origin ?? '',
      document_id: frame?.document_id ?? '',
      active: true,
      owned: true,
    };
  }

  async frames(): Promise<readonly KnownFrame[]> {
    const work = () => this.#session.send('Page.getFrameTree');
    const { frameTree } = await this.#raced(work, Date.now() + 10_000);
    const list: KnownFrame[] = [];
    const visit = (tree: FrameTree, parent: number | null): void => {
      const known = this.#numbers.get(tree.frame.id);
      const id = parent === null ? 0 : (known ?? this.#numbers.size + 1);
      if (parent !== null) this.#numbers.set(tree.frame.id, id);
      const { url, loaderId, securityOrigin } = tree.frame;
      list.push({ id, parent, url, origin: securityOrigin, document_id: loaderId, cdp: tree.frame.id });
      for (const child of tree.childFrames ?? []) visit(child, id);
    };
    visit(FrameTree.parse(frameTree), null);
    return list;
  }

  async engine(frameId: number, method: string, args: unknown, deadline: number): Promise<unknown> {
    const call = `(method, args) => globalThis.__localagentEngine.call(method, args)`;
    return this.#raced(async () => {
      const contextId = await this.#world(frameId);
      return this.#call(contextId, call, [method, args]);
    }, deadline);
  }

  async #world(frameId: number): Promise<number> {
    const frame = (await this.frames()).find(({ id }) => id === frameId);
    if (frame === undefined) return raise('stale-ref', 'the frame is gone', 'look again');
    const known = this.#worlds.get(frame.document_id + frame.cdp);
    if (known !== undefined) return known;
    const { executionContextId } = await this.#session.send('Page.createIsolatedWorld', {
      frameId: frame.cdp,
      worldName: 'engine',
    });
    await this.#session.send('Runtime.evaluate', { expression: this.#engine, contextId: executionContextId });
    this.#worlds.set(frame.document_id + frame.cdp, executionContextId);
    return executionContextId;
  }

  async #call(contextId: number, functionDeclaration: string, args: readonly unknown[]): Promise<unknown> {
    try {
      const { result, exceptionDetails } = await this.#session.send('Runtime.callFunctionOn', {
        executionContextId: contextId,
        functionDeclaration,
        arguments: args.map((value) => ({ value })),
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
      return result.value;
    } catch (error) {
      if (/context|navigated|destroyed/i.test(String(error)))
        raise('stale-ref', 'the document is gone', 'look again');
      throw error;
    }
  }

  async #raced<T>(work: () => Promise<T>, deadline: number): Promise<T> {
    if (this.#dialog !== null) raise('dialog-open', 'a dialog is open', 'answer it');
    let stop: () => void = () => undefined;
    const ended = new Promise<never>((_, reject) => {
      const fail = (code: 'dialog-open' | 'timeout') => () =>
        reject(new FaultError({ code, message: code, hint: code }));
      const onDialog = fail('dialog-open');
      const timer = setTimeout(fail('timeout'), Math.max(0, deadline - Date.now()));
      this.#dialogListeners.add(onDialog);
      stop = () => {
        clearTimeout(timer);
        this.#dialogListeners.delete(onDialog);
      };
    });
    const running = work();
    running.catch(() => undefined);
    try {
      return await Promise.race([running, ended]);
    } finally {
      stop();
    }
  }

  async send(method: string, params: Readonly<Record<string, unknown>>): Promise<unknown> {
    // The session's own type lists every method; what is sent here was checked by the behaviour under test.
    const send = this.#session.send.bind(this.#session) as (
      method: string,
      params: unknown,
    ) => Promise<unknown>;
    return this.#raced(() => send(method, params), Date.now() + 10_000).catch((error: unknown) => {
      if (error instanceof FaultError && error.fault.code === 'dialog-open' && method.startsWith('Input.'))
        return {};
      throw error;
    });
  }

  async toRoot(frameId: number, point: Point): Promise<Point> {
    const frame = (await this.frames()).find(({ id }) => id === frameId);
    if (frame === undefined || frame.parent === null) return point;
    const { backendNodeId } = await this.#session.send('DOM.getFrameOwner', { frameId: frame.cdp });
    // With all frames in one process, the corners are already in the page's own viewport.
    const { model } = await this.#session.send('DOM.getBoxModel', { backendNodeId });
    const size = await this.#call(await this.#world(frameId), '() => [innerWidth, innerHeight]', []);
    const [width, height] = z.tuple([z.number(), z.number()]).parse(size);
    const corner = (at: number) => ({ x: model.content[at * 2] ?? 0, y: model.content[at * 2 + 1] ?? 0 });
    return intoCorners([corner(0), corner(1), corner(2), corner(3)], width, height, point);
  }

  dialog(): OpenDialog | null {
    return this.#dialog;
  }

  async answerDialog(accept: boolean, promptText: string | undefined): Promise<void> {
    const text = promptText === undefined ? {} : { promptText };
    await this.#session.send('Page.handleJavaScriptDialog', { accept, ...text });
  }

  watch(): Watch {
    return {
      settle: async () => ({ ...nothing, dialog: this.#dialog }),
      noteDrawn: () => undefined,
      noteInput: () => undefined,
      stop: () => nothing,
    };
  }

  downloads() {
    return [];
  }

  downloadTold(): void {}

  async capture({ format, clip }: Parameters<Page['capture']>[0]): Promise<string> {
    const { data } = await this.#session.send('Page.captureScreenshot', {
      format,
      clip,
      captureBeyondViewport: true,
    });
    return data;
  }

  async evaluate(
    script: string,
    args: unknown,
    world: 'isolated' | 'main',
    deadline: number,
  ): Promise<unknown> {
    const declaration = `async function (args) { ${script} }`;
    return this.#raced(async () => {
      if (world === 'isolated') return this.#call(await this.#world(0), declaration, [args]);
      const { result } = await this.#session.send('Runtime.evaluate', {
        expression: `(${declaration})(${JSON.stringify(args)})`,
        awaitPromise: true,
        returnByValue: true,
      });
      return result.value;
    }, deadline);
  }
}
