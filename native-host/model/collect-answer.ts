import { fault } from '../../shared/faults.ts';
import { cancelled } from './retried.ts';
import { runawayFrom } from './runaway.ts';
import { ServerTrouble } from './server-trouble.ts';

/** Something that a server said while it answers. */
export type Piece = {
  readonly text?: string;
  readonly finish?: 'stop' | 'length';
  readonly promptTokens?: number;
  readonly cachedTokens?: number;
  readonly completionTokens?: number;
};

export type Answer = {
  readonly text: string;
  readonly finish: 'stop' | 'length';
  readonly promptTokens: number | null;
  readonly cachedTokens: number | null;
  readonly completionTokens: number | null;
};

export type Waits = {
  /** Until the first piece: the server reads the prompt, which on a slow processor takes minutes. */
  readonly firstPieceMs: number;
  readonly nextPieceMs: number;
};

const answerCharactersMax = 200_000;
/** Repetition is looked for each time this much has come. */
const lookEveryCharacters = 40;
const partialCharactersMax = 4_000;

/**
 * Puts an answer together while it comes. Ends it early when it goes round in circles (`length`); one that stops coming,
 * or breaks off, is a trouble that keeps what had come.
 */
export async function collectAnswer(
  open: (signal: AbortSignal) => AsyncIterable<Piece>,
  waits: Waits,
  means: { readonly signal: AbortSignal; readonly onText?: ((text: string) => void) | undefined },
): Promise<Answer> {
  const ending = new AbortController();
  const signal = AbortSignal.any([means.signal, ending.signal]);
  let late = false;
  const giveUp = (): void => {
    late = true;
    ending.abort();
  };
  let timer = setTimeout(giveUp, waits.firstPieceMs);
  const growing = new GrowingAnswer();
  try {
    for await (const piece of open(signal)) {
      clearTimeout(timer);
      timer = setTimeout(giveUp, waits.nextPieceMs);
      growing.take(piece);
      if ((piece.text ?? '') !== '') means.onText?.(growing.text);
      if (growing.isRunaway) break;
    }
    if (means.signal.aborted) throw cancelled(tail(growing.text));
    if (late) throw tooLate(growing.text);
    return growing.whole();
  } catch (error) {
    if (means.signal.aborted) throw cancelled(tail(growing.text));
    if (late) throw tooLate(growing.text);
    throw error instanceof ServerTrouble ? withPartial(error, growing.text) : error;
  } finally {
    clearTimeout(timer);
    ending.abort();
  }
}

/** An answer as far as it has come. */
class GrowingAnswer {
  text = '';
  isRunaway = false;
  #looked = 0;
  #said: Omit<Piece, 'text'> = {};

  take({ text = '', ...said }: Piece): void {
    this.text += text;
    this.#said = { ...this.#said, ...said };
    if (this.text.length - this.#looked < lookEveryCharacters) return;
    this.#looked = this.text.length;
    const from = this.text.length > answerCharactersMax ? answerCharactersMax : runawayFrom(this.text);
    if (from === null) return;
    this.text = this.text.slice(0, from);
    this.isRunaway = true;
  }

  whole(): Answer {
    const { finish, promptTokens = null, cachedTokens = null, completionTokens = null } = this.#said;
    if (finish === undefined && !this.isRunaway) throw brokenOff(this.text);
    return {
      text: this.text,
      finish: this.isRunaway ? 'length' : (finish ?? 'stop'),
      promptTokens,
      cachedTokens,
      completionTokens,
    };
  }
}

function tail(text: string): string {
  return text.slice(-partialCharactersMax);
}

function brokenOff(text: string): ServerTrouble {
  const words = fault(
    'model-unavailable',
    'The answer of the model broke off before its end.',
    'See what its server says, and ask again.',
    { partial: tail(text) },
  );
  return new ServerTrouble(words, { again: true });
}

function tooLate(text: string): ServerTrouble {
  const words = fault(
    'model-unavailable',
    text === ''
      ? 'The model did not begin to answer in time.'
      : 'The model stopped in the middle of its answer.',
    'See whether its server still works; raise `models.timeout_seconds` for a slow machine.',
    { partial: tail(text) },
  );
  // What took so long once would take as long again.
  return new ServerTrouble(words, { again: false });
}

function withPartial({ fault: { code, message, hint, detail }, again, waitMs }: ServerTrouble, text: string) {
  const kept = text === '' ? detail : { ...detail, partial: tail(text) };
  return new ServerTrouble(fault(code, message, hint, kept), { again, waitMs });
}
