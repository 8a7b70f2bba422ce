import { useRef } from 'preact/hooks';
import { isEditable } from '../studio-state.ts';
import type { EditorProps } from './editor-view.tsx';

/** The file itself, checked by the host while it is written. */
export function TextTab({ open, actions }: EditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const numbers = useRef<HTMLPreElement>(null);
  const wrong = new Set(open.checked.problems.map(({ line }) => line));
  const lines = open.text.split('\n');
  const goTo = (line: number | null): void => {
    const field = area.current;
    if (field === null || line === null) return;
    const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    field.focus();
    field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  };
  return (
    <>
      <div class="text-edit">
        <pre ref={numbers} aria-hidden="true">
          {lines.map((_line, index) => (
            <span key={index} class={wrong.has(index + 1) ? 'bad' : ''}>{`${index + 1}\n`}</span>
          ))}
        </pre>
        <textarea
          ref={area}
          class="code"
          aria-label="Text of the template"
          wrap="off"
          spellcheck={false}
          readOnly={!isEditable(open)}
          value={open.text}
          onInput={(event) => actions.write(event.currentTarget.value)}
          onScroll={(event) => {
            if (numbers.current !== null) numbers.current.scrollTop = event.currentTarget.scrollTop;
          }}
        />
      </div>
      <ul class="problems" aria-live="polite">
        {open.checked.problems.map(({ line, path, message }) => (
          <li key={`${line}${path}${message}`}>
            <button type="button" class="quiet" onClick={() => goTo(line)}>
              {line === null ? '' : `Line ${line}: `}
              {path === '(whole file)' ? '' : `${path} `}
              {message}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
