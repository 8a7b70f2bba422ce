import { readFileSync } from 'node:fs';
import { z } from 'zod';
import {
  type Caller,
  done,
  type Outcome,
  type Remembered,
  refused,
  type Table,
  type Target,
  type UploadFile,
  type Value,
  wordsOf,
} from './caller.ts';
import type { OurAnswer, OurDoor } from './our-door.ts';
import { addressIn, type OutlineStyle } from './words-in-outline.ts';

// Our tools, addressed in one of the two ways that their descriptions offer: by the refs of a snapshot, or by selectors.

export type OurWay = 'refs' | 'selectors';
export type OurOptions = Readonly<{ door: OurDoor; way: OurWay; blank: string }>;

const style: OutlineStyle = { address: /\b((?:f\d+)?e\d+)\b/g, leads: false };

const Tables = z.object({
  headers: z.array(z.string()),
  cells: z.array(z.array(z.object({ text: z.string() }))),
  complete: z.boolean(),
});
const Pages = z.object({
  pages: z.array(z.object({ page: z.string(), url: z.string(), owned: z.boolean() })),
});
const Opened = z.object({ page: z.string() });

export class OurCaller implements Caller {
  readonly #door: OurDoor;
  readonly #way: OurWay;
  readonly #blank: string;
  /** Outlines of this page that its caller still has before it; an outline after the first tells only what changed. */
  #outlines: readonly string[] = [];

  constructor({ door, way, blank }: OurOptions) {
    this.#door = door;
    this.#way = way;
    this.#blank = blank;
  }

  async fresh(): Promise<void> {
    const opened = await this.#door.call('new_page', { url: this.#blank });
    if (opened.fault !== null) throw new Error(`no fresh page: ${JSON.stringify(opened.fault)}`);
    const { page } = Opened.parse(opened.result);
    const listed = Pages.parse((await this.#door.call('list_pages', {})).result);
    for (const other of listed.pages) {
      if (other.page !== page && other.owned) await this.#door.call('close_page', { page: other.page });
    }
    // Closing what else is open must not have changed where this caller works.
    await this.#door.call('select_page', { page });
  }

  open(url: string): Promise<Outcome> {
    this.#outlines = [];
    return this.#tell('navigate', { url });
  }

  openWithLogin(url: string, username: string, _password: string): Promise<Outcome> {
    return this.#tell('navigate', { url, auth: { username, password: 'secret:archive' } });
  }

  async click(target: Target, how: Parameters<Caller['click']>[1] = {}): Promise<Outcome> {
    const { count, at } = how;
    const more = { ...(count !== undefined && { count }), ...(at && { position: at }) };
    return this.#at(target, (selector) => this.#tell('click', { selector, ...more }));
  }

  fill(target: Target, value: Value): Promise<Outcome> {
    return this.#at(target, (selector) => this.#tell('fill', { selector, value }));
  }

  choose(target: Target, options: readonly string[]): Promise<Outcome> {
    const value = options.length === 1 ? options[0] : options;
    return this.#at(target, (selector) => this.#tell('fill', { selector, value }));
  }

  fillSecret(target: Target, name: string): Promise<Outcome> {
    return this.fill(target, `secret:${name}`);
  }

  type(target: Target, text: string): Promise<Outcome> {
    return this.#at(target, (selector) => this.#tell('press_key', { selector, text }));
  }

  press(key: string): Promise<Outcome> {
    return this.#tell('press_key', { key });
  }

  hover(target: Target): Promise<Outcome> {
    return this.#at(target, (selector) => this.#tell('hover', { selector }));
  }

  drag(from: Target, to: Target): Promise<Outcome> {
    return this.#at(from, (selector) => this.#at(to, (other) => this.#tell('drag', { selector, to: other })));
  }

  upload(target: Target, files: readonly UploadFile[]): Promise<Outcome> {
    const given = files.map(({ name, mime, text }) => ({ name, mime_type: mime, text }));
    return this.#at(target, (selector) => this.#tell('upload_file', { selector, files: given }));
  }

  dropFiles(target: Target, files: readonly UploadFile[]): Promise<Outcome> {
    return this.upload(target, files);
  }

  answerDialog(accept: boolean, text?: string): Promise<Outcome> {
    return this.#tell('handle_dialog', { accept, ...(text !== undefined && { prompt_text: text }) });
  }

  look(): Promise<Outcome> {
    return this.#look({ changed: false });
  }

  read(target?: Target): Promise<Outcome> {
    if (target === undefined) return this.#text({});
    return this.#at(target, (selector) => this.#text({ selector }));
  }

  async table(target?: Target): Promise<Outcome & { readonly table: Table }> {
    let table: Table = { headers: [], rows: [], complete: false };
    const read = async (args: Readonly<Record<string, unknown>>): Promise<Outcome> => {
      const answer = await this.#door.call('extract_table', args);
      const outcome = outcomeOf(answer);
      if (outcome.failed !== null) return outcome;
      const { headers, cells, complete } = Tables.parse(answer.result);
      table = { headers, rows: cells.map((row) => row.map(({ text }) => text)), complete };
      return outcome;
    };
    // Whoever asks for so many rows gives the time that they take.
    const max = { max_rows: 10_000, timeout_ms: 80_000 };
    const outcome =
      target === undefined
        ? await read(max)
        : await this.#at(target, (selector) => read({ selector, ...max }));
    // A table that lacks rows and says so has said no.
    const lacking = outcome.failed === null && !table.complete;
    return { ...outcome, failed: lacking ? 'said to be incomplete' : outcome.failed, table };
  }

  async picture(): Promise<Outcome & { readonly bytes: number }> {
    const answer = await this.#door.call('screenshot', {});
    return { ...outcomeOf(answer), bytes: Number(answer.result['size_bytes'] ?? 0) };
  }

  waitFor(text: string, timeoutMs: number): Promise<Outcome> {
    return this.#tell('wait', { text, timeout_ms: timeoutMs });
  }

  evaluate(body: string): Promise<Outcome> {
    return this.#tell('evaluate_script', { script: body });
  }

  async download(target: Target): ReturnType<Caller['download']> {
    let file: { name: string; content: string } | null = null;
    const outcome = await this.#at(target, async (selector) => {
      const answer = await this.#door.call('download', { selector });
      if (answer.fault === null) {
        const { name, path } = z.object({ name: z.string(), path: z.string() }).parse(answer.result);
        file = { name, content: readFileSync(path, 'latin1') };
      }
      return outcomeOf(answer);
    });
    return { ...outcome, file };
  }

