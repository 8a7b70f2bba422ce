import { type McpClient, startMcp, textOf } from '../../e2e/mcp-client.ts';
import type { SoakSite } from './soak-site.ts';

export type SoakCounts = {
  calls: number;
  /** Calls that failed and were meant not to, by what was said. */
  readonly errors: Map<string, number>;
  /** A result that told of another client's page. */
  readonly crossTalk: string[];
  /** Milliseconds of each call. */
  readonly took: number[];
};

type Step = (client: SoakClient) => Promise<void>;

const tookMax = 200_000;
/** Characters of an error by which it is counted. */
const errorCharactersMax = 160;

/** One MCP client that works in its own pages, call after call, and looks at every result for a word of another's. */
export class SoakClient {
  readonly name: string;
  readonly counts: SoakCounts = { calls: 0, errors: new Map(), crossTalk: [], took: [] };
  readonly #mcp: McpClient;
  readonly #site: SoakSite;
  readonly #others: readonly string[];
  #page = 0;
  #clicks = 0;

  constructor(name: string, mcp: McpClient, site: SoakSite, others: readonly string[]) {
    this.name = name;
    this.#mcp = mcp;
    this.#site = site;
    this.#others = others;
  }

  get pid(): number {
    return this.#mcp.pid;
  }

  get mark(): string {
    return `${this.name}-page-${this.#page}`;
  }

  /** Works until the time is over: rounds of the same steps, each client's in an order of its own. */
  async work(until: number, random: () => number): Promise<void> {
    while (Date.now() < until) {
      await this.#open();
      const order = steps.map((step) => ({ step, at: random() })).sort((a, b) => a.at - b.at);
      for (const { step } of order) if (Date.now() < until) await step(this);
    }
  }

  /** A call that must succeed and must tell of nobody else's pages; its text, or null when it failed. */
  async expect(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    mustHold: string,
  ): Promise<string | null> {
    const { text, failed } = await this.#call(tool, args);
    if (failed || !text.includes(mustHold)) {
      this.#count(`${tool}: ${text}`);
      return null;
    }
    const foreign = this.#others.find((other) => text.includes(other));
    if (foreign !== undefined) this.counts.crossTalk.push(`${tool} told ${this.name} of ${foreign}`);
    return text;
  }

  /** A call that must fail with this code. */
  async refuse(tool: string, args: Readonly<Record<string, unknown>>, code: string): Promise<void> {
    const { text, failed } = await this.#call(tool, args);
    if (!failed || !text.startsWith(`${code}:`)) this.#count(`${tool} was to fail with ${code}: ${text}`);
  }

  async click(): Promise<void> {
    await this.expect('click', { selector: `role=button[name="Press ${this.mark}"]` }, 'delivered: true');
    this.#clicks += 1;
    const felt = this.#site.felt(this.mark).length;
    // Delivered means delivered: the page's own word, a moment later at most.
    if (felt < this.#clicks) await this.expect('wait', { text: `pressed ${this.mark}` }, 'met');
  }

  /** A call that is taken back in the middle; whatever it was, the next one must work. */
  async cancel(): Promise<void> {
    const taken = new AbortController();
    const waiting = this.#mcp.call(
      'wait',
      { text: 'never there', timeout_ms: 30_000 },
      { signal: taken.signal },
    );
    const ended = waiting.then(
      () => this.#count('wait ended though it was cancelled'),
      () => undefined,
    );
    setTimeout(() => taken.abort(), 50);
    await ended;
    this.counts.calls += 1;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#mcp[Symbol.asyncDispose]();
  }

  async #open(): Promise<void> {
    this.#page += 1;
    this.#clicks = 0;
    await this.expect('navigate', { url: `${this.#site.origin}/?mark=${this.mark}` }, this.mark);
  }

  async #call(tool: string, args: Readonly<Record<string, unknown>>) {
    const started = performance.now();
    this.counts.calls += 1;
    try {
      const result = await this.#mcp.call(tool, args);
      return { text: textOf(result), failed: result.isError === true };
    } catch (error) {
      return { text: error instanceof Error ? error.message : String(error), failed: true };
    } finally {
      if (this.counts.took.length < tookMax) this.counts.took.push(performance.now() - started);
    }
  }

  #count(what: string): void {
    // Numbers differ each time and say nothing.
    const kind = what.replace(/[0-9]+/g, '#').slice(0, errorCharactersMax);
    this.counts.errors.set(kind, (this.counts.errors.get(kind) ?? 0) + 1);
  }
}

const steps: readonly Step[] = [
  (client) => client.expect('snapshot', {}, client.mark).then(() => undefined),
  (client) => client.click(),
  (client) =>
    client
      .expect('fill', { selector: 'label=Note', value: client.mark }, '"matches":true')
      .then(() => undefined),
  (client) => client.expect('get_text', {}, client.mark).then(() => undefined),
  (client) => client.expect('extract_table', {}, `${client.mark} 29`).then(() => undefined),
  (client) => client.expect('screenshot', { max_width: 400 }, client.mark).then(() => undefined),
  (client) =>
    client.expect('evaluate_script', { script: 'return document.title' }, client.mark).then(() => undefined),
  (client) =>
    client
      .expect('evaluate_script', { script: 'return Array(4000).fill(document.title.repeat(4))' }, client.mark)
      .then(() => undefined),
  (client) =>
    client
      .expect('press_key', { selector: 'label=Note', key: 'End' }, 'delivered: true')
      .then(() => undefined),
  (client) => client.refuse('click', { selector: 'ref=e999999' }, 'stale-ref'),
  (client) => client.refuse('click', { selectr: 'x' }, 'bad-arguments'),
  (client) => client.refuse('get_text', { page: 't999999' }, 'no-page'),
  (client) => client.cancel(),
];

/** Starts one client with a server process of its own. */
export async function startSoakClient(
  name: string,
  env: Readonly<Record<string, string>>,
  site: SoakSite,
  others: readonly string[],
): Promise<SoakClient> {
  return new SoakClient(name, await startMcp(env, { name }), site, others);
}
