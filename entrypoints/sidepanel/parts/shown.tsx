import { useState } from 'preact/hooks';
import { cutMiddle, lineCharactersMax, visibleParts } from '../visible-text.ts';

type Props = { readonly text: string; readonly charactersMax?: number };

/**
 * Text that somebody else chose, shown as it is: nothing in it can hide or reorder, direction stays inside its own
 * box, and a long text loses its middle until the person asks for it.
 */
export function Shown({ text, charactersMax = lineCharactersMax }: Props) {
  const [whole, setWhole] = useState(false);
  const cut = cutMiddle(text, charactersMax);
  if (cut.hidden === 0 || whole) return <Marked text={text} />;
  return (
    <bdi>
      <Marked text={cut.head} />
      <button
        type="button"
        class="cut"
        title="Show all of it"
        onClick={(event) => {
          event.preventDefault();
          setWhole(true);
        }}
      >
        {`… ${cut.hidden} more …`}
      </button>
      <Marked text={cut.tail} />
    </bdi>
  );
}

function Marked({ text }: { readonly text: string }) {
  return (
    <bdi>
      {visibleParts(text).map((part) =>
        part.kind === 'plain' ? (
          part.text
        ) : (
          <span class="mark" title="A character that cannot be seen">
            {part.text}
          </span>
        ),
      )}
    </bdi>
  );
}
