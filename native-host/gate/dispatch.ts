import type { PageInfo, TargetDescription } from '../../shared/actions.ts';
import { type Fault, failed, fault, ok, type Result } from '../../shared/faults.ts';
import { graceMs, permitMs } from '../../shared/limits.ts';
import type { browserRequests, Outcome, Permit } from '../../shared/protocol/browser-messages.ts';
import type { Answer } from '../../shared/protocol/messages.ts';
import type { BrowserSession, GateDependencies, GateRequest, Upload } from './ports.ts';
import type { wiresOf } from './secret-arguments.ts';

// Sending an act to the browser, and finding out what became of it when the answer is lost. An act is sent once;
// everything after that only asks.

/** Milliseconds that a lost browser gets to come back before the outcome counts as unknown: an alarm's 30 s, and some. */
const backMsMax = 40_000;
/** Milliseconds between two questions about an act that still runs; it is asked as long as the act may take. */
const pollMs = 250;

export type Dispatched = {
  readonly session: BrowserSession;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly request: GateRequest;
  readonly page: PageInfo | null;
  readonly targets: readonly TargetDescription[];
  readonly secrets: Readonly<Record<string, string>>;
  readonly wires: ReturnType<typeof wiresOf>;
  readonly uploads: readonly Upload[];
  readonly timeoutMs: number;
  readonly argsHash: string;
};

/** A permit for exactly this call on exactly what was found, valid for a few seconds from now. */
export function makePermit(
  one: Dispatched,
  ticket: string,
  { clock, judge }: Pick<GateDependencies, 'clock' | 'judge'>,
): Permit {
  const hops = judge.hops?.();
  return {
    ticket,
    tool: one.tool,
    args_hash: one.argsHash,
    page: one.page?.page ?? null,
    document_id: one.page?.document_id ?? null,
    origin: one.page?.origin ?? null,
    targets: one.targets.map(({ ref, fingerprint, frame }) => ({
      ref,
      fingerprint,
      frame_document_id: frame.document_id,
      frame_origin: frame.origin,
    })),
    expires_at: clock() + permitMs,
    ...(hops === undefined ? {} : { hops: { free: hops.reach === 'free', version: hops.version } }),
  };
}

/** Acts once under the permit; a lost answer is looked for by ticket. Fault `outcome-unknown` when it stays lost. */
export async function dispatchAct(one: Dispatched, permit: Permit): Promise<Result<Outcome>> {
  const answer = await one.session.call(
    'tool.act',
    {
      caller: one.request.caller,
      tool: one.tool,
      args: { ...one.args },
      timeout_ms: one.timeoutMs,
      permit,
      secrets: { ...one.secrets },
      ...(Object.keys(one.wires).length === 0 ? {} : { wires: one.wires }),
      ...(one.uploads.length === 0 ? {} : { files: one.uploads.map(sentFile) }),
    },
    { timeoutMs: one.timeoutMs + permitMs + graceMs, signal: one.request.signal },
  );
  if (answer.ok) return answer;
  if (answer.fault.detail?.['not_dispatched'] === true) return failed(neverSent(answer.fault));
  const lost = ['browser-gone', 'timeout', 'cancelled', 'internal'].includes(answer.fault.code);
  return lost ? await findOutcome(one, permit.ticket, answer) : answer;
}

function sentFile({ name, mime_type, content_base64 }: Upload) {
  return { name, mime_type, content_base64 };
}

/** A read in one round trip. */
export async function dispatchRead(one: Dispatched): Promise<Result<Outcome>> {
  const answer = await one.session.call(
    'tool.read',
    {
      caller: one.request.caller,
      tool: one.tool,
      args: { ...one.args },
      timeout_ms: one.timeoutMs,
      page: one.page?.page ?? null,
      origin: one.page?.origin ?? null,
    },
    { timeoutMs: one.timeoutMs + graceMs, signal: one.request.signal },
  );
  return onlyLooked(answer);
}

/** Says of a call that can only look, and whose browser was lost meanwhile, that nothing has been done. */
export function onlyLooked<T>(result: Result<T>): Result<T> {
  return result.ok || result.fault.code !== 'browser-gone' ? result : failed(neverSent(result.fault));
}

// `not_dispatched` is what lets a workflow propose the call anew: nothing was done, and nothing will be.
function neverSent(problem: Fault): Fault {
  return { ...problem, detail: { ...problem.detail, not_dispatched: true } };
}

async function findOutcome(
  one: Dispatched,
  ticket: string,
  lost: Result<Outcome> & { ok: false },
): Promise<Result<Outcome>> {
  let session: BrowserSession | null = one.session;
  const pollsMax = Math.ceil((one.timeoutMs + permitMs + graceMs) / pollMs);
  for (let poll = 0; poll < pollsMax && session !== null; poll++) {
    const asked: Result<Answer<typeof browserRequests, 'tool.replay'>> = await session.call(
      'tool.replay',
      { ticket },
      { timeoutMs: graceMs },
    );
    if (!asked.ok) {
      session = asked.fault.code === 'browser-gone' ? await session.waitBack(backMsMax) : session;
      if (asked.fault.code !== 'browser-gone') await pause(pollMs);
      continue;
    }
    const { state, outcome, fault: recorded } = asked.value;
    if (state === 'done') return outcome === null ? failed(notKept) : ok(outcome);
    // A bug in the middle of an act leaves it open how far the act had come.
    if (state === 'interrupted' || recorded?.code === 'internal') break;
    if (state === 'failed' && recorded !== null) return failed(recorded);
    if (state === 'never-seen') return failed(neverSent(lost.fault));
    await pause(pollMs);
  }
  return failed(
    fault(
      'outcome-unknown',
      'The browser was lost while it acted, and whether the act took effect is not known.',
      'Look at the site itself to see what happened. The act is not repeated by itself.',
    ),
  );
}

const notKept = fault(
  'too-large',
  'The act was done, but its result was too long to be kept while the connection was lost.',
  'Look at the page to see what came of it.',
);

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
