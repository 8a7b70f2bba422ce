import type { PersonQuestion } from '../../../shared/objective.ts';
import type { RunEvent } from '../../../shared/run.ts';
import type { Authority } from '../parts.ts';
import { visibleText } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import type { PersonTurns } from './person-turns.ts';

const answerTimeoutMs = 10_000;
/** Answers that are taken before what was no answer is left. */
const triesMax = 5;
const prompts = {
  words: 'Your answer (nothing: it goes on without one): ',
  code: 'The code (it is written down nowhere): ',
  text: 'Your answer: ',
  done: 'Press Enter once it is done: ',
} as const;
/** What an empty line says; the run goes on with what it has. */
const noAnswer = 'I have no answer to that. Go on without it.';

/**
 * Puts what a run asks in words to the person at the terminal. An answer given elsewhere, or a run that has ended, takes
 * the question away. Without a terminal it does nothing: the authority's own time limit decides.
 */
export function questionAnswerer(
  authority: Authority,
  terminal: Terminal,
  turns: PersonTurns,
  signal: AbortSignal,
): (event: RunEvent) => void {
  const open = new Map<string, AbortController>();
  return (event) => {
    if (event.type === 'question.answered') open.get(event.question_id)?.abort();
    if (event.type === 'run.finished') for (const closed of open.values()) closed.abort();
    if (event.type !== 'question.asked' || !terminal.interactive) return;
    const closed = new AbortController();
    open.set(event.question.question_id, closed);
    const either = AbortSignal.any([closed.signal, signal]);
    turns(() => put(authority, terminal, event.question, either));
  };
}

async function put(
  authority: Authority,
  terminal: Terminal,
  question: PersonQuestion,
  signal: AbortSignal,
  triesLeft = triesMax,
): Promise<void> {
  if (signal.aborted) return;
  const { kind } = question;
  terminal.warn('');
  terminal.warn(`${terminal.paint('bold', 'It asks:')} ${visibleText(question.text)}`);
  const text = await terminal.ask(prompts[kind ?? 'words'], signal);
  if (text === null) return;
  const answer = text.trim() === '' && kind === undefined ? noAnswer : text.trim();
  const given = await authority.call(
    'question.answer',
    { question_id: question.question_id, text: answer },
    { timeoutMs: answerTimeoutMs },
  );
  if (!given.ok && given.fault.code === 'bad-arguments' && triesLeft > 1) {
    terminal.warn(given.fault.message);
    return put(authority, terminal, question, signal, triesLeft - 1);
  }
  if (!given.ok) terminal.warn(`The answer did not arrive: ${given.fault.message}`);
  else if (!given.value.counted) terminal.warn('It was answered before, or too late; nothing changed.');
}
