import { randomBytes } from 'node:crypto';
import { failed, type Result } from '../../shared/faults.ts';
import { isPrompt, singleStepsOf, type Template } from '../../shared/template.ts';
import { answerStep } from '../agent/answer-step.ts';
import type { Model } from '../model/provider.ts';
import { readReply } from '../model/read-reply.ts';
import type { AskModel } from '../workflow/ports.ts';
import { consentToModel } from './consent-to-model.ts';
import type { Parts } from './parts.ts';

type ModelParts = Parameters<typeof consentToModel>[0] & {
  readonly engines: Pick<Parts['engines'], 'openModel'>;
  readonly vault: { redactor(): { redactText(text: string): string } };
  readonly budgets: Pick<Parts['budgets'], 'spendTokens'>;
};

/** The model of a run's prompt steps: opened once, at the first question, and let go of with the run. */
export class StepModel {
  readonly #parts: ModelParts;
  readonly #run: { readonly id: string; readonly unattended: boolean; readonly title: string };
  readonly #seal = randomBytes(3).toString('hex');
  #opened: Promise<Result<Model>> | null = null;

  constructor(
    parts: ModelParts,
    run: { readonly id: string; readonly unattended: boolean; readonly title: string },
  ) {
    this.#parts = parts;
    this.#run = run;
  }

  /** Opens the model, and asks for leave where it is not on this machine. */
  ready(signal: AbortSignal): Promise<Result<Model>> {
    this.#opened ??= this.#open(signal);
    return this.#opened;
  }

  readonly ask: AskModel = async (asked, { emit, signal }) => {
    const model = await this.ready(signal);
    if (!model.ok) return model;
    const { vault, budgets } = this.#parts;
    return answerStep(asked, {
      model: model.value,
      readReply,
      redact: (text) => vault.redactor().redactText(text),
      seal: this.#seal,
      spendTokens: (tokens) => budgets.spendTokens(this.#run.id, tokens),
      onNote: emit,
      signal,
    });
  };

  async close(): Promise<void> {
    const opened = await this.#opened;
    if (opened?.ok) await opened.value.close();
  }

  async #open(signal: AbortSignal): Promise<Result<Model>> {
    const model = await this.#parts.engines.openModel(null);
    if (!model.ok) return model;
    const { id, unattended, title } = this.#run;
    const sends = {
      name: `questions of "${title.slice(0, 200)}"`,
      text: 'questions of the template and what its steps have read',
      details: [
        'What the steps that a question names have read, up to 12,000 characters each time.',
        'Never a stored secret.',
      ],
    };
    const refused = await consentToModel(this.#parts, {
      model: model.value,
      runId: id,
      unattended,
      sends,
      signal,
    });
    if (refused === null) return model;
    await model.value.close();
    return failed(refused.fault);
  }
}

/** Whether a run of the template cannot do without a model. */
export function needsModel({ steps }: Template): boolean {
  return singleStepsOf(steps).some(({ step }) => isPrompt(step) && step.on_failure !== 'skip');
}
