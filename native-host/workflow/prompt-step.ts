import type { StepQuestion } from '../../shared/prompt-answer.ts';
import { optionsMax, type PromptAnswer } from '../../shared/prompt-answer.ts';
import { isAsk, isCode, isPrompt, type PromptStep, type SingleStep } from '../../shared/template.ts';
import type { Problem } from './problems.ts';
import { referencesIn } from './references.ts';

// A prompt step before and while it runs: what it is shown is cut to a size that a small model reads, and what it may answer is known
// before it is asked.

type Path = readonly PropertyKey[];

/** Characters of results that one question shows, all of them together. */
export const seenCharactersMax = 12_000;

/** What is wrong with a prompt step's own words. References are checked with all others. */
export function checkPromptStep({ prompt, answer }: PromptStep, path: Path): Problem[] {
  const others = referencesIn(prompt).references.filter(({ root }) => root !== 'parameters');
  const question = others.map(({ text }) => ({
    path: [...path, 'prompt'],
    message: `${text}: only parameters may be named in a question; what steps have read is named in "sees"`,
  }));
  if (!('choose' in answer) || typeof answer.choose !== 'string') return question;
  const at = [...path, 'answer', 'choose'];
  if (/^\s*\{\{[^{}]*\}\}\s*$/.test(answer.choose)) return question;
  return [...question, { path: at, message: 'must be a list of options, or one reference to a list' }];
}

/** What can be named of a step's result; null: anything. */
export function fieldsOf(step: Exclude<SingleStep, { tool: string }>): ReadonlySet<string> | null {
  if (isCode(step)) return null;
  if (isAsk(step)) return new Set(['answer']);
  if (!isPrompt(step)) return null;
  const fields = 'extract' in step.answer ? Object.keys(step.answer.extract) : [];
  return new Set(['answer', 'unsupported', 'left_out', ...fields]);
}

/** The form that an answer must have; null with the reason where the list of options is none. */
export function formOf(
  answer: PromptAnswer,
  resolve: (value: unknown) => unknown,
): StepQuestion['form'] | { readonly wrong: string } {
  if ('yes_no' in answer) return { kind: 'yes_no' };
  if ('extract' in answer) return { kind: 'extract', fields: answer.extract };
  const list = resolve(answer.choose);
  const options = (Array.isArray(list) ? list : []).filter((one) => typeof one === 'string' && one !== '');
  const distinct = [...new Set(options.map(String))];
  if (distinct.length === 0) return { wrong: 'there is nothing to choose from' };
  if (distinct.length > optionsMax)
    return { wrong: `there are ${distinct.length} options, and at most ${optionsMax} are shown` };
  return { kind: 'choose', options: distinct };
}

export type Shown = {
  readonly seen: StepQuestion['seen'];
  /** Characters of the results that were not shown. */
  readonly leftOut: number;
};

/** Results as the text that a model reads: each gets its share of the room, and what one does not need goes to the others. */
export function shownResults(results: readonly { readonly title: string; readonly value: unknown }[]): Shown {
  const texts = results.map(({ title, value }) => ({ title, text: textOf(value) }));
  let room = seenCharactersMax;
  let left = texts.length;
  const shares = new Map<number, number>();
  for (const index of texts.map((_, at) => at).sort((a, b) => lengthAt(texts, a) - lengthAt(texts, b))) {
    const share = Math.min(lengthAt(texts, index), Math.floor(room / left));
    shares.set(index, share);
    room -= share;
    left -= 1;
  }
  const seen = texts.map(({ title, text }, index) => ({
    title,
    text: text.slice(0, shares.get(index) ?? 0),
  }));
  const whole = texts.reduce((sum, { text }) => sum + text.length, 0);
  return { seen, leftOut: whole - seen.reduce((sum, { text }) => sum + text.length, 0) };
}

function lengthAt(texts: readonly { readonly text: string }[], index: number): number {
  return texts[index]?.text.length ?? 0;
}

// A page's text is shown as it is; everything else as JSON, which says what belongs to what.
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const text: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'text') : undefined;
  return typeof text === 'string' && text !== '' ? text : JSON.stringify(value ?? null, null, 1);
}
