import { useRef, useState } from 'preact/hooks';
import type { PersonQuestion } from '../../../shared/objective.ts';
import { elapsedText } from '../amounts.ts';
import { visibleText } from '../visible-text.ts';
import { Shown } from './shown.tsx';
import { submitOnEnter } from './submit-on-enter.ts';
import { useNow } from './use-now.ts';

type Props = {
  readonly question: PersonQuestion;
  readonly title: string;
  readonly connected: boolean;
  readonly sending: boolean;
  readonly onAnswer: (text: string) => void;
};

/** What is said when the person has no answer; the run goes on with what it has. */
const noAnswer = 'I have no answer to that. Go on without it.';
const answerCharactersMax = 4_000;
const hints = {
  words: 'The model asks, not LocalAgent. Never give it a password: it does not need one.',
  code: 'The template asks. The code goes into the page that wants it, and is written down nowhere.',
  text: 'The template asks. What you write is in the report.',
  done: 'The template asks. The run waits meanwhile.',
} as const;

/** What a run asks in words, at the place of decisions. What is written here goes to the model, or into the template's form. */
export function QuestionCard({ question, title, connected, sending, onAnswer }: Props) {
  const [text, setText] = useState('');
  const { kind } = question;
  const field = useRef<HTMLTextAreaElement>(null);
  const leftMs = Date.parse(question.expires_at) - useNow(1000, true);
  const answerable = connected && !sending && leftMs > 0;
  const send = (event: Event) => {
    event.preventDefault();
    if (!answerable) return;
    if (text.trim() === '' && kind !== 'done') return field.current?.focus();
    onAnswer(text.trim());
  };
  return (
    <section class="approval question" aria-labelledby="question">
      <p class="approval-top">
        <span class="clipped">A question · {visibleText(title)}</span>
        <span class="countdown">{leftMs > 0 ? `${elapsedText(leftMs)} left` : 'Time is up'}</span>
      </p>
      <h2 id="question">
        <Shown text={question.text} charactersMax={600} />
      </h2>
      <form onSubmit={send}>
        {kind === 'done' ? null : (
          <textarea
            ref={field}
            rows={2}
            maxLength={answerCharactersMax}
            aria-labelledby="question"
            aria-describedby="question-hint"
            placeholder="Your answer"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
            onKeyDown={submitOnEnter}
          />
        )}
        <p class="soft" id="question-hint">
          {hints[kind ?? 'words']}
        </p>
        <div class="buttons">
          {kind === undefined ? (
            <button
              type="button"
              aria-disabled={!answerable}
              onClick={() => answerable && onAnswer(noAnswer)}
            >
              No answer
            </button>
          ) : null}
          <button type="submit" class="primary" aria-disabled={!answerable}>
            {sending ? 'Sending…' : kind === 'done' ? 'Done' : 'Send'}
          </button>
        </div>
      </form>
      <p class="unseen" role="alert">{`It asks you: ${visibleText(question.text)}`}</p>
    </section>
  );
}
