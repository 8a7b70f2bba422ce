import { randomUUID } from 'node:crypto';
import { type AskKind, unfitAnswer } from '../../shared/asking.ts';
import { raise } from '../../shared/faults.ts';
import type { PersonQuestion } from '../../shared/objective.ts';
import type { RunEventBody } from '../../shared/run.ts';

type Means = {
  readonly clock: () => number;
  /** How long a question waits, in milliseconds. */
  readonly waitMs: number;
};
type Asked = {
  readonly text: string;
  /** Of a template's question. */
  readonly kind?: AskKind;
  /** How long this one waits; left out, as long as any. */
  readonly waitMs?: number;
  readonly unattended: boolean;
  readonly emit: (event: RunEventBody) => void;
  readonly signal: AbortSignal;
};
type Finish = (text: string | null, by: string) => void;
type Open = { readonly kind: AskKind | undefined; readonly finish: Finish };

/** What the story says instead of a code. */
const codeGiven = 'A code was given; it is not written down.';
/** Who answered where nobody did. */
const nobody = 'nobody';

/** What runs ask people in words. Each question is answered once, by whichever surface is first; silence is no answer. */
export class Questions {
  readonly #means: Means;
  readonly #open = new Map<string, Open>();

  constructor(means: Means) {
    this.#means = means;
  }

  /** The person's words; null when nobody answers in time, is there, or wants the run any more. */
  async ask({
    text,
    kind,
    waitMs = this.#means.waitMs,
    unattended,
    emit,
    signal,
  }: Asked): Promise<string | null> {
    const { clock } = this.#means;
    const question: PersonQuestion = {
      question_id: randomUUID(),
      text,
      ...(kind === undefined ? {} : { kind }),
      asked_at: new Date(clock()).toISOString(),
      expires_at: new Date(clock() + waitMs).toISOString(),
    };
    emit({ type: 'question.asked', question });
    const { question_id } = question;
    const answered = unattended || signal.aborted ? unanswered : await this.#wait(question, waitMs, signal);
    // A code is in no story, not even for the moment before it is known as a secret.
    const told = kind === 'code' && answered.text !== null ? { ...answered, text: codeGiven } : answered;
    emit({ type: 'question.answered', question_id, ...told });
    return answered.text;
  }

  /** False when it is not open any more. An answer that is not what was asked for is a fault, and the question stays open. */
  answer(questionId: string, text: string, by: string): boolean {
    const open = this.#open.get(questionId);
    if (open === undefined) return false;
    const unfit = open.kind === undefined ? null : unfitAnswer(open.kind, text);
    if (unfit !== null) raise('bad-arguments', unfit, 'The question is still open; answer it once more.');
    open.finish(text, by);
    return true;
  }

  #wait(
    { question_id: id, kind }: PersonQuestion,
    waitMs: number,
    signal: AbortSignal,
  ): Promise<{ readonly text: string | null; readonly by: string }> {
    return new Promise((resolve) => {
      const finish: Finish = (text, by) => {
        if (!this.#open.delete(id)) return;
        clearTimeout(timer);
        signal.removeEventListener('abort', silent);
        resolve({ text, by });
      };
      const silent = (): void => finish(null, nobody);
      const timer = setTimeout(silent, waitMs);
      signal.addEventListener('abort', silent, { once: true });
      this.#open.set(id, { kind, finish });
    });
  }
}

const unanswered = { text: null, by: nobody } as const;
