import { Bucket } from '../../../shared/actions.ts';
import type { Status } from '../panel-state.ts';
import { Shown } from '../parts/shown.tsx';
import { bucketWords } from '../words.ts';
import { Waiting } from './home-view.tsx';

const sourceWords: Readonly<Record<string, string>> = {
  default: 'As installed',
  organisation: 'Your organisation',
  'policy.yaml': 'Your policy.yaml',
};

/** What is allowed, asked and refused, in words, and where each rule stands. */
export function RulesView({ status }: { readonly status: Status | null }) {
  return (
    <section>
      <h1 tabIndex={-1}>Rules</h1>
      <p class="soft">What LocalAgent may do by itself, what it asks first, and what it never does.</p>
      {status === null ? <Waiting /> : <Rules status={status} />}
    </section>
  );
}

function Rules({ status }: { readonly status: Status }) {
  return (
    <>
      {status.policy_error === null ? null : (
        <section class="trouble" role="alert">
          <h2>The rules cannot be read, so nothing is allowed</h2>
          <p>
            <Shown text={status.policy_error} charactersMax={600} />
          </p>
        </section>
      )}
      {Bucket.options.map((bucket) => {
        const rules = status.policy.filter((rule) => rule.bucket === bucket);
        return rules.length === 0 ? null : (
          <section key={bucket} class="rule" aria-labelledby={`bucket-${bucket}`}>
            <h2 id={`bucket-${bucket}`}>{bucketWords[bucket].title}</h2>
            <p class="soft">{bucketWords[bucket].effect}</p>
            <ul class="rows plain">
              {rules.map((rule) => (
                <li key={`${rule.source} ${rule.words}`}>
                  <p>
                    <Shown text={rule.words} charactersMax={400} />
                  </p>
                  {rule.resources.length === 0 ? null : (
                    <details>
                      <summary>{rule.mode === 'block-list' ? 'Except' : 'Only'}</summary>
                      <ul class="resources">
                        {rule.resources.map((resource) => (
                          <li key={resource}>
                            <code>
                              <Shown text={resource} />
                            </code>
                          </li>
                        ))}
                      </ul>
                    </details>
                  )}
                  <p>
                    <span class="tag">{sourceWords[rule.source] ?? rule.source}</span>
                    {rule.approve ? <span class="tag">Asks first</span> : null}
                  </p>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      <p class="soft">
        Change them in <code>policy.yaml</code> in the data folder. A change counts at once.
      </p>
    </>
  );
}
