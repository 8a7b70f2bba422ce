import type { ChecklistItem, Finding } from '../../../shared/objective.ts';
import { itemWords } from '../objective-words.ts';
import { Shown } from './shown.tsx';
import { StatusMark } from './status-mark.tsx';

type Props = {
  readonly checklist: readonly ChecklistItem[];
  readonly findings: readonly Finding[];
  readonly over: boolean;
};

const marks = { open: 'pending', found: 'succeeded', missing: 'failed' } as const;

/** What the objective asks for, one line each, with the findings that answer it. */
export function Checklist({ checklist, findings, over }: Props) {
  if (checklist.length === 0) return null;
  const found = checklist.filter(({ state }) => state === 'found').length;
  return (
    <details class="fold" open>
      <summary>
        <h2>
          What is looked for{' '}
          <span class="soft count">
            {found} of {checklist.length} found
          </span>
        </h2>
      </summary>
      <ul class="checklist">
        {checklist.map((item) => {
          // At the end, what was never found is not found, whether the model said so or not.
          const state = over && item.state === 'open' ? 'missing' : item.state;
          const by = findings.filter(({ items }) => items.includes(item.n)).map(({ n }) => n);
          return (
            <li key={item.n} class={`item is-${state}`}>
              <StatusMark status={marks[state]} />
              <span>
                <Shown text={item.text} charactersMax={200} />
                <span class="unseen">, {itemWords[state]}</span>
                {state === 'missing' ? <span class="soft"> · {itemWords.missing}</span> : null}
                {by.length === 0 ? null : (
                  <span class="soft numbers-of">
                    {' '}
                    {by.map((n) => (
                      <a key={n} href={`#finding-${n}`} aria-label={`Finding ${n}`}>
                        [{n}]
                      </a>
                    ))}
                  </span>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
