import { useState } from 'preact/hooks';
import { objectiveCharactersMax } from '../../../shared/objective.ts';
import { submitOnEnter } from './submit-on-enter.ts';

type Props = { readonly starting: boolean; readonly onAsk: (text: string) => void };

/** Goes on from a run that is over: the next one is told all that this one found. */
export function AskFurther({ starting, onAsk }: Props) {
  const [text, setText] = useState('');
  const ready = text.trim() !== '' && !starting;
  return (
    <form
      class="ask further"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) onAsk(text);
      }}
    >
      <label for="further">Ask further</label>
      <textarea
        id="further"
        rows={2}
        maxLength={objectiveCharactersMax}
        placeholder="It knows the objective, what was found and the result."
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={submitOnEnter}
      />
      <div class="ask-end">
        <button type="submit" aria-disabled={!ready}>
          {starting ? 'Starting…' : 'Ask'}
        </button>
      </div>
    </form>
  );
}
