import { Bucket } from '../../../shared/actions.ts';
import type { Receipt } from '../../../shared/receipt.ts';
import type { Status } from '../panel-state.ts';
import { RuleUseView } from '../parts/rule-use-view.tsx';
import { Shown } from '../parts/shown.tsx';
import { useNow } from '../parts/use-now.ts';
import { bucketWords } from '../words.ts';
import { Waiting } from './home-view.tsx';

const sourceWords: Readonly<Record<string, string>> = {
  default: 'As installed',
  organisation: 'Your organisation',
  'policy.yaml': 'Your policy.yaml',
};

type Props = { readonly status: Status | null; readonly receipts: readonly Receipt[] | null };
type Rule = Status['policy'][number];
type Used = { readonly receipts: readonly Receipt[]; readonly now: Date };

/** What is allowed, asked and refused, in words, where each rule stands, and what it decided lately. */
export function RulesView({ status, receipts }: Props) {
  const now = new Date(useNow(60_000, true));
  return (
    <section>
      <h1 tabIndex={-1}>Rules</h1>
      <p class="soft">
        What LocalAgent may do by itself, what it asks first, and what it never does. Each kind of act has its
        rule; what holds for all of them stands at the end.
      </p>
      {status === null ? <Waiting /> : <Rules status={status} used={{ receipts: receipts ?? [], now }} />}
    </section>
  );
}

function Rules({ status, used }: { readonly status: Status; readonly used: Used }) {
  return (
    <>
      <Trouble title="LocalAgent is switched off" text={status.switched_off} />
      <Trouble title="The rules cannot be read, so nothing is allowed" text={status.policy_error} />
      {Bucket.options.map((bucket) => {
        const rules = status.policy.filter((rule) => rule.bucket === bucket);
        return rules.length === 0 ? null : (
          <section key={bucket} class="rule" aria-labelledby={`bucket-${bucket}`}>
            <h2 id={`bucket-${bucket}`}>{bucketWords[bucket].title}</h2>
            <p class="soft">{bucketWords[bucket].effect}</p>
            <ul class="rows plain">
              {rules.map((rule) => (
                <li key={rule.id}>
                  <BucketRule rule={rule} used={used} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      <StandingRules status={status} used={used} />
      <p class="soft">
        Change them in <code>policy.yaml</code> in the data folder; a change counts at once. To see what a
        rule would say to an act, run <code>localagent policy explain</code>.
      </p>
    </>
  );
}

function Trouble({ title, text }: { readonly title: string; readonly text: string | null }) {
  if (text === null) return null;
  return (
    <section class="trouble" role="alert">
      <h2>{title}</h2>
      <p>
        <Shown text={text} charactersMax={600} />
      </p>
    </section>
  );
}

function BucketRule({ rule, used }: { readonly rule: Rule; readonly used: Used }) {
  return (
    <>
      <p>
        <Shown text={rule.words} charactersMax={400} />
      </p>
      <p>
        <span class="tag">{sourceWords[rule.source] ?? rule.source}</span>
        {rule.approve ? <span class="tag">Asks first</span> : null}
      </p>
      {rule.resources.length <= toldInWordsMax ? null : (
        <details>
          <summary>{rule.mode === 'block-list' ? 'Where not' : 'Where'}</summary>
          <ul class="resources">
            {rule.resources.slice(0, resourcesShownMax).map((resource) => (
              <li key={resource}>
                <code>
                  <Shown text={resource} />
                </code>
              </li>
            ))}
            {rule.resources.length > resourcesShownMax ? (
              <li class="soft">and {rule.resources.length - resourcesShownMax} more</li>
            ) : null}
          </ul>
        </details>
      )}
      <RuleUseView id={rule.id} {...used} />
    </>
  );
}

/** So many the rule's own sentence names. */
const toldInWordsMax = 3;
/** Entries of one list that are drawn; a list can have 100,000. */
const resourcesShownMax = 200;

/** Rules beside the buckets: those that no setting takes away, and an organisation's own. */
function StandingRules({ status, used }: { readonly status: Status; readonly used: Used }) {
  const groups = [
    { title: 'Added rules', rules: status.standing_rules.filter(({ source }) => source !== 'always') },
    {
      title: 'Always, whatever the rules say',
      rules: status.standing_rules.filter(({ source }) => source === 'always'),
    },
  ];
  return groups.map(({ title, rules }) =>
    rules.length === 0 ? null : (
      <section key={title} class="rule">
        <h2>{title}</h2>
        <ul class="rows plain">
          {rules.map(({ id, words, source }) => (
            <li key={id}>
              <p>
                <Shown text={words} charactersMax={400} />
              </p>
              {source === 'always' ? null : (
                <p>
                  <span class="tag">
                    <Shown text={sourceWords[source] ?? source} />
                  </span>
                </p>
              )}
              <RuleUseView id={id} {...used} />
            </li>
          ))}
        </ul>
      </section>
    ),
  );
}
