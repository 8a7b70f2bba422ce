import { encode } from 'gpt-tokenizer';

// What a server with a prefix cache would have to evaluate, counted exactly: the longest beginning that a prompt shares
// with what one of its slots holds, prompt and answer, in tokens of a real tokenizer (o200k). A model's own tokenizer
// differs by some percent, the shared beginning does not. As llama.cpp does, each prompt takes the slot that it shares
// most with, a free one if it shares less than a tenth, and at least one token is always evaluated.

export type PromptMessage = { readonly role: string; readonly content: string };
export type PromptCount = { readonly prompt: number; readonly cached: number };

const slotsDefault = 4;
/** Below this share of the prompt a slot's content is not worth keeping for it. */
const similarMin = 0.1;
/** Tokens that open and close a message, told apart from every token of a text. */
const openMark = -1;
const closeMark = -2;
const rolesMarks: Readonly<Record<string, number>> = { system: -3, user: -4, assistant: -5 };

export class PrefixCache {
  readonly #slots: { tokens: readonly number[]; usedAt: number }[] = [];
  readonly #slotsMax: number;
  #clock = 0;
  #slot = 0;

  constructor(slotsMax = slotsDefault) {
    this.#slotsMax = slotsMax;
  }

  /** Counts a prompt, and remembers it. */
  take(messages: readonly PromptMessage[]): PromptCount {
    const tokens = tokensOf(messages);
    const shared = this.#slots.map((slot) => sharedLength(slot.tokens, tokens));
    const most = Math.max(0, ...shared);
    const at = most >= tokens.length * similarMin ? shared.indexOf(most) : -1;
    this.#slot = at === -1 ? this.#freeSlot() : at;
    this.#hold(tokens);
    return { prompt: tokens.length, cached: at === -1 ? 0 : Math.min(most, tokens.length - 1) };
  }

  /** What was answered to the last prompt stands behind it in its slot. Gives its tokens. */
  answered(text: string): number {
    const written = encode(text);
    this.#hold([...(this.#slots[this.#slot]?.tokens ?? []), ...written]);
    return written.length + 1;
  }

  #freeSlot(): number {
    if (this.#slots.length < this.#slotsMax) return this.#slots.length;
    const oldest = Math.min(...this.#slots.map(({ usedAt }) => usedAt));
    return this.#slots.findIndex(({ usedAt }) => usedAt === oldest);
  }

  #hold(tokens: readonly number[]): void {
    this.#clock += 1;
    this.#slots[this.#slot] = { tokens, usedAt: this.#clock };
  }
}

/** Tokens of a prompt as a chat template writes it, ending where the answer begins. */
export function tokensOf(messages: readonly PromptMessage[]): readonly number[] {
  const head = (role: string): readonly number[] => [openMark, rolesMarks[role] ?? -6];
  return [
    ...messages.flatMap(({ role, content }) => [...head(role), ...encode(content), closeMark]),
    ...head('assistant'),
  ];
}

function sharedLength(one: readonly number[], other: readonly number[]): number {
  const end = Math.min(one.length, other.length);
  for (let at = 0; at < end; at += 1) if (one[at] !== other[at]) return at;
  return end;
}
