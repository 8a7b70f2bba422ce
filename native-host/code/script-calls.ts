import { type Fault, fault } from '../../shared/faults.ts';
import type { Receipt } from '../../shared/receipt.ts';
import type { ApprovedScript } from './approved-scripts.ts';
import { secretsIn, toolArguments } from './call-arguments.ts';
import type { CallRow } from './call-table.ts';
import { messageCharactersMax } from './limits.ts';
import type { CodePorts, FaultOf, Proposer, ScriptCall, ScriptCallAnswer } from './ports.ts';
import type { CallAnswered, CallAsked } from './runner-messages.ts';

/** What a script cannot catch: somebody or something has said no, or nobody knows what was done. */
const ending: ReadonlySet<Fault['code']> = new Set<Fault['code']>([
  'denied',
  'approval-timeout',
  'cancelled',
  'outcome-unknown',
  'permit-mismatch',
  'internal',
]);

type Made = {
  readonly line: number;
  readonly path: string;
  readonly tainted: boolean;
  readonly receipt: Receipt | null;
};
type CalledScript = Pick<ApprovedScript, 'rows' | 'targets' | 'approved'>;
/** A call that was not even proposed, because the work around it is over. */
export type NotCalled = { readonly receipt: null; readonly fault: Fault; readonly waitedMs: number };
type CallPorts = Pick<CodePorts, 'clock' | 'currentPage'> & {
  call(call: ScriptCall, who: Proposer, signal: AbortSignal): Promise<ScriptCallAnswer | NotCalled>;
};
type Answer = CallAnswered | { readonly type: 'end' };

/** Answers the calls of one running script, each through the gate, and remembers what came of them. */
export class ScriptCalls {
  readonly made: Made[] = [];
  /** What ended the script from outside. */
  ended: FaultOf | null = null;
  readonly #script: CalledScript;
  readonly #who: Proposer;
  readonly #ports: CallPorts;
  readonly #signal: AbortSignal;
  #lastFailed: FaultOf | null = null;

  constructor(script: CalledScript, who: Proposer, ports: CallPorts, signal: AbortSignal) {
    this.#script = script;
    this.#who = who;
    this.#ports = ports;
    this.#signal = signal;
  }

  async answer(asked: CallAsked): Promise<Answer> {
    const { line, path } = asked;
    const row = this.#script.rows.find(({ start }) => start === asked.start);
    if (row === undefined || row.verb !== asked.verb || row.path !== path) {
      return this.#end(
        fault('internal', 'The script made a call that is not in its table.', 'Validate it again.'),
        line,
      );
    }
    if (row.tool === null) {
      this.made.push({ line, path, tainted: false, receipt: null });
      return { type: 'answer', value: timeNow(this.#ports.clock()), sources: [], waitedMs: 0 };
    }
    const args = toolArguments(path, asked.args);
    const stranger = secretsIn(row.tool, args).find((name) => !row.secrets.includes(name));
    if (stranger !== undefined) return this.#end(undeclaredSecret, line);
    const tainted = asked.sources.length > 0;
    const call = this.#callOf(row, row.path === '/url' || row.path === '/pages' ? {} : args, asked);
    const answered = await this.#ports.call(call, this.#who, this.#signal);
    const { waitedMs } = answered;
    this.made.push({ line, path, tainted, receipt: answered.receipt });
    if (answered.receipt === null) return this.#failed(answered.fault, [], line, waitedMs);
    const { receipt, result } = answered;
    if (receipt.fault !== null || result === null)
      return this.#failed(receipt.fault ?? noResult, sourcesOf(receipt, null), line, waitedMs);
    const value = path === '/url' ? this.#current(result) : result;
    if (JSON.stringify(value).length > messageCharactersMax) {
      const failed = fault(
        'too-large',
        'The result of the call is too long for a script.',
        'Ask for less of it.',
      );
      return this.#failed(failed, sourcesOf(receipt, null), line, waitedMs);
    }
    return { type: 'answer', value, sources: sourcesOf(receipt, value), waitedMs };
  }

  /** The failed call whose fault the script let through. */
  faultBehind(thrown: unknown): FaultOf | null {
    const last = this.#lastFailed;
    if (last === null || typeof thrown !== 'object' || thrown === null) return null;
    const same = 'code' in thrown && thrown.code === last.fault.code;
    return same && 'message' in thrown && thrown.message === last.fault.message ? last : null;
  }

  #callOf(row: CallRow, args: Readonly<Record<string, unknown>>, { sources, line }: CallAsked): ScriptCall {
    const { approved, targets } = this.#script;
    const tainted = sources.length > 0;
    const tool = row.tool ?? '';
    // The person's yes covers what the person was told: this call, these sites, and page text only where that was said.
    const covered =
      approved && (!tainted || (row.tainted && sources.every((origin) => targets.includes(origin))));
    const resources = [
      ...targets.map((target) => `origin:${target}`),
      'browser',
      ...(row.folder === null ? [] : [`folder:${row.folder}`]),
    ];
    const granted = covered
      ? row.buckets.flatMap((bucket) => resources.map((resource) => ({ tool, bucket, resource })))
      : [];
    return {
      tool,
      args,
      line,
      declared: { buckets: row.buckets, sites: targets },
      granted,
      tainted,
      sources,
    };
  }

  #current(result: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const current = this.#ports.currentPage(this.#who)?.page;
    const { pages } = result;
    const all = Array.isArray(pages) ? pages : [];
    const found =
      all.find((page) => page?.page === current) ?? all.find((page) => page?.active === true) ?? null;
    return found === null
      ? { page: null, url: null, title: null }
      : { page: found.page, url: found.url, title: found.title };
  }

  #failed(failure: Fault, sources: readonly string[], line: number, waitedMs: number): Answer {
    if (ending.has(failure.code)) return this.#end(failure, line);
    this.#lastFailed = { fault: failure, line };
    const { code, message, hint } = failure;
    return { type: 'failed', fault: { code, message, hint }, sources, waitedMs };
  }

  #end(reason: Fault, line: number): Answer {
    this.ended = { fault: reason, line };
    return { type: 'end' };
  }
}

const noResult = fault('internal', 'The call gave no result.', 'Look at the page.');
const undeclaredSecret = fault(
  'denied',
  'The script names a secret that does not stand in its text, so it is not filled in.',
  'Write the secret out in the call: { selector: "…", secret: "secret:NAME" }.',
  { policies: ['code.undeclared-secret'] },
);

function timeNow(now: number) {
  return { iso: new Date(now).toISOString(), ms: now };
}

/** Every page that has a part in the result; `null` for one without an origin. */
function sourcesOf(
  { resource }: Receipt,
  result: Readonly<Record<string, unknown>> | null,
): readonly string[] {
  const { url, pages, opened } = result ?? {};
  const lists = [pages, opened].flatMap((list) => (Array.isArray(list) ? list : []));
  const urls = [url, ...lists.map((page) => page?.url)].filter(
    (one) => typeof one === 'string' && one !== '',
  );
  const judged = /^origin:(.*)$/.exec(resource)?.[1];
  const origins = [
    ...urls.map((one) => (URL.canParse(one) ? new URL(one).origin : 'null')),
    ...(judged === undefined ? [] : [judged]),
  ];
  return [...new Set(origins.length === 0 ? ['null'] : origins)];
}
