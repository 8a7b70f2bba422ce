// What a competent caller does with a browser tool, whichever tool it is. Each tool's adapter turns these verbs into the
// calls that its own descriptions ask for; none of them tries a second way when the first has failed.

/** An element as its caller knows it from looking at the page. */
export type Target = Readonly<{
  /** Role and accessible name; left out for what has none. */
  role?: string;
  name?: string;
  /** A selector for tools that take one; the only way to name what has no role. */
  css?: string;
  /** Words that stand before it on the page, where several have its role and name. */
  after?: string;
  /** Selector of the frame that holds it, frames chained by ` >> `. */
  frame?: string;
}>;

/** What a tool said of one call. */
export type Outcome = Readonly<{
  /** The tool's own words when it said that the call failed or had no effect; null when it said that all is well. */
  failed: string | null;
  /** Everything that it said. */
  told: string;
}>;

export type Table = Readonly<{
  headers: readonly string[];
  rows: readonly (readonly string[])[];
  complete: boolean;
}>;
export type Filed = Readonly<{ name: string; content: string }>;
export type Value = string | number | boolean | readonly string[];
export type UploadFile = Readonly<{ name: string; mime: string; text: string }>;

/** A verb for which a tool offers nothing. */
export class NoTool extends Error {}

export interface Caller {
  /** A page of its own for the next case; earlier ones are closed. */
  fresh(): Promise<void>;
  open(url: string): Promise<Outcome>;
  openWithLogin(url: string, username: string, password: string): Promise<Outcome>;
  click(
    target: Target,
    how?: Readonly<{ count?: number; at?: Readonly<{ x: number; y: number }> }>,
  ): Promise<Outcome>;
  fill(target: Target, value: Value): Promise<Outcome>;
  /** Chooses in a native choice by what its options say. */
  choose(target: Target, options: readonly string[]): Promise<Outcome>;
  /** Puts a stored secret into a field. */
  fillSecret(target: Target, name: string): Promise<Outcome>;
  /** Types letter by letter into an element. */
  type(target: Target, text: string): Promise<Outcome>;
  /** Presses a key or a combination where the focus is. */
  press(key: string): Promise<Outcome>;
  hover(target: Target): Promise<Outcome>;
  drag(from: Target, to: Target): Promise<Outcome>;
  upload(target: Target, files: readonly UploadFile[]): Promise<Outcome>;
  dropFiles(target: Target, files: readonly UploadFile[]): Promise<Outcome>;
  answerDialog(accept: boolean, text?: string): Promise<Outcome>;
  look(): Promise<Outcome>;
  /** The text of the page, or of one element. */
  read(target?: Target): Promise<Outcome>;
  table(target?: Target): Promise<Outcome & { readonly table: Table }>;
  picture(): Promise<Outcome & { readonly bytes: number }>;
  waitFor(text: string, timeoutMs: number): Promise<Outcome>;
  /** Runs the body of an async function in the page and tells its JSON value. */
  evaluate(body: string): Promise<Outcome>;
  /** Clicks what starts a download, and says where the file lies. */
  download(target: Target): Promise<Outcome & { readonly file: Filed | null }>;
  scrollTo(target: Target): Promise<Outcome>;
  /** Opens a second page in front of the current one, and goes on working in the first. */
  openInFront(url: string): Promise<Outcome>;
  /** Goes on in the page whose address ends so. */
  select(urlEnd: string): Promise<Outcome>;
  /** Remembers how an element is addressed now, for a click later on. */
  remember(target: Target): Promise<Remembered>;
}

export type Remembered = Readonly<{ click(): Promise<Outcome> }>;

export const done = (told: string): Outcome => ({ failed: null, told });
export const refused = (told: string): Outcome => ({ failed: told, told });

export const button = (name: string, frame?: string): Target => named('button', name, frame);
export const link = (name: string): Target => named('link', name);
export const box = (name: string, frame?: string): Target => named('textbox', name, frame);
export const at = (css: string, frame?: string): Target => (frame === undefined ? { css } : { css, frame });

export function named(role: string, name: string, frame?: string): Target {
  return frame === undefined ? { role, name } : { role, name, frame };
}

/** A target in words, for what is said of it. */
export function wordsOf({ role, name, css }: Target): string {
  return role === undefined ? (css ?? 'element') : `${role} "${name ?? ''}"`;
}
