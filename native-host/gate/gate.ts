import { randomUUID } from 'node:crypto';
import type { Bucket } from '../../shared/actions.ts';
import { canonicalJson, sha256Hex } from '../../shared/canonical-json.ts';
import type { Fault, Result } from '../../shared/faults.ts';
import { badArguments, unknownTool } from '../../shared/tools/bad-arguments.ts';
import { codeTools, tools } from '../../shared/tools/index.ts';
import { GateCall } from './gate-call.ts';
import { type EgressBlocked, type HopAsked, HopJudge, type HopVerdict } from './judge-hop.ts';
import type { GateAnswer, GateDependencies, GateRequest } from './ports.ts';
import { endingEvent, entry, makeReceipt, notJudged, recordOf } from './records.ts';
import { StandingGrants } from './standing-grants.ts';
import { createTurns } from './turns.ts';

/**
 * The only road to an effect: prepare, classify, judge, approve, intend, act, settle. Every surface calls `call`; what
 * comes back is always a receipt, and a result when the call succeeded.
 */
export interface Gate {
  call(request: GateRequest): Promise<GateAnswer>;
  /** The page that a caller works on when it names none. */
  currentPage(callerId: string): string | null;
  setCurrentPage(callerId: string, page: string): void;
  forget(callerId: string): void;
  /** A request that would have carried a stored secret's stand-in elsewhere was stopped; it is recorded. */
  egressBlocked(blocked: EgressBlocked): void;
  /** May a page of a caller go where it leads? What is denied is recorded. */
  judgeHop(asked: HopAsked): Promise<Result<HopVerdict>>;
}

const nothingFound = { targets: [], dialogOfDelete: false } as const;

// Branches of a run have pages of their own: what only reads, such as a navigation, keeps order within its branch alone.
function turnKey({ caller, run }: GateRequest, bucket: Bucket): string {
  const apart = run?.branch !== undefined && bucket === 'read';
  return apart ? `${caller.id} ${run.branch}` : caller.id;
}

type Known = { readonly call_id: string; readonly argsHash: string; readonly startedAt: number };

export function createGate(dependencies: GateDependencies): Gate {
  const turns = createTurns();
  const currentPages = new Map<string, string>();
  const deleteDialogs = new Set<string>();
  const hops = new HopJudge(dependencies);
  const standing = new StandingGrants();

  async function call(request: GateRequest): Promise<GateAnswer> {
    const startedAt = dependencies.clock();
    const known = async (args: unknown): Promise<Known> => ({
      call_id: randomUUID(),
      argsHash: await sha256Hex(canonicalJson(args)),
      startedAt,
    });
    const tool = tools.get(request.tool);
    if (tool === undefined || tool.group === 'pattern' || request.tool in codeTools) {
      return turnDown(request, await known(request.args), unknownTool(request.tool));
    }
    const parsed = tool.input.safeParse(request.args);
    if (!parsed.success) {
      const reason = badArguments(request.tool, parsed.error, Object.keys(tool.input.shape));
      return turnDown(request, await known(request.args), reason);
    }
    const one = new GateCall({
      dependencies,
      request: { ...request, args: parsed.data },
      tool,
      // Hashed with its defaults filled in: exactly what the browser gets, and compares with the permit.
      known: await known(parsed.data),
      currentPages,
      deleteDialogs,
      standing,
    });
    // What an act sets its page going to is judged in its caller's name.
    if (tool.acts) hops.remember(request.caller, request.run);
    // Effects run singly and in the order proposed; reads of the same caller need not wait for each other.
    return tool.acts
      ? turns.take(turnKey(request, tool.bucketOf(parsed.data, nothingFound)), () => one.run())
      : one.run();
  }

  function turnDown(request: GateRequest, known: Known, reason: Fault): GateAnswer {
    const record = recordOf(request, known, 'read', null);
    const failure = { transport: 'failed', domain: 'failed', evidence: 'none' } as const;
    const ending = { verdict: notJudged, approval: null, ...failure, fault: reason };
    const receipt = makeReceipt(record, ending, dependencies.clock());
    if (!dependencies.book.readOnly) dependencies.book.queue(entry(record, endingEvent(reason), { receipt }));
    return { receipt, result: null };
  }

  return {
    call,
    currentPage: (callerId) => currentPages.get(callerId) ?? null,
    setCurrentPage: (callerId, page) => void currentPages.set(callerId, page),
    forget: (callerId) => {
      currentPages.delete(callerId);
      hops.forget(callerId);
      standing.forget(callerId);
    },
    judgeHop: (asked) => hops.judge(asked),
    egressBlocked: (blocked) => hops.egressBlocked(blocked),
  };
}
