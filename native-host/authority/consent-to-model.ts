import { randomUUID } from 'node:crypto';
import { type Fault, fault } from '../../shared/faults.ts';
import type { controlRequests } from '../../shared/protocol/control-messages.ts';
import type { Params } from '../../shared/protocol/messages.ts';
import type { ApprovalRequest } from '../../shared/run.ts';
import type { Model } from '../model/provider.ts';
import type { ApprovalDesk } from './approval-desk.ts';

type Case = {
  readonly model: Pick<Model, 'name' | 'place' | 'remote'>;
  readonly runId: string;
  readonly unattended: boolean;
  /** What it would be sent: in the title, in a sentence, and line by line. */
  readonly sends: { readonly name: string; readonly text: string; readonly details: readonly string[] };
  readonly signal: AbortSignal;
};
type ObjectiveAsked = Pick<Params<typeof controlRequests, 'objective.start'>, 'objective' | 'selection'>;
type Means = {
  readonly desk: Pick<ApprovalDesk, 'ask'>;
  readonly clock: () => number;
  readonly config: { readonly approvals: { readonly timeout_seconds: number } };
};
type Refusal = { readonly status: 'refused' | 'cancelled'; readonly fault: Fault };

/** A model that is not on this machine is asked only once the person has agreed to what it will be sent; null: it may be. */
export async function consentToModel(parts: Means, one: Case): Promise<Refusal | null> {
  const { model, runId, unattended, sends, signal } = one;
  if (!model.remote) return null;
  if (unattended) {
    const message = `The model ${model.name} at ${model.place} is not on this machine, and nobody is there to agree to that.`;
    const hint = 'Use a model of this machine, or start the run where you can be asked.';
    return { status: 'refused', fault: fault('denied', message, hint, { policies: ['model.consent'] }) };
  }
  const request = consentRequest(parts, one);
  const { answer, by } = await parts.desk.ask(request, signal, { caller_id: runId, page: null }, 'model');
  if (signal.aborted) {
    return {
      status: 'cancelled',
      fault: fault('cancelled', 'The run was stopped before it began.', 'Nothing was sent.'),
    };
  }
  if (answer === 'approved') return null;
  const message =
    answer === 'timeout'
      ? `Nobody answered whether ${model.place} may be sent ${sends.name}, so nothing was sent.`
      : `${model.place} may not be sent ${sends.name}, so nothing was sent.`;
  const code = answer === 'timeout' ? 'approval-timeout' : 'denied';
  const detail = { policies: ['model.consent'], by };
  return { status: 'refused', fault: fault(code, message, 'Use a model of this machine.', detail) };
}

function consentRequest({ clock, config }: Means, { model, runId, sends }: Case): ApprovalRequest {
  const now = clock();
  return {
    approval_id: randomUUID(),
    run_id: runId,
    title: `Send ${sends.name} to ${model.name} at ${model.place}`,
    acts: [
      {
        text: `Send ${sends.text} to ${model.place}`,
        bucket: 'write',
        resource: 'browser',
        rule: 'A model that is not on this machine is used only with your consent.',
        count: 1,
        details: [...sends.details],
      },
    ],
    offers: [],
    asked_at: new Date(now).toISOString(),
    expires_at: new Date(now + config.approvals.timeout_seconds * 1000).toISOString(),
  };
}

/** What a model is sent of an objective run. */
export function objectiveSends({ objective, selection }: ObjectiveAsked): Case['sends'] {
  return {
    name: 'this objective',
    text: 'the objective, parts of pages and findings of this run',
    details: [
      `Objective: ${objective.replace(/\s+/g, ' ').slice(0, 300)}`,
      ...(selection === null ? [] : ['What you selected on the page.']),
      'Parts of the pages that the run opens, their links and controls, and what they hold.',
      'Findings, and your answers to its questions.',
      'Never a stored secret.',
    ],
  };
}
