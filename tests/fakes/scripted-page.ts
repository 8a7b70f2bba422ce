import { z } from 'zod';
import type {
  FrameHandle,
  OpenDialog,
  Page,
  Point,
  ResolvedTarget,
} from '../../entrypoints/background/page.ts';
import type { Caused, PageInfo } from '../../shared/actions.ts';
import type { EngineMethod, SeenTarget } from '../../shared/engine-methods.ts';

export type EngineCall = { readonly frameId: number; readonly method: string; readonly args: unknown };
export type Sent = { readonly method: string; readonly params: Readonly<Record<string, unknown>> };
type Answer = (args: never, frameId: number) => unknown;

const nothing: Caused = { navigated: false, opened: [], dialog: null, download: null };

export const frame = (id: number, parent: number | null = null): FrameHandle => ({
  id,
  parent,
  url: `https://x.test/${id}`,
  origin: 'https://x.test',
  document_id: `d${id}`,
});

export const seen = (ref: string, more: Partial<SeenTarget> = {}): SeenTarget => ({
  ref,
  role: 'button',
  name: 'Save',
  tag: 'button',
  input_type: null,
  href: null,
  form: null,
  editable: false,
  sensitive: false,
  url: 'https://x.test/0',
  origin: 'https://x.test',
  ...more,
});

export const target = (ref = 'e1', point: Point | null = { x: 5, y: 6 }): ResolvedTarget => {
  const { url, origin, ...rest } = seen(ref);
  return {
    description: { ...rest, frame: { id: 0, url, origin, document_id: 'd0' }, fingerprint: 'f' },
    point,
  };
};

export const context = (timeoutMs = 500) => ({
  signal: new AbortController().signal,
  deadline: Date.now() + timeoutMs,
  secrets: {},
  caller: 'c1',
});

/** A page whose engine answers from a table, and which writes down what was asked and sent. */
export class ScriptedPage implements Page {
  readonly page = 't1';
  readonly calls: EngineCall[] = [];
  readonly sent: Sent[] = [];
  open: OpenDialog | null = null;
  url = 'https://x.test/0';
  onSend: (sent: Sent) => void = () => undefined;
  readonly #answers: Partial<Record<EngineMethod, Answer>>;
  readonly #frames: readonly FrameHandle[];

  constructor(answers: Partial<Record<EngineMethod, Answer>>, frames: readonly FrameHandle[] = [frame(0)]) {
    this.#answers = answers;
    this.#frames = frames;
  }

  stray: { url: string; tag: string } | null = null;

  async wireSecret() {
    return 'stand-in';
  }

  async guardOthers() {
    return async () => this.stray;
  }

  async info(): Promise<PageInfo> {
    return {
      page: 't1',
      url: this.url,
      title: 'X',
      origin: 'https://x.test',
      document_id: 'd0',
      active: true,
      owned: true,
    };
  }

  async frames(): Promise<readonly FrameHandle[]> {
    return this.#frames;
  }

  async engine(frameId: number, method: string, given: unknown): Promise<unknown> {
    // What comes with every call is not what a test asks about.
    const { refs_from: _, ...args } = z.looseObject({ refs_from: z.int().optional() }).parse(given);
    this.calls.push({ frameId, method, args });
    const answer = Object.entries(this.#answers).find(([name]) => name === method)?.[1];
    if (answer === undefined) return { value: { holds: true } };
    // Each answer takes the arguments of its own method; the table is keyed by the method.
    const value: unknown = await (answer as (args: unknown, frameId: number) => unknown)(args, frameId);
    return typeof value === 'object' && value !== null && 'fault' in value ? value : { value };
  }

  async send(method: string, params: Readonly<Record<string, unknown>>): Promise<unknown> {
    this.sent.push({ method, params });
    this.onSend({ method, params });
    return {};
  }

  async toRoot(frameId: number, point: Point): Promise<Point> {
    return { x: point.x + frameId * 100, y: point.y };
  }

  dialog(): OpenDialog | null {
    return this.open;
  }

  async answerDialog(): Promise<void> {
    this.open = null;
  }

  watch() {
    return {
      settle: async () => nothing,
      noteDrawn: () => undefined,
      noteInput: () => undefined,
      stop: () => nothing,
    };
  }

  downloads() {
    return [];
  }

  downloadTold(): void {}

  async capture(_options: Parameters<Page['capture']>[0]): Promise<string> {
    return '';
  }

  async evaluate(script: string): Promise<unknown> {
    return script;
  }

  callsOf(method: string): readonly EngineCall[] {
    return this.calls.filter((call) => call.method === method);
  }
}
