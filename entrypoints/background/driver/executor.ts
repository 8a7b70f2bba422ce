import type { z } from 'zod';
import type { PageInfo } from '../../../shared/actions.ts';
import { canonicalJson, sha256Hex } from '../../../shared/canonical-json.ts';
import { attempt, type Fault, FaultError, raise } from '../../../shared/faults.ts';
import type {
  browserRequests,
  Outcome,
  Permit,
  Prepared,
} from '../../../shared/protocol/browser-messages.ts';
import type { Params } from '../../../shared/protocol/messages.ts';
import type { BrowserCall } from '../browser-tools/browser-behaviour.ts';
import type { ResolvedTarget } from '../page.ts';
import { recheckTarget, resolveTargets } from '../tools/resolve-targets.ts';
import { actWatched, nothingCaused, observedAt } from './act-watched.ts';
import { before, left } from './deadline.ts';
import { raiseDialogOpen } from './dialogs.ts';
import type { Driver } from './driver.ts';
import type { Journal } from './journal.ts';
import { PageQueue } from './page-queue.ts';
import { mayGoOn, needsNoDebugger, nothingSent } from './page-silence.ts';
import { mismatch, permitMismatch, placeMismatch } from './permit-check.ts';
import { PreparedTargets } from './prepared-targets.ts';
import { refuseRestricted } from './restricted-target.ts';
import { type Runnable, type ToolEntry, toolEntries } from './runnable.ts';
import type { TabPage } from './tab-page.ts';
import { untilAttached } from './until-attached.ts';

type Requests = typeof browserRequests;
type OutcomeValue = z.infer<typeof Outcome>;
type ActParams = Params<Requests, 'tool.act'>;

/** Tools that leave a page as it is, so that they may meet one which shows nothing yet; and a page's question. */
const leaving: ReadonlySet<string> = new Set(['navigate', 'close_page', 'select_page']);
const besideDialog: ReadonlySet<string> = new Set([
  'handle_dialog',
  'close_page',
  'select_page',
  'list_pages',
]);
/** How long an act waits for another extension's frame to go before it is refused for it. */
const lockedMs = 2_000;

type Place = { readonly page: TabPage; readonly info: PageInfo };

/** Looks, describes, checks permits and acts; the only door through which a call reaches a page. */
export class Executor {
  readonly #driver: Driver;
  readonly #journal: Journal;
  readonly #queue = new PageQueue();
  readonly #running = new Map<string, Promise<OutcomeValue>>();
  readonly #prepared = new PreparedTargets();

  constructor(driver: Driver, journal: Journal) {
    this.#driver = driver;
    this.#journal = journal;
  }

  prepare(params: Params<Requests, 'tool.prepare'>, signal: AbortSignal): Promise<z.infer<typeof Prepared>> {
    return nothingSent(() => this.#prepare(params, signal));
  }

  async #prepare(
    params: Params<Requests, 'tool.prepare'>,
    signal: AbortSignal,
  ): Promise<z.infer<typeof Prepared>> {
    const { entry, runnable, place, deadline } = await this.#open(params, params.page);
    if (place === null) {
      if (entry.page === 'current') raise('no-page', 'There is no page.', 'Navigate to a URL first.');
      return { page: null, targets: [], dialog: null };
    }
    const dialog = place.page.dialog();
    if (runnable.queries.length === 0) return { page: place.info, targets: [], dialog };
    const targets = await resolveTargets(place.page, runnable.queries, deadline);
    if (signal.aborted) raise('cancelled', 'The call was stopped.', 'Nothing has happened.');
    const descriptions = targets.map(({ description }) => description);
    this.#prepared.put(place.info.page, await hashOf(params.args), descriptions);
    // Where it is by what its events told; the act looks for itself.
    const page = this.#driver.pages.peek(place.page.tabId) ?? (await place.page.info());
    return { page, targets: descriptions, dialog };
  }

