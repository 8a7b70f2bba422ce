import type { Message } from './provider.ts';
import { stripThinking } from './strip-thinking.ts';

// Tokens of a text without its tokenizer. What a server counted for the prompts before corrects the estimate.

/** What a chat template writes around each message. */
const tokensAroundMessage = 6;
const charactersAWordToken = 5;
const charactersAForeignToken = 2;
/** How much of an uncorrected and of a corrected estimate is added to be on the safe side. */
const careUncorrected = 1.2;
const careCorrected = 1.06;
const correctionMin = 0.4;
const correctionMax = 2.5;

const pieces = /[\p{L}\p{M}]+|\p{N}+|\n+|[^\s\p{L}\p{N}]+/gu;
const oneEach = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu;

/** About as many tokens as most tokenizers make of a text. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(pieces)) {
    if (/^\p{N}/u.test(piece)) tokens += piece.length;
    else if (piece[0] === '\n') tokens += 1;
    else if (/^[a-zA-Z]+$/.test(piece)) tokens += Math.ceil(piece.length / charactersAWordToken);
    else tokens += foreignTokens(piece);
  }
  return tokens;
}

function foreignTokens(piece: string): number {
  const single = piece.match(oneEach)?.length ?? 0;
  return single + Math.ceil((piece.length - single) / charactersAForeignToken);
}

/** Tokens that no tokenizer goes below: none joins two words, or more than three digits. */
export function tokensAtLeast(text: string): number {
  return stripThinking(text).match(/[\p{L}\p{M}]+|\p{N}{1,3}/gu)?.length ?? 0;
}

export function estimatePrompt(messages: readonly Message[]): number {
  return messages.reduce((sum, { content }) => sum + estimateTokens(content) + tokensAroundMessage, 0);
}

function promptAtLeast(messages: readonly Message[]): number {
  return messages.reduce((sum, { content }) => sum + tokensAtLeast(content), 0);
}

/** Fewer words than this say nothing about whether a prompt was read whole. */
const wordsToJudgeMin = 40;
const shareReadMin = 0.9;

/** What the prompts of one model had in tokens so far, by its server's own count. */
export class PromptCounts {
  #correction: number | null = null;
  #before: { readonly messages: readonly Message[]; readonly tokens: number } | null = null;

  /** The likeliest number of tokens. */
  likely(messages: readonly Message[]): number {
    return Math.ceil(estimatePrompt(messages) * (this.#correction ?? 1));
  }

  /** A number that the prompt hardly goes above. */
  careful(messages: readonly Message[]): number {
    return Math.ceil(this.likely(messages) * (this.#correction === null ? careUncorrected : careCorrected));
  }

  /**
   * Takes the server's count of a prompt. False: the server cannot have read all of it, since it counts fewer tokens than
   * there are words, or no more than for the beginning of the same conversation.
   */
  wasRead(messages: readonly Message[], tokens: number): boolean {
    const atLeast = promptAtLeast(messages);
    if (atLeast >= wordsToJudgeMin && tokens < atLeast * shareReadMin) return false;
    const before = this.#before;
    if (before !== null && goesOn(before.messages, messages)) {
      const more = promptAtLeast(messages.slice(before.messages.length));
      const thought = before.messages.some(({ content }) => /<\/?think/i.test(content));
      if (!thought && more >= wordsToJudgeMin && tokens < before.tokens + more / 2) return false;
    }
    this.#before = { messages: [...messages], tokens };
    const ratio = tokens / Math.max(1, estimatePrompt(messages));
    this.#correction = Math.min(correctionMax, Math.max(correctionMin, ratio));
    return true;
  }
}

function goesOn(before: readonly Message[], now: readonly Message[]): boolean {
  return (
    now.length > before.length &&
    before.every(({ role, content }, at) => now[at]?.role === role && now[at]?.content === content)
  );
}