  scrollTo(target: Target): Promise<Outcome> {
    return this.#at(target, (selector) => this.#tell('scroll', { selector }));
  }

  async openInFront(url: string): Promise<Outcome> {
    const here = await this.#here();
    const opened = await this.#tell('new_page', { url });
    await this.#tell('select_page', { page: await this.#here(), raise: true });
    await this.#tell('select_page', { page: here });
    return opened;
  }

  async select(urlEnd: string): Promise<Outcome> {
    const listed = await this.#door.call('list_pages', {});
    if (listed.fault !== null) return outcomeOf(listed);
    const found = Pages.parse(listed.result).pages.find(({ url }) => url.endsWith(urlEnd));
    if (found === undefined) return refused(`no page at ${urlEnd}`);
    this.#outlines = [];
    return this.#tell('select_page', { page: found.page });
  }

  async remember(target: Target): Promise<Remembered> {
    const outline = await this.look();
    const ref = addressIn(outlineIn(outline.told), target, style);
    const click = async (): Promise<Outcome> =>
      ref === null
        ? refused(`${wordsOf(target)} is not in the snapshot`)
        : this.#tell('click', { selector: `ref=${ref}` });
    return { click };
  }

  async #here(): Promise<string> {
    const answer = await this.#door.call('get_text', {});
    if (answer.fault !== null) throw new Error(`get_text: ${JSON.stringify(answer.fault)}`);
    return Opened.parse(answer.result).page;
  }

  async #text(args: Readonly<Record<string, unknown>>): Promise<Outcome> {
    const answer = await this.#door.call('get_text', args);
    const outcome = outcomeOf(answer);
    return outcome.failed === null ? done(String(answer.result['text'])) : outcome;
  }

  async #tell(tool: string, args: Readonly<Record<string, unknown>>): Promise<Outcome> {
    return outcomeOf(await this.#door.call(tool, args));
  }

  async #look(args: Readonly<Record<string, unknown>>): Promise<Outcome> {
    const looked = await this.#tell('snapshot', args);
    if (looked.failed === null) this.#outlines = [outlineIn(looked.told), ...this.#outlines];
    return looked;
  }

  /** Addresses the target in this caller's way and goes on with it. */
  async #at(target: Target, go: (selector: string) => Promise<Outcome>): Promise<Outcome> {
    const frame =
      target.frame === undefined ? '' : `frame=${target.frame.replaceAll(' >> ', ' >> frame=')} >> `;
    // A role that says nothing names no element, and neither do words that several share.
    const bySelector =
      target.role === undefined ||
      (this.#way === 'selectors' && target.role === 'generic') ||
      (this.#way === 'selectors' && target.after !== undefined);
    if (bySelector) return go(`${frame}${target.css ?? ''}`);
    if (this.#way === 'selectors')
      return go(`${frame}role=${target.role}[name=${JSON.stringify(target.name)}]`);
    const looked = await this.#look({});
    if (looked.failed !== null) return looked;
    const ref = this.#outlines
      .map((outline) => addressIn(outline, target, style))
      .find((found) => found !== null);
    if (ref !== undefined) return go(`ref=${ref}`);
    return target.css === undefined
      ? refused(`${wordsOf(target)} is not in the snapshot: ${this.#outlines[0]}`)
      : go(`${frame}${target.css}`);
  }
}

function outlineIn(told: string): string {
  return z.object({ outline: z.string() }).parse(JSON.parse(told)).outline;
}

/**
 * Our answers say no in several ways: a fault, an act that was not delivered or of which nothing was seen, a field that
 * holds something else, a note of what was odd.
 */
function outcomeOf({ fault, result }: OurAnswer): Outcome {
  if (fault !== null) return refused(JSON.stringify(fault));
  const { image: _image, ...rest } = result;
  const told = JSON.stringify(rest);
  const fields = z.array(z.object({ matches: z.boolean() })).safeParse(result['fields']);
  const reverted = fields.success && fields.data.some(({ matches }) => !matches);
  const nothing = Array.isArray(result['effects']) && result['effects'].length === 0;
  const odd = typeof result['note'] === 'string';
  return result['delivered'] === false || reverted || nothing || odd ? refused(told) : done(told);
}