  async read(params: Params<Requests, 'tool.read'>, signal: AbortSignal): Promise<OutcomeValue> {
    const { entry, runnable, place, deadline } = await this.#open(params, params.page);
    if (entry.acts)
      raise('bad-arguments', `${params.tool} acts, and needs a permit.`, 'Ask through tool.act.');
    if (place === null && entry.page === 'current') {
      raise('no-page', 'There is no page.', 'Navigate to a URL first.');
    }
    refuseOtherOrigin(place, params.origin);
    const targets =
      place === null || runnable.queries.length === 0
        ? []
        : await resolveTargets(place.page, runnable.queries, deadline);
    const call = this.#call(params.caller.id, place, targets, { signal, deadline, secrets: {} });
    const { result, verified, tabId } = await runnable.run(call);
    const page = tabId === null ? null : await this.#driver.pages.refresh(tabId);
    this.#driver.pages.tellGathered();
    // A page that moved to another site while it was read may have been read there.
    if (params.tool !== 'wait' && page !== null && params.origin !== null && page.origin !== params.origin) {
      throw new FaultError(
        mismatch('The page went to another site.', { origin: page.origin, url: page.url }),
      );
    }
    return { page, caused: nothingCaused, result, observed: observedAt(place?.info ?? null), verified };
  }

  /** The same ticket gives the same outcome, and is acted on once. */
  async act(params: ActParams, signal: AbortSignal): Promise<OutcomeValue> {
    const { ticket } = params.permit;
    const running = this.#running.get(ticket);
    if (running !== undefined) return running;
    const work = this.#actOnce(params, signal).finally(() => this.#running.delete(ticket));
    this.#running.set(ticket, work);
    return work;
  }

