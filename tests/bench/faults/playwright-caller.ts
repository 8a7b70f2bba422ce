import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  type Caller,
  NoTool,
  type Outcome,
  type Remembered,
  refused,
  type Target,
  type UploadFile,
  type Value,
  wordsOf,
} from './caller.ts';
import type { McpAnswer, McpTool } from './mcp-peer.ts';
import { addressIn, type OutlineStyle } from './words-in-outline.ts';

// Playwright MCP, used as its own descriptions ask: look, take the reference, act; selectors where the snapshot has none.

const style: OutlineStyle = { address: /\[ref=([\w]+)\]/g, leads: false };

export class PlaywrightCaller implements Caller {
  readonly #tool: McpTool;
  readonly #folder: string;
  readonly #blank: string;

  constructor(tool: McpTool, folder: string, blank: string) {
    this.#tool = tool;
    this.#folder = folder;
    this.#blank = blank;
  }

  async fresh(): Promise<void> {
    await this.#tool.call('browser_handle_dialog', { accept: true });
    const opened = await this.#tool.call('browser_tabs', { action: 'new', url: this.#blank });
    if (opened.failed !== null) throw new Error(`no fresh page: ${opened.failed}`);
    for (const index of (await this.#tabs())
      .filter(({ current }) => !current)
      .map((tab) => tab.index)
      .reverse()) {
      await this.#tool.call('browser_tabs', { action: 'close', index });
    }
  }

  open(url: string): Promise<Outcome> {
    return this.#tool.call('browser_navigate', { url });
  }

  openWithLogin(url: string, username: string, password: string): Promise<Outcome> {
    return this.open(
      url.replace('://', `://${encodeURIComponent(username)}:${encodeURIComponent(password)}@`),
    );
  }

  click(target: Target, how: Parameters<Caller['click']>[1] = {}): Promise<Outcome> {
    return this.#at(target, async (ref) => {
      if (how.at !== undefined) return this.#clickPoint(ref, how.at);
      return this.#tool.call('browser_click', {
        ...addressed(target, ref),
        ...(how.count === 2 && { doubleClick: true }),
      });
    });
  }

  fill(target: Target, value: Value): Promise<Outcome> {
    return this.#at(target, (ref) => {
      if (typeof value === 'string')
        return this.#tool.call('browser_type', { ...addressed(target, ref), text: value });
      const type = typeof value === 'number' ? 'slider' : (target.role ?? 'textbox');
      const field = { target: ref, name: target.name ?? ref, type: type === 'switch' ? 'checkbox' : type };
      return this.#tool.call('browser_fill_form', { fields: [{ ...field, value: String(value) }] });
    });
  }

  choose(target: Target, options: readonly string[]): Promise<Outcome> {
    return this.#at(target, (ref) =>
      this.#tool.call('browser_select_option', { ...addressed(target, ref), values: options }),
    );
  }

  fillSecret(target: Target, name: string): Promise<Outcome> {
    return this.fill(target, name);
  }

  type(target: Target, text: string): Promise<Outcome> {
    return this.#at(target, (ref) =>
      this.#tool.call('browser_type', { ...addressed(target, ref), text, slowly: true }),
    );
  }

  press(key: string): Promise<Outcome> {
    return this.#tool.call('browser_press_key', { key });
  }

  hover(target: Target): Promise<Outcome> {
    return this.#at(target, (ref) => this.#tool.call('browser_hover', addressed(target, ref)));
  }

  drag(from: Target, to: Target): Promise<Outcome> {
    return this.#at(from, (startTarget) =>
      this.#at(to, (endTarget) =>
        this.#tool.call('browser_drag', {
          startElement: wordsOf(from),
          startTarget,
          endElement: wordsOf(to),
          endTarget,
        }),
      ),
    );
  }

  async upload(target: Target, files: readonly UploadFile[]): Promise<Outcome> {
    const clicked = await this.click(target);
    if (clicked.failed !== null) return clicked;
    return this.#tool.call('browser_file_upload', { paths: written(this.#folder, files) });
  }

  dropFiles(target: Target, files: readonly UploadFile[]): Promise<Outcome> {
    return this.#at(target, (ref) =>
      this.#tool.call('browser_drop', { ...addressed(target, ref), paths: written(this.#folder, files) }),
    );
  }

  answerDialog(accept: boolean, text?: string): Promise<Outcome> {
    return this.#tool.call('browser_handle_dialog', {
      accept,
      ...(text !== undefined && { promptText: text }),
    });
  }

  look(): Promise<McpAnswer> {
    return this.#tool.call('browser_snapshot', {});
  }

  read(target?: Target): Promise<Outcome> {
    if (target === undefined) return this.look();
    return this.#at(target, (ref) => this.#tool.call('browser_snapshot', { target: ref }));
  }

  async table(): ReturnType<Caller['table']> {
    throw new NoTool('Playwright MCP reads no tables');
  }

  async picture(): ReturnType<Caller['picture']> {
    const answer = await this.#tool.call('browser_take_screenshot', {});
    return { ...answer, bytes: answer.pictureBytes };
  }

  waitFor(text: string, _timeoutMs: number): Promise<Outcome> {
    return this.#tool.call('browser_wait_for', { text });
  }

  evaluate(body: string): Promise<Outcome> {
    return this.#tool.call('browser_evaluate', { function: `async () => { ${body} }` });
  }

  async download(target: Target): ReturnType<Caller['download']> {
    const clicked = await this.click(target);
    // The file may be finished after the click has been answered; the next answer tells it then.
    const told = /Downloaded file/.test(clicked.told)
      ? clicked
      : await this.#tool.call('browser_wait_for', { time: 2 });
    const path = /Downloaded file .*? to "?([^"\n]+)"?/.exec(told.told)?.[1];
    if (clicked.failed !== null || path === undefined) return { ...clicked, file: null };
    const content = readFileSync(join(this.#folder, path), 'latin1');
    return { ...clicked, file: { name: basename(path), content } };
  }

  async scrollTo(target: Target): Promise<Outcome> {
    return this.hover(target);
  }

  async openInFront(url: string): Promise<Outcome> {
    const opened = await this.#tool.call('browser_tabs', { action: 'new', url });
    await this.#tool.call('browser_tabs', { action: 'select', index: 0 });
    return opened;
  }

  async select(urlEnd: string): Promise<Outcome> {
    const found = (await this.#tabs()).find(({ url }) => url.endsWith(urlEnd));
    if (found === undefined) return refused(`no tab at ${urlEnd}`);
    return this.#tool.call('browser_tabs', { action: 'select', index: found.index });
  }

  async remember(target: Target): Promise<Remembered> {
    const ref = addressIn((await this.look()).told, target, style);
    const click = async (): Promise<Outcome> =>
      ref === null
        ? refused(`${wordsOf(target)} is not in the snapshot`)
        : this.#tool.call('browser_click', addressed(target, ref));
    return { click };
  }

  async #tabs() {
    const { told } = await this.#tool.call('browser_tabs', { action: 'list' });
    return [...told.matchAll(/^- (\d+): (\(current\) )?.*\((\S*)\)$/gm)].map(
      ([, index, current, url = '']) => ({
        index: Number(index),
        current: current !== undefined,
        url,
      }),
    );
  }

  async #clickPoint(ref: string, at: Readonly<{ x: number; y: number }>): Promise<Outcome> {
    // Places are told for the viewport, so the element has to be brought into it first.
    await this.#tool.call('browser_hover', { element: 'the element', target: ref });
    const { told } = await this.#tool.call('browser_snapshot', { target: ref, boxes: true });
    const [, x, y] = /\[box=(-?[\d.]+),(-?[\d.]+)/.exec(told) ?? [];
    if (x === undefined || y === undefined) return refused(`no box of ${ref} is told`);
    return this.#tool.call('browser_mouse_click_xy', { x: Number(x) + at.x, y: Number(y) + at.y });
  }

  async #at(target: Target, go: (ref: string) => Promise<Outcome>): Promise<Outcome> {
    const looked = await this.look();
    if (looked.failed !== null) return looked;
    const ref = addressIn(looked.told, target, style);
    if (ref !== null) return go(ref);
    return target.css === undefined
      ? refused(`${wordsOf(target)} is not in the snapshot: ${looked.told}`)
      : go(selectorOf(target));
  }
}

function selectorOf({ css = '', frame }: Target): string {
  return frame === undefined
    ? css
    : `${frame.replaceAll(' >> ', ' >> internal:control=enter-frame >> ')} >> internal:control=enter-frame >> ${css}`;
}

function addressed(target: Target, ref: string) {
  return { element: wordsOf(target), target: ref };
}

/** Puts files where the tool may read them. */
export function written(folder: string, files: readonly UploadFile[]): readonly string[] {
  const place = join(folder, 'uploads');
  mkdirSync(place, { recursive: true });
  return files.map(({ name, text }) => {
    const path = join(place, name);
    writeFileSync(path, text);
    return path;
  });
}
