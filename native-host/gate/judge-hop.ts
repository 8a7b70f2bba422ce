import type { Caller } from '../../shared/actions.ts';
import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import type { browserEvents, sessionRequests } from '../../shared/protocol/browser-messages.ts';
import type { Answer, EventParams, Params } from '../../shared/protocol/messages.ts';
import type { Verdict } from '../../shared/receipt.ts';
import { resourceWords } from './classify.ts';
import type { GateDependencies, RunPlace } from './ports.ts';
import { refusePlanned } from './refuse-planned.ts';

type Requests = typeof sessionRequests;
export type HopAsked = Params<Requests, 'hop.judge'>;
export type HopVerdict = Answer<Requests, 'hop.judge'>;

export type EgressBlocked = EventParams<typeof browserEvents, 'secret.egress_blocked'>;

/** Callers whose pages may lead somewhere; the oldest is forgotten first. */
const callersMax = 2_000;
const toldCharactersMax = 500;

type Known = { readonly caller: Caller; readonly run: RunPlace | null };

/**
 * Judges where the pages of a caller lead by themselves: redirects, links, scripts, new windows. The browser names the
 * caller by its id alone; who that is, the gate knows from the act that it let through.
 */
export class HopJudge {
  readonly #dependencies: Pick<GateDependencies, 'judge' | 'book' | 'clock' | 'redactor'>;
  readonly #known = new Map<string, Known>();

  constructor(dependencies: Pick<GateDependencies, 'judge' | 'book' | 'clock' | 'redactor'>) {
    this.#dependencies = dependencies;
  }

  /** An act of this caller goes out: what its pages do from now on is done in its name. */
  remember(caller: Caller, run: RunPlace | null): void {
    this.#known.delete(caller.id);
    this.#known.set(caller.id, { caller, run });
    const oldest = this.#known.size > callersMax ? this.#known.keys().next().value : undefined;
    if (oldest !== undefined) this.#known.delete(oldest);
  }

  forget(callerId: string): void {
    this.#known.delete(callerId);
  }

  async judge({ caller_id, from, to }: HopAsked): Promise<Result<HopVerdict>> {
    const known = this.#known.get(caller_id);
    if (known === undefined) {
      return failed(fault('denied', 'No run works in this page.', 'Act in it first.'));
    }
    const { judge } = this.#dependencies;
    const verdict = await judge.judge({
      ...{ caller: known.caller, tool: 'navigate', bucket: 'read' },
      ...{ resource: { kind: 'site', url: to }, frame_url: null, target: null },
      template: known.run?.template ?? null,
      ...{ secret_used: false, tainted: false, sources: [], granted: false },
    });
    const { reach, version } = judge.hops?.() ?? { reach: 'url', version: '' };
    const covers = reach === 'url' ? 'url' : 'origin';
    if (verdict.decision === 'allow') return ok({ allowed: true, reason: '', version, covers });
    const reason = this.#record(known, { from, to }, verdict);
    return ok({ allowed: false, reason, version, covers });
  }

  /** One whom the gate does not know is recorded as the browser itself. */
  egressBlocked({ caller_id, name, to }: EgressBlocked): void {
    const { book, clock, redactor } = this.#dependencies;
    const { caller, run } = this.#known.get(caller_id) ?? {
      caller: { kind: 'client', id: caller_id, unattended: true } as const,
      run: null,
    };
    const where = redactor.redactText(to).slice(0, toldCharactersMax);
    const reason = `A request to ${where} carried the stand-in of secret:${name}, which may not go there; it was not sent.`;
    refusePlanned(
      { book, clock },
      {
        call: {
          step_id: run?.step_id ?? '',
          tool: 'fill',
          bucket: 'write',
          resource: resourceWords({ kind: 'site', url: to }),
        },
        verdict: { decision: 'deny', policies: ['secret.egress_blocked'], reason },
        run_id: run?.run_id ?? null,
        caller,
      },
    );
  }

  /** The row names both addresses: the one that was allowed, and the one that it led to. */
  #record({ caller, run }: Known, { from, to }: Omit<HopAsked, 'caller_id'>, verdict: Verdict): string {
    const { book, clock, redactor } = this.#dependencies;
    const asked =
      verdict.decision === 'ask' ? ' A page is not led there by itself; propose it with navigate.' : '';
    const reason = redactor.redactText(`${verdict.reason}${asked}`);
    const shown = [from, to].map((url) => redactor.redactText(url).slice(0, toldCharactersMax));
    refusePlanned(
      { book, clock },
      {
        call: {
          step_id: run?.step_id ?? '',
          tool: 'navigate',
          bucket: 'read',
          resource: resourceWords({ kind: 'site', url: to }),
        },
        verdict: {
          decision: 'deny',
          policies: verdict.policies,
          reason: `${reason} ${shown[0]} led to ${shown[1]}; nothing was sent there.`,
        },
        run_id: run?.run_id ?? null,
        caller,
      },
    );
    return reason;
  }
}
