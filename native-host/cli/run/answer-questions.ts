import type { PersonQuestion } from '../../../shared/objective.ts';
import type { RunEvent } from '../../../shared/run.ts';
import type { Authority } from '../parts.ts';
import { visibleText } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import type { PersonTurns } from './person-turns.ts';

const answerTimeoutMs = 10_000;
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
): Promise<void> {
  if (signal.aborted) return;
  terminal.warn('');
  terminal.warn(`${terminal.paint('bold', 'It asks:')} ${visibleText(question.text)}`);
  const text = await terminal.ask('Your answer (nothing: it goes on without one): ', signal);
  if (text === null) return;
  const given = await authority.call(
    'question.answer',
    { question_id: question.question_id, text: text.trim() === '' ? noAnswer : text.trim() },
    { timeoutMs: answerTimeoutMs },
  );
  if (!given.ok) terminal.warn(`The answer did not arrive: ${given.fault.message}`);
  else if (!given.value.counted) terminal.warn('It was answered before, or too late; nothing changed.');
}
