import type { QuestionEntry } from '../objective-story.ts';
import { Shown } from './shown.tsx';
import { StatusMark } from './status-mark.tsx';

type Props = { readonly entry: QuestionEntry; readonly over: boolean };

/** What was asked in words, and what was said to it. */
export function QuestionLine({ entry, over }: Props) {
  const { question, text, answered } = entry;
  const waits = !answered && !over;
  const status = waits ? 'waiting_approval' : text === null ? 'skipped' : 'succeeded';
  return (
    <li class={`step is-${status}`}>
      <StatusMark status={status} />
      <div class="step-line">
        <span class="step-title">
          It asked: <Shown text={question.text} charactersMax={300} />
        </span>
        <span class="step-note outcome">
          {text !== null ? (
            <>
              You: <Shown text={text} charactersMax={300} />
            </>
          ) : waits ? (
            'Waiting for your answer'
          ) : (
            'Nobody answered in time'
          )}
        </span>
      </div>
    </li>
  );
}
