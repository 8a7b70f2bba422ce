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
  readonly asked: Params<typeof controlRequests, 'objective.start'>;
  readonly signal: AbortSignal;
};
type Means = {
  readonly desk: Pick<ApprovalDesk, 'ask'>;
  readonly clock: () => number;
  readonly config: { readonly approvals: { readonly timeout_seconds: number } };
};
type Refusal = { readonly status: 'refused' | 'cancelled'; readonly fault: Fault };

/** A model that is not on this machine is asked only once the person has agreed to what it will be sent; null: it may be. */
export async function consentToModel(parts: Means, one: Case): Promise<Refusal | null> {
  const { model, runId, asked, signal } = one;
  if (!model.remote) return null;
  if (asked.options.unattended) {
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
      ? `Nobody answered whether ${model.place} may be sent this objective, so nothing was sent.`
      : `${model.place} may not be sent this objective, so nothing was sent.`;
  const code = answer === 'timeout' ? 'approval-timeout' : 'denied';
  const detail = { policies: ['model.consent'], by };
  return { status: 'refused', fault: fault(code, message, 'Use a model of this machine.', detail) };
}

function consentRequest({ clock, config }: Means, { model, runId, asked }: Case): ApprovalRequest {
  const now = clock();
  return {
    approval_id: randomUUID(),
    run_id: runId,
    title: `Send this objective to ${model.name} at ${model.place}`,
    acts: [
      {
        text: `Send the objective, parts of pages and findings of this run to ${model.place}`,
        bucket: 'write',
        resource: 'browser',
        rule: 'A model that is not on this machine is used only with your consent.',
        count: 1,
        details: [
          `Objective: ${asked.objective.replace(/\s+/g, ' ').slice(0, 300)}`,
          ...(asked.selection === null ? [] : ['What you selected on the page.']),
          'Parts of the pages that the run opens, their links and controls, and what they hold.',
          'Findings, and your answers to its questions.',
          'Never a stored secret.',
        ],
      },
    ],
    offers: [],
    asked_at: new Date(now).toISOString(),
    expires_at: new Date(now + config.approvals.timeout_seconds * 1000).toISOString(),
  };
}
