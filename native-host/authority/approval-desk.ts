import { raise } from '../../shared/faults.ts';
import type { PasskeyProof } from '../../shared/passkey.ts';
import type { ApprovalRequest, ApprovalScope, RunEventBody } from '../../shared/run.ts';
import type { Config } from '../config/config.ts';
import { type About, type Answered, OpenApprovals } from '../gate/approvals.ts';
import { AskFatigue } from '../gate/ask-fatigue.ts';
import { addUnasked } from '../policy/add-unasked.ts';
import { AnswerDoors } from './answer-doors.ts';
import type { Pauses } from './pauses.ts';
import { makePhrase } from './session-phrase.ts';
import { type Clients, given } from './surfaces.ts';

type Means = {
  readonly limits: Config['approvals'];
  readonly clock: () => number;
  readonly announce: Clients['broadcast'];
  readonly pauses: Pauses;
  /** Adds to a run's story; false when no such run goes on. */
  readonly record: (runId: string, event: RunEventBody) => boolean;
  /** The file that an approval for good is written to, and the way to have it count at once. */
  readonly policyPath: string;
  readonly reloadPolicy: () => Promise<void>;
  /** Raises unless the yes comes with the passkey that it needs. */
  readonly confirm: (request: ApprovalRequest, passkey: PasskeyProof | undefined) => void;
};

/** Everything around a question to the person: where it is put and answered, what makes it void, and what an answer entails. */
export class ApprovalDesk {
  readonly phrase = makePhrase();
  readonly open: OpenApprovals;
  readonly doors: AnswerDoors;
  readonly #means: Means;
  /** Tool of each open question, for a rule that is made of it. */
  readonly #tools = new Map<string, string>();

  constructor(means: Means) {
    this.#means = means;
    const { limits, clock, announce } = means;
    const fatigue = new AskFatigue(
      { asks: limits.asks_max, denials: limits.denials_max, minutes: limits.window_minutes },
      clock,
    );
    this.open = new OpenApprovals(
      {
        requested: (approval) => announce('approval.requested', { approval }),
        closed: (approval_id, answer) => announce('approval.closed', { approval_id, answer }),
        rest: (callerId, signal) => this.#rest(callerId, signal),
      },
      clock,
      fatigue,
    );
    this.doors = new AnswerDoors(() => this.open.closeAll());
  }

  /** The gate's way to ask. A question in the middle of a run is part of its story. */
  async ask(request: ApprovalRequest, signal: AbortSignal, about: About, tool: string): Promise<Answered> {
    const { run_id: runId, approval_id } = request;
    const { record } = this.#means;
    this.#tools.set(approval_id, tool);
    if (runId !== null) record(runId, { type: 'approval.requested', approval: request });
    const answered = await this.open.ask(request, signal, about);
    const { answer, by } = answered;
    if (runId !== null) record(runId, { type: 'approval.answered', approval_id, answer, by });
    this.#tools.delete(approval_id);
    return answered;
  }

  /** A person's answer. A rule is written first: if that fails, the question stays open and the fault says why. */
  async answer(
    id: string,
    answer: 'approved' | 'denied',
    by: string,
    { scope, passkey }: { readonly scope: ApprovalScope; readonly passkey?: PasskeyProof | undefined },
  ): Promise<{ readonly counted: boolean }> {
    const request = this.open.get(id);
    const offered = scope === 'once' || request?.offers?.some((offer) => offer.scope === scope) === true;
    if (request !== null && !offered) {
      raise('bad-arguments', 'This question does not offer that.', 'Approve it once, or deny it.');
    }
    if (request !== null && answer === 'approved') this.#means.confirm(request, passkey);
    const site = request?.acts[0]?.resource;
    const tool = this.#tools.get(id);
    if (scope === 'site' && answer === 'approved' && site !== undefined && tool !== undefined) {
      given(addUnasked(this.#means.policyPath, { tool, site }));
      await this.#means.reloadPolicy();
    }
    return { counted: this.open.answer(id, answer, by, scope) };
  }

  // A run that asked too much waits until the person takes it up again. Who has no run is told no at once.
  async #rest(callerId: string, signal: AbortSignal): Promise<boolean> {
    const { pauses, record, limits } = this.#means;
    const reason = `It asked ${limits.asks_max} times within ${limits.window_minutes} minutes, which is more than anybody reads. Go on if you still want it.`;
    if (!record(callerId, { type: 'run.paused', by: 'LocalAgent', reason })) return false;
    pauses.pause(callerId);
    await pauses.passed(callerId, signal);
    return !signal.aborted;
  }
}
