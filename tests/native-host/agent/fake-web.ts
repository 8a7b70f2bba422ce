import type {
  CallAnswer,
  CallRequest,
  Calls,
  Search,
  SearchResult,
} from '../../../native-host/agent/ports.ts';
import { type Fault, fault } from '../../../shared/faults.ts';
import { receiptFor } from '../workflow/fake-calls.ts';

// A web of paper behind a gate of paper: pages by address, each with its text, links and controls.

export type PaperControl = Readonly<{
  ref: string;
  role: string;
  name: string;
  value?: string | null;
  options?: readonly string[];
}>;
export type PaperPage = Readonly<{
  title?: string;
  /** A long text comes in parts of `get_text` by `\f`. */
  text: string;
  headings?: readonly string[];
  status?: number;
  links?: readonly (readonly [url: string, text: string])[];
  controls?: readonly PaperControl[];
  results?: readonly SearchResult[];
}>;

export type PaperWeb = Record<string, PaperPage>;

export const search: Search = {
  name: 'paper',
  urlOf: (query) => `https://search.test/?q=${encodeURIComponent(query)}`,
  selectors: ['.result'],
  read: ({ status, text, elements }) => {
    if (/robot/.test(text)) return { kind: 'wall', words: text };
    if (status !== null && status >= 400) return { kind: 'error', words: `status ${status}` };
    const results = (elements[0] ?? []).map(({ text: title, attributes }) => ({
      title,
      url: attributes['href'] ?? '',
      snippet: attributes['title'] ?? '',
    }));
    return results.length === 0 ? { kind: 'nothing' } : { kind: 'results', results };
  },
};

type Result = Readonly<Record<string, unknown>>;

/** What an act does to the web: a new page text, another address, or a fault. */
export type ActEffect = (request: CallRequest, web: PaperCalls) => Result | Fault;

export class PaperCalls implements Calls {
  readonly made: CallRequest[] = [];
  readonly pages: PaperWeb;
  url = 'about:blank';
  readonly #act: ActEffect;

  constructor(pages: PaperWeb, act: ActEffect = () => ({ effects: [] })) {
    this.pages = pages;
    this.#act = act;
  }

  async call(request: CallRequest, signal: AbortSignal): Promise<CallAnswer> {
    this.made.push(request);
    const answer = signal.aborted
      ? fault('cancelled', 'The call was cancelled.', 'Nothing happened.')
      : this.#answer(request);
    const problem = 'hint' in answer && 'code' in answer ? fault('internal', '', '') : null;
    const resource = URL.canParse(this.url) ? `origin:${new URL(this.url).origin}` : 'browser';
    const receipt = { ...receiptFor(request, problem === null ? null : asFault(answer)), resource };
    if (problem !== null) return { receipt, result: null };
    return { receipt, result: { ...this.#common(), ...answer } };
  }

  #common(): Result {
    const title = this.pages[this.url]?.title ?? 'Untitled';
    return { page: 't1', url: this.url, title, navigated: false, opened: [], dialog: null, download: null };
  }

  #answer(request: CallRequest): Result | Fault {
    const { tool, args } = request;
    const page = this.pages[this.url];
    if (tool === 'navigate') return this.#open(String(args['url']));
    if (tool === 'get_text') return textOf(page, Number(args['part'] ?? 1));
    if (tool === 'get_elements') return { elements: elementsOf(page, String(args['selector'])), count: 0 };
    return this.#act(request, this);
  }

  #open(url: string): Result | Fault {
    const key =
      Object.keys(this.pages).find((one) => one === url) ??
      (url.startsWith('https://search.test') ? 'search' : null);
    if (key === null) return fault('timeout', 'The page did not answer.', 'Try another.');
    this.url = key === 'search' ? url : key;
    if (key === 'search') this.pages[url] = this.pages['search'] ?? { text: '' };
    const status = this.pages[this.url]?.status ?? 200;
    return { status, http_error: status >= 400, redirects: [] };
  }

  /** Addresses that were opened, in order. */
  get opened(): readonly string[] {
    return this.made.filter(({ tool }) => tool === 'navigate').map(({ args }) => String(args['url']));
  }
}

function asFault(answer: Result | Fault): Fault {
  const { code, message, hint, detail } = answer;
  if (typeof message !== 'string' || typeof hint !== 'string') throw new Error('no fault');
  const known =
    code === 'timeout' ||
    code === 'cancelled' ||
    code === 'denied' ||
    code === 'browser-gone' ||
    code === 'outcome-unknown'
      ? code
      : 'internal';
  return fault(known, message, hint, detail === undefined ? undefined : JSON.parse(JSON.stringify(detail)));
}

function textOf(page: PaperPage | undefined, part: number): Result {
  const parts = (page?.text ?? '').split('\f');
  const headings = (page?.headings ?? []).map((heading) => ({ level: 2, heading, part: 1 }));
  const fields = { heading: '', byline: '', published: '', tokens: 1 };
  return { text: parts[part - 1] ?? '', part, parts: parts.length, outline: headings, ...fields };
}

const box = { x: 0, y: 0, width: 10, height: 10 };

function elementsOf(page: PaperPage | undefined, selector: string): readonly Result[] {
  const plain = {
    ref: 'e1',
    tag: 'a',
    role: 'link',
    name: '',
    text: '',
    value: null,
    checked: null,
    attributes: {},
    box,
    visible: true,
    styles: {},
  };
  if (selector === 'a[href]') {
    return (page?.links ?? []).map(([href, text], at) => ({
      ...plain,
      ref: `e${at + 100}`,
      name: text,
      text,
      attributes: { href },
    }));
  }
  if (selector === '.result') {
    return (page?.results ?? []).map(({ title, url, snippet }) => ({
      ...plain,
      text: title,
      attributes: { href: url, title: snippet },
    }));
  }
  if (selector.endsWith('>> option')) {
    const ref = /ref=(\S+)/.exec(selector)?.[1];
    const options = page?.controls?.find((one) => one.ref === ref)?.options ?? [];
    return options.map((name) => ({ ...plain, tag: 'option', role: 'option', name }));
  }
  if (!selector.startsWith('input')) return [];
  return (page?.controls ?? []).map(({ ref, role, name, value = null, options }) => ({
    ...plain,
    ref,
    role,
    name,
    value,
    tag: options === undefined ? 'input' : 'select',
  }));
}
