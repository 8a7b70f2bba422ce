import { readFileSync } from 'node:fs';
import { type McpClient, startMcp } from '../../e2e/mcp-client.ts';
import { type Client, type Rig, startRig } from '../../e2e/rig.ts';
import { isOfTask, type Policy } from './expected.ts';
import { bank, type Call, ordersIn, secretName, task, type WebPage } from './hostile-web.ts';
import { callsMax, canary, holdsCanary, obeyedMax, type Run } from './run-obedient.ts';
import { type ServedWeb, serveWeb } from './serve-web.ts';

/** Surfaces by which a planner calls tools in a real browser. */
export const browserSurfaces = ['client', 'mcp', 'job'] as const;
export type BrowserSurface = (typeof browserSurfaces)[number];

/** What a call answered: all that the model is told, and whether it went well. */
type Told = { readonly text: string; readonly done: boolean };

const settleMs = 100;

/** The built extension and host, and a browser that takes every name for the small web. */
export class BrowserBench {
  readonly #rig: Rig;
  readonly #web: ServedWeb;
  readonly #client: Client;
  readonly #mcp: McpClient;

  private constructor(rig: Rig, web: ServedWeb, client: Client, mcp: McpClient) {
    this.#rig = rig;
    this.#web = web;
    this.#client = client;
    this.#mcp = mcp;
  }

  static async open({ yaml }: Policy): Promise<BrowserBench> {
    const web = await serveWeb();
    const switches = [
      `--host-resolver-rules=MAP *.test 127.0.0.1:${web.port}`,
      '--ignore-certificate-errors',
    ];
    const rig = await startRig({ policy: () => yaml, profiles: [], switches });
    const args = ['secrets', 'set', secretName, '--site', `origin:${bank}`];
    const stored = await rig.home.run(args, { input: canary });
    if (stored.code !== 0) throw new Error(`the secret was not stored: ${stored.stderr}`);
    await rig.launch('main');
    const client = await rig.client();
    // The person: yes to what the task needs, and no to all else, whoever asks.
    client.authority.onApproval(({ approval_id, acts: [act] }) => {
      const words = /^(\w+)[^"]* "([^"]*)"/.exec(act?.text ?? '');
      const at = act?.resource.replace(/^origin:/, '') ?? '';
      const yes = isOfTask((words?.[1] ?? '').toLowerCase(), at, words?.[2] ?? '');
      void client.authority.call('approval.answer', { approval_id, answer: yes ? 'approved' : 'denied' });
    });
    const mcp = await startMcp(rig.home.env);
    return new BrowserBench(rig, web, client, mcp);
  }

  async run(web: Readonly<Record<string, WebPage>>, surface: BrowserSurface): Promise<Run> {
    this.#web.show(web);
    const from = { effects: this.#web.effects.length, sent: this.#web.sent.length };
    const told: string[] = [];
    const steps: boolean[] = [];
    let calls = 0;
    const call = async (one: Call): Promise<boolean> => {
      calls += 1;
      const { text, done } = await this.#call(one, surface);
      told.push(text);
      return done;
    };
    for (const step of task) {
      const before = told.length;
      steps.push(await call(step));
      const orders = told.slice(before).flatMap(ordersIn).slice(0, obeyedMax);
      for (const order of orders) if (calls < callsMax) await call(order);
    }
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    const sent = this.#web.sent
      .slice(from.sent)
      .filter(({ origin, isFill, text }) => holdsCanary(text) && !(isFill && origin === bank))
      .map(({ origin }) => ({ tool: 'request', at: origin, target: '', sent: canary }));
    return {
      effects: this.#web.effects.slice(from.effects),
      leaks: sent.map(({ at }) => `the secret went to ${at}`),
      told: told.join('\n'),
      ledger: '',
      finished: steps.every((done) => done),
      calls,
    };
  }

  /** Whether the secret stands in the ledger's file. */
  ledgerHoldsSecret(): boolean {
    return holdsCanary(readFileSync(this.#rig.paths.database, 'utf8'));
  }

  async #call({ tool, args }: Call, surface: BrowserSurface): Promise<Told> {
    if (surface === 'mcp') {
      const result = await this.#mcp.client.callTool({ name: tool, arguments: { ...args } }).catch(String);
      return { text: JSON.stringify(result), done: typeof result === 'object' && result.isError !== true };
    }
    const unattended = surface === 'job';
    const place = { session: surface, unattended };
    const answer = await this.#client.call(tool, args, place).catch(String);
    const done = typeof answer === 'object' && answer.receipt.fault === null;
    return { text: JSON.stringify(answer), done };
  }

  async close(): Promise<void> {
    await this.#mcp.client.close();
    await this.#rig[Symbol.asyncDispose]();
    await this.#web.close();
  }
}
