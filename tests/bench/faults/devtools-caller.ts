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
import { written } from './playwright-caller.ts';
import { addressIn, type OutlineStyle } from './words-in-outline.ts';

// chrome-devtools-mcp, used as its own descriptions ask: look, take the uid, act. It takes no selectors.

const style: OutlineStyle = { address: /\buid=(\w+)/g, leads: true };

export class DevtoolsCaller implements Caller {
  readonly #tool: McpTool;
  readonly #folder: string;
  readonly #blank: string;
  #page = 1;

  constructor(tool: McpTool, folder: string, blank: string) {
    this.#tool = tool;
    this.#folder = folder;
    this.#blank = blank;
  }

  async fresh(): Promise<void> {
    await this.#call('handle_dialog', { action: 'accept' });
    const before = await this.#pages();
    const opened = await this.#tool.call('new_page', { url: this.#blank });
    if (opened.failed !== null) throw new Error(`no fresh page: ${opened.failed}`);
    const page = (await this.#pages()).find(({ id }) => !before.some((known) => known.id === id));
    if (page === undefined) throw new Error(`no fresh page: ${opened.told}`);
    this.#page = page.id;
    for (const { id } of before) await this.#tool.call('close_page', { pageId: id });
  }

  open(url: string): Promise<Outcome> {
    return this.#call('navigate_page', { type: 'url', url });
  }

  openWithLogin(url: string, username: string, password: string): Promise<Outcome> {
    return this.open(
      url.replace('://', `://${encodeURIComponent(username)}:${encodeURIComponent(password)}@`),
    );
  }

  click(target: Target, how: Parameters<Caller['click']>[1] = {}): Promise<Outcome> {
    if (how.at !== undefined) throw new NoTool('chrome-devtools-mcp clicks at no place within an element');
    return this.#at(target, (uid) =>
      this.#call('click', { uid, ...(how.count === 2 && { dblClick: true }) }),
    );
  }

  fill(target: Target, value: Value): Promise<Outcome> {
    return this.#at(target, (uid) => this.#call('fill', { uid, value: String(value) }));
  }

  choose(target: Target, options: readonly string[]): Promise<Outcome> {
    const [option = ''] = options;
    if (options.length > 1) throw new NoTool('chrome-devtools-mcp chooses one option only');
    return this.fill(target, option);
  }

  async fillSecret(): Promise<Outcome> {
    throw new NoTool('chrome-devtools-mcp keeps no secrets');
  }

  async type(target: Target, text: string): Promise<Outcome> {
    const clicked = await this.click(target);
    return clicked.failed === null ? this.#call('type_text', { text }) : clicked;
  }

  press(key: string): Promise<Outcome> {
    return this.#call('press_key', { key });
  }

  hover(target: Target): Promise<Outcome> {
    return this.#at(target, (uid) => this.#call('hover', { uid }));
  }

  drag(from: Target, to: Target): Promise<Outcome> {
    return this.#at(from, (from_uid) => this.#at(to, (to_uid) => this.#call('drag', { from_uid, to_uid })));
  }

  upload(target: Target, files: readonly UploadFile[]): Promise<Outcome> {
    const filePaths = written(this.#folder, files);
    return this.#at(target, (uid) => this.#call('upload_file', { uid, filePaths }));
  }

  async dropFiles(): Promise<Outcome> {
    throw new NoTool('chrome-devtools-mcp drops no files');
  }

  answerDialog(accept: boolean, text?: string): Promise<Outcome> {
    const action = accept ? 'accept' : 'dismiss';
    return this.#call('handle_dialog', { action, ...(text !== undefined && { promptText: text }) });
  }

  look(): Promise<McpAnswer> {
    return this.#call('take_snapshot', {});
  }

  read(_target?: Target): Promise<Outcome> {
    return this.look();
  }

  async table(): ReturnType<Caller['table']> {
    throw new NoTool('chrome-devtools-mcp reads no tables');
  }

  async picture(): ReturnType<Caller['picture']> {
    const answer = await this.#call('take_screenshot', {});
    return { ...answer, bytes: answer.pictureBytes };
  }

  waitFor(text: string, timeout: number): Promise<Outcome> {
    return this.#call('wait_for', { text: [text], timeout });
  }

  evaluate(body: string): Promise<Outcome> {
    return this.#call('evaluate_script', { function: `async () => { ${body} }` });
  }

  async download(): ReturnType<Caller['download']> {
    throw new NoTool('chrome-devtools-mcp gives no downloaded files');
  }

  scrollTo(target: Target): Promise<Outcome> {
    return this.hover(target);
  }

  async openInFront(url: string): Promise<Outcome> {
    return this.#tool.call('new_page', { url });
  }

  async select(urlEnd: string): Promise<Outcome> {
    const found = (await this.#pages()).find(({ url }) => url.endsWith(urlEnd));
    if (found === undefined) return refused(`no page at ${urlEnd}`);
    this.#page = found.id;
    return this.#tool.call('select_page', { pageId: found.id });
  }

  async remember(target: Target): Promise<Remembered> {
    const uid = addressIn((await this.look()).told, target, style);
    const click = async (): Promise<Outcome> =>
      uid === null ? refused(`${wordsOf(target)} is not in the snapshot`) : this.#call('click', { uid });
    return { click };
  }

  async #pages() {
    const { told } = await this.#tool.call('list_pages', {});
    const lines = told.matchAll(/^(\d+): (.*?)(?: \[selected\])?$/gm);
    return [...lines].map(([, id, words = '']) => ({
      id: Number(id),
      url: /\((\S+)\)$/.exec(words)?.[1] ?? words,
    }));
  }

  #call(name: string, args: Readonly<Record<string, unknown>>): Promise<McpAnswer> {
    return this.#tool.call(name, { ...args, pageId: this.#page });
  }

  async #at(target: Target, go: (uid: string) => Promise<Outcome>): Promise<Outcome> {
    const looked = await this.look();
    if (looked.failed !== null) return looked;
    const uid = target.role === undefined ? null : addressIn(looked.told, target, style);
    return uid === null ? refused(`${wordsOf(target)} is not in the snapshot: ${looked.told}`) : go(uid);
  }
}
