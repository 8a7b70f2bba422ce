import { Worker } from 'node:worker_threads';
import type {
  CedarQuery,
  EngineReply,
  EngineRequest,
  LoadAnswer,
  LoadedPolicyText,
  LoadProblem,
  PolicyText,
} from './engine-messages.ts';
import { textBoundsProblem } from './text-bounds.ts';

/** What Cedar's answer means. `fault`: nothing can be concluded, so the call is denied. */
export type EngineDecision =
  | { readonly kind: 'allow' | 'deny'; readonly policies: readonly string[] }
  | { readonly kind: 'fault'; readonly why: string };

export type EngineOptions = {
  readonly workerUrl: URL;
  readonly schema: string;
  readonly texts: readonly PolicyText[];
  /** First attempt at one decision; default 250. */
  readonly decisionMs?: number;
};
export type EngineStart =
  | { readonly ok: true; readonly engine: PolicyEngine; readonly policies: readonly LoadedPolicyText[] }
  | { readonly ok: false; readonly problems: readonly LoadProblem[] };

/** A decision takes about a millisecond; one that takes this long has met a broken worker, or a machine under load. */
const decisionMs = 250;
/** How much longer the second and last attempt may take, on a new worker, so that load alone denies nothing. */
const patience = 16;
/** Loading the engine and its policies: usually 200 ms, several seconds on a busy machine. */
const loadMs = 30_000;
const attemptsMax = 2;
/** Decisions that wait for their turn. */
const waitingMax = 10_000;
/** Decisions that are remembered, and the longest query that is, in characters of JSON. */
const rememberedMax = 500;
const rememberedCharactersMax = 20_000;

/** One policy set in one worker. Whatever goes wrong in it denies, and the worker is replaced by a new one. */
export class PolicyEngine {
  readonly #options: EngineOptions;
  #worker: EngineThread | null;
  /** The one that takes the place of a broken one, loading while nobody has asked yet. */
  #next: Promise<EngineThread | null> | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #closed = false;
  /** A decision follows from the rules and the query alone, and an engine's rules never change. */
  readonly #remembered = new Map<string, EngineDecision>();

  private constructor(options: EngineOptions, worker: EngineThread) {
    this.#options = options;
    this.#worker = worker;
  }

  /** Loads and validates the policies; a problem is told with file and line. */
  static async start(options: EngineOptions): Promise<EngineStart> {
    const oversized = options.texts.flatMap(({ file, text }) => {
      const problem = textBoundsProblem(text);
      return problem === null ? [] : [{ file, ...problem }];
    });
    if (oversized.length > 0) return { ok: false, problems: oversized };
    const thread = new EngineThread(options.workerUrl);
    const loaded = await load(thread, options);
    if (loaded.kind === 'loaded') {
      return { ok: true, engine: new PolicyEngine(options, thread), policies: loaded.policies };
    }
    await thread.end();
    return { ok: false, problems: loaded.problems };
  }

  /** Decides one query; never throws. */
  async decide(query: CedarQuery): Promise<EngineDecision> {
    const key = JSON.stringify(query);
    const known = this.#closed ? undefined : this.#remembered.get(key);
    if (known !== undefined) return known;
    const decision = await this.#decideInTurn(query);
    if (decision.kind !== 'fault' && key.length <= rememberedCharactersMax) this.#remember(key, decision);
    return decision;
  }

