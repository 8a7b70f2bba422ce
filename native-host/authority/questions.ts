import { randomUUID } from 'node:crypto';
import type { PersonQuestion } from '../../shared/objective.ts';
import type { RunEventBody } from '../../shared/run.ts';

type Means = {
  readonly clock: () => number;
  /** How long a question waits, in milliseconds. */
  readonly waitMs: number;
};
type Asked = {
  readonly text: string;
  readonly unattended: boolean;
  readonly emit: (event: RunEventBody) => void;
  readonly signal: AbortSignal;
};
type Finish = (text: string | null, by: string) => void;

/** Who answered where nobody did. */
const nobody = 'nobody';

/** What runs ask people in words. Each question is answered once, by whichever surface is first; silence is no answer. */
export class Questions {
  readonly #means: Means;
  readonly #open = new Map<string, Finish>();

  constructor(means: Means) {
    this.#means = means;
  }

  /** The person's words; null when nobody answers in time, is there, or wants the run any more. */
  async ask({ text, unattended, emit, signal }: Asked): Promise<string | null> {
    const { clock, waitMs } = this.#means;
    const question: PersonQuestion = {
      question_id: randomUUID(),
      text,
      asked_at: new Date(clock()).toISOString(),
      expires_at: new Date(clock() + waitMs).toISOString(),
    };
    emit({ type: 'question.asked', question });
    const { question_id } = question;
    const answered = unattended || signal.aborted ? unanswered : await this.#wait(question_id, signal);
    emit({ type: 'question.answered', question_id, ...answered });
    return answered.text;
  }

  /** False when it is not open any more. */
  answer(questionId: string, text: string, by: string): boolean {
    const finish = this.#open.get(questionId);
    finish?.(text, by);
    return finish !== undefined;
  }

  #wait(id: string, signal: AbortSignal): Promise<{ readonly text: string | null; readonly by: string }> {
    return new Promise((resolve) => {
      const finish: Finish = (text, by) => {
        if (!this.#open.delete(id)) return;
        clearTimeout(timer);
        signal.removeEventListener('abort', silent);
        resolve({ text, by });
      };
      const silent = (): void => finish(null, nobody);
      const timer = setTimeout(silent, this.#means.waitMs);
      signal.addEventListener('abort', silent, { once: true });
      this.#open.set(id, finish);
    });
  }
}

const unanswered = { text: null, by: nobody } as const;