  async #actOnce(params: ActParams, signal: AbortSignal): Promise<OutcomeValue> {
    const { permit } = params;
    return this.#queue.run(permit.page ?? `new:${params.caller.id}`, () => this.#journalled(params, signal));
  }

  /**
   * `running` is on record before the act, and what became of it after; a fault that is a bug is recorded,
   * too.
   */
  async #journalled(params: ActParams, signal: AbortSignal): Promise<OutcomeValue> {
    const { ticket } = params.permit;
    // While it waited for its turn, somebody may have asked what became of it, and was told that it never will be.
    // The page is looked at while that is found out and written down, and is not acted on before.
    const begun = this.#journal.begin(ticket);
    begun.catch(() => undefined);
    try {
      const outcome = await this.#judgedAct(params, signal, begun);
      if (outcome !== null) await this.#journal.done(ticket, outcome);
      this.#driver.pages.tellGathered();
      return outcome ?? (await this.#toldAgain(ticket));
    } catch (error) {
      if (!(await begun)) return this.#toldAgain(ticket);
      await this.#journal.failed(ticket, error instanceof FaultError ? error.fault : bugFault);
      throw error;
    }
  }

  async #toldAgain(ticket: string): Promise<OutcomeValue> {
    const known = await this.#journal.know(ticket);
    if (known.state === 'failed') throw new FaultError(known.fault);
    if (known.state === 'done') return known.outcome ?? raiseNotKept();
    return raiseLost();
  }

  /** Null when the ticket has been used; nothing is done then. */
  async #judgedAct(
    params: ActParams,
    signal: AbortSignal,
    begun: Promise<boolean>,
  ): Promise<OutcomeValue | null> {
    const { permit } = params;
    const argsHash = await hashOf(params.args);
    refuse(permitMismatch(permit, { tool: params.tool, argsHash, now: Date.now() }));
    const { runnable, place, deadline } = await this.#open(params, permit.page);
    // Before the targets are looked at again: what locked the page may have moved them.
    if (place !== null && !needsNoDebugger(params.tool) && !besideDialog.has(params.tool)) {
      await this.#driver.debuggee(place.page.tabId).untilUnlocked(left(deadline, lockedMs));
    }
    this.#driver.hops.begin(params.caller.id, permit.hops, params.args['url']);
    if (place !== null) await this.#driver.guardHops(place.page.tabId, params.caller.id);
    // From here on only the documents that the permit names are reached, so where the page is may be asked at the same time.
    const [targets, info] = await Promise.all([
      nothingSent(() => this.#findAgain(permit, argsHash, runnable, place, deadline)),
      place === null ? null : place.page.info(),
    ]);
    refuse(
      placeMismatch(
        permit,
        info,
        targets.map(({ description }) => description),
      ),
    );
    refuse(permitMismatch(permit, { tool: params.tool, argsHash, now: Date.now() }));
    if (signal.aborted) raise('cancelled', 'The call was stopped.', 'Nothing has happened.');
    if (place !== null && info !== null) place.page.actsIn(info.document_id);
    for (const { description } of targets)
      place?.page.pin(description.frame.id, description.frame.document_id);
    const call = this.#call(params.caller.id, place, targets, {
      signal,
      deadline,
      secrets: params.secrets,
      wires: params.wires ?? {},
      files: params.files ?? [],
    });
    if (!(await begun)) return null;
    const outcome = await actWatched(this.#driver, params.tool, runnable, call, info).finally(() => {
      if (place !== null) this.#driver.newWindows.endSoon(place.page.tabId);
    });
    const rematched = targets.flatMap(({ description }) => (description.rematched ? [description.ref] : []));
    return rematched.length === 0 ? outcome : { ...outcome, rematched };
  }

  /**
   * The targets as they were prepared, looked at again; after a worker's death they are resolved anew and
   * compared.
   */
  async #findAgain(
    permit: z.infer<typeof Permit>,
    argsHash: string,
    runnable: Runnable,
    place: Place | null,
    deadline: number,
  ): Promise<readonly ResolvedTarget[]> {
    if (place === null || runnable.queries.length === 0) return [];
    const by = Math.min(deadline, permit.expires_at);
    const known = this.#prepared.get(place.info.page, argsHash);
    if (known === undefined) return resolveTargets(place.page, runnable.queries, by);
    const targets: ResolvedTarget[] = [];
    for (const [at, description] of known.entries()) {
      const { position } = runnable.queries[at] ?? {};
      targets.push(await recheckTarget(place.page, description, by, position));
    }
    return targets;
  }

  /** What every call begins with: its tool, its arguments, its page, in reach and attached. */
  async #open(
    params: { readonly caller: { readonly id: string }; tool: string; args: unknown; timeout_ms: number },
    pageId: string | null,
  ): Promise<{ entry: ToolEntry; runnable: Runnable; place: Place | null; deadline: number }> {
    const deadline = Date.now() + params.timeout_ms;
    await this.#driver.ready;
    const entry = toolEntries.get(params.tool);
    if (entry === undefined) raise('bad-arguments', 'The extension has no such tool.', 'List the tools.');
    const runnable = entry.parse(params.args);
    this.#driver.callers.refuseStopped(params.caller.id);
    const place = pageId === null ? null : await this.#place(params.caller.id, params.tool, pageId, deadline);
    return { entry, runnable, place, deadline };
  }

  async #place(caller: string, tool: string, pageId: string, deadline: number): Promise<Place> {
    const tabId = this.#driver.pages.tabOf(pageId);
    if (tool === 'select_page') await this.#driver.untilBegun(tabId, deadline);
    const info = await this.#driver.pages.refresh(tabId);
    const written = leaving.has(tool) || toolEntries.get(tool)?.acts === false ? (['written'] as const) : [];
    const blank = info.owned && leaving.has(tool) ? (['blank'] as const) : [];
    refuseRestricted(info.url, chrome.runtime.id, [...written, ...blank]);
    this.#driver.hold(caller, tabId);
    const page = this.#driver.page(info, tabId, deadline);
    const patienceMs = needsNoDebugger(tool) ? 0 : left(deadline, lockedMs);
    const attaching = untilAttached(this.#driver.debuggee(tabId), patienceMs);
    const attached = await attempt(() => before(attaching, deadline, 'The page'));
    if (!attached.ok && !mayGoOn(attached.fault, tool)) throw new FaultError(attached.fault);
    const dialog = page.dialog();
    if (dialog !== null && !besideDialog.has(tool)) raiseDialogOpen(dialog);
    return { page, info };
  }

  #call(
    caller: string,
    place: Place | null,
    targets: readonly ResolvedTarget[],
    context: Pick<BrowserCall, 'signal' | 'deadline' | 'secrets' | 'wires' | 'files'>,
  ): BrowserCall {
    return { ...context, driver: this.#driver, caller, page: place?.page ?? null, targets };
  }
}

const bugFault: Fault = {
  code: 'internal',
  message: 'The browser part of LocalAgent failed while it acted.',
  hint: 'Look at the page to see what was done; report this.',
};

function hashOf(args: unknown): Promise<string> {
  return sha256Hex(canonicalJson(args));
}

function refuse(problem: Fault | null): void {
  if (problem !== null) throw new FaultError(problem);
}

function refuseOtherOrigin(place: Place | null, origin: string | null): void {
  if (place === null || origin === null || place.info.origin === origin) return;
  const { origin: at, url } = place.info;
  throw new FaultError(mismatch('The page is at another site than was asked for.', { origin: at, url }));
}

function raiseNotKept(): never {
  raise(
    'too-large',
    'The act was done; its result was too long to keep.',
    'Look at the page for what came of it.',
  );
}

export function raiseLost(): never {
  raise(
    'outcome-unknown',
    'The browser part was restarted in the middle of this act.',
    'Look at the page to see whether it was done; it is not done again.',
  );
}