  #remember(key: string, decision: EngineDecision): void {
    this.#remembered.set(key, decision);
    const oldest = this.#remembered.size > rememberedMax ? this.#remembered.keys().next().value : undefined;
    if (oldest !== undefined) this.#remembered.delete(oldest);
  }

  async #decideInTurn(query: CedarQuery): Promise<EngineDecision> {
    if (this.#waiting >= waitingMax) return fault('too many decisions are waiting');
    this.#waiting += 1;
    // Whatever breaks on the way denies this question and must not keep the next one from its turn.
    const turn = this.#turn
      .then(() => this.#decideNow(query))
      .catch((error: unknown): EngineDecision => fault(String(error)));
    this.#turn = turn;
    const decision = await turn;
    this.#waiting -= 1;
    return decision;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#turn;
    await this.#drop();
    await (await this.#next)?.end();
  }

  // Deciding changes nothing, so what came late is asked again, once.
  async #decideNow(query: CedarQuery): Promise<EngineDecision> {
    for (let attempt = 1; ; attempt += 1) {
      const thread = await this.#ready();
      if (thread === null) return fault('the policy engine does not start');
      const limitMs = (this.#options.decisionMs ?? decisionMs) * (attempt === 1 ? 1 : patience);
      const reply = await thread.ask({ kind: 'decide', query }, limitMs);
      const decision = conclude(reply);
      if (decision.kind !== 'fault') return decision;
      await this.#drop();
      this.#next = this.#startThread();
      if (reply.kind !== 'late' || attempt >= attemptsMax) return decision;
    }
  }

  async #ready(): Promise<EngineThread | null> {
    if (this.#closed) return null;
    if (this.#worker !== null) return this.#worker;
    const starting = this.#next ?? this.#startThread();
    this.#next = null;
    this.#worker = await starting;
    return this.#worker;
  }

  // Null when it does not load; the next question tries again.
  async #startThread(): Promise<EngineThread | null> {
    const thread = new EngineThread(this.#options.workerUrl);
    const loaded = await load(thread, this.#options);
    if (loaded.kind === 'loaded') return thread;
    await thread.end();
    return null;
  }

  async #drop(): Promise<void> {
    const thread = this.#worker;
    this.#worker = null;
    await thread?.end();
  }
}

async function load(thread: EngineThread, { schema, texts }: EngineOptions): Promise<LoadAnswer> {
  const reply = await thread.ask({ kind: 'load', schema, texts }, loadMs);
  if (reply.kind === 'loaded' || reply.kind === 'invalid') return reply;
  const why = reply.kind === 'threw' ? reply.message : reply.kind;
  const message = `The policy engine could not load the rules (${why}).`;
  return { kind: 'invalid', problems: [{ file: texts[0]?.file ?? 'policies', line: null, message }] };
}

// Cedar skips a policy whose evaluation errs, a forbid too, so an answer with errors is no answer. An allow that no
// policy decided cannot be, and is not believed.
function conclude(reply: EngineReply): EngineDecision {
  if (reply.kind === 'threw') return fault(reply.message);
  if (reply.kind !== 'decided') return fault(`the engine gave no decision (${reply.kind})`);
  const { answer } = reply;
  if (answer.type !== 'success' || answer.errors.length > 0) return fault(answer.errors.join('; '));
  if (answer.decision !== 'allow' && answer.decision !== 'deny')
    return fault('the engine gave an unknown decision');
  if (answer.decision === 'allow' && answer.reason.length === 0)
    return fault('an allow without a deciding policy');
  return { kind: answer.decision, policies: [...answer.reason].sort() };
}

function fault(why: string): EngineDecision {
  return { kind: 'fault', why };
}

/** A worker with one question open at a time. */
class EngineThread {
  readonly #worker: Worker;
  #settle: ((reply: EngineReply) => void) | null = null;
  #broken: string | null = null;

  constructor(workerUrl: URL) {
    this.#worker = new Worker(workerUrl, { stdin: false, execArgv: [] });
    // A host that has nothing else to do may end; a question that is open holds it by its timer.
    this.#worker.unref();
    this.#worker.on('message', (reply: EngineReply) => this.#settle?.(reply));
    this.#worker.on('error', (error) => this.#break(`the worker failed: ${String(error)}`));
    this.#worker.on('exit', () => this.#break('the worker ended'));
  }

  async ask(request: EngineRequest, limitMs: number): Promise<EngineReply> {
    if (this.#broken !== null) return { kind: 'threw', message: this.#broken };
    const reply = Promise.withResolvers<EngineReply>();
    this.#settle = reply.resolve;
    const late = (): void => reply.resolve({ kind: 'late' });
    // When this thread was busy itself, the answer may lie there unread while the timer fires: messages go first.
    const timer = setTimeout(() => setImmediate(() => setImmediate(late)), limitMs);
    this.#worker.postMessage(request);
    const settled = await reply.promise;
    clearTimeout(timer);
    this.#settle = null;
    return settled;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #break(why: string): void {
    this.#broken ??= why;
    this.#settle?.({ kind: 'threw', message: why });
  }
}
