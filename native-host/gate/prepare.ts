import type { PageInfo, TargetDescription } from '../../shared/actions.ts';
import { FaultError, type Result, raise } from '../../shared/faults.ts';
import { graceMs } from '../../shared/limits.ts';
import type { Outcome } from '../../shared/protocol/browser-messages.ts';
import type { ToolDeclaration } from '../../shared/tools/define-tool.ts';
import { onlyLooked } from './dispatch.ts';
import type { BrowserSession, GateDependencies, GateRequest } from './ports.ts';
import type { StandingGrants } from './standing-grants.ts';

/** Milliseconds for tools whose arguments carry no deadline of their own. */
const timeoutMsDefault = 30_000;

export type CallParts = {
  readonly dependencies: GateDependencies;
  readonly request: GateRequest;
  readonly tool: ToolDeclaration;
  readonly known: { readonly call_id: string; readonly argsHash: string; readonly startedAt: number };
  readonly currentPages: Map<string, string>;
  /** Pages with an open question that a deleting act raised. */
  readonly deleteDialogs: Set<string>;
  /** What the person approved for as long as the caller is there, by `grantKey`. */
  readonly standing: StandingGrants;
};

export type Prepared = {
  readonly session: BrowserSession | null;
  readonly page: PageInfo | null;
  readonly targets: readonly TargetDescription[];
};

/** Finds browser and page, and has the browser find and describe the targets. Nothing is touched. */
export async function prepareCall(parts: CallParts): Promise<Prepared> {
  const { tool, request, dependencies } = parts;
  if (tool.runs_in === 'host') return { session: null, page: null, targets: [] };
  const session = unwrap(onlyLooked(await dependencies.browsers.pickBack(request.profile, request.signal)));
  const page = await pageOf(parts, session);
  // The browser is asked first only where it has something to say: about targets, a dialog, the page acted on.
  if (!tool.acts || page === null) return { session, page, targets: [] };
  const timeoutMs = timeoutOf(request);
  const { caller } = request;
  const leased = { caller, profile: session.profile, page, tool: tool.name, timeoutMs };
  const kept = dependencies.leases.claim(leased);
  if (kept !== null) throw new FaultError(kept);
  const answer = await session.call(
    'tool.prepare',
    {
      caller,
      tool: tool.name,
      args: { ...request.args },
      page: page.page,
      timeout_ms: timeoutMs,
    },
    { timeoutMs: timeoutMs + graceMs, signal: request.signal },
  );
  const prepared = unwrap(onlyLooked(answer));
  return { session, page: prepared.page ?? page, targets: prepared.targets };
}

/** Prepares again after an approval took its time; what was approved must still be what is there. */
export async function prepareAgain(parts: CallParts, before: Prepared): Promise<Prepared> {
  const after = await prepareCall(parts);
  const moved =
    before.page?.page !== after.page?.page ||
    before.page?.document_id !== after.page?.document_id ||
    before.page?.origin !== after.page?.origin ||
    before.targets.length !== after.targets.length ||
    before.targets.some((target, index) => target.fingerprint !== after.targets[index]?.fingerprint);
  if (moved) {
    raise(
      'permit-mismatch',
      'What was approved has changed meanwhile.',
      'Nothing happened. Look again and propose again.',
    );
  }
  return after;
}

/** Waits while the person has taken over from the caller; true when it had to. */
export async function untilUnpaused({ request, dependencies }: CallParts): Promise<boolean> {
  const waited = (await dependencies.pauses?.passed(request.caller.id, request.signal)) ?? false;
  if (request.signal.aborted) raise('cancelled', 'The call was cancelled.', 'Nothing happened.');
  return waited;
}

/** A page that an act opened or went to is its caller's before anybody else hears of it. */
export function takeLeases(
  { dependencies, request }: CallParts,
  profile: string,
  { page, caused }: Outcome,
): void {
  dependencies.leases.take(request.caller, profile, [...(page === null ? [] : [page]), ...caused.opened]);
}

/** The call's deadline in milliseconds. */
export function timeoutOf(request: GateRequest): number {
  const { timeout_ms: own } = request.args;
  return typeof own === 'number' ? own : timeoutMsDefault;
}

/** The value, or its fault as an exception towards the nearest boundary. */
export function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new FaultError(result.fault);
  return result.value;
}

async function pageOf(
  { tool, request, currentPages }: CallParts,
  session: BrowserSession,
): Promise<PageInfo | null> {
  if (tool.page === 'none') return null;
  const named = request.args['page'];
  const id = typeof named === 'string' ? named : currentPages.get(request.caller.id);
  const page = id === undefined ? null : await openPage(id, session, request.signal);
  if (page !== null) return page;
  if (tool.page === 'optional' && named === undefined) return null;
  const message =
    id === undefined
      ? 'No page was named, and this caller has none yet.'
      : `The page ${id} is not open: it was closed, or its browser ended.`;
  return raise('no-page', message, 'Open one with navigate, or see list_pages and name one with "page".');
}

// The browser tells of changes a moment after they happened, and a caller may name a page that has just come.
async function openPage(id: string, session: BrowserSession, signal: AbortSignal): Promise<PageInfo | null> {
  const told = session.page(id);
  if (told !== null) return told;
  const asked = await session.call('browser.pages', {}, { timeoutMs: graceMs, signal });
  return unwrap(onlyLooked(asked)).pages.find(({ page }) => page === id) ?? null;
}
