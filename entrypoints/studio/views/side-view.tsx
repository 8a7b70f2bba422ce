import type { JudgedAct } from '../../../shared/protocol/studio-messages.ts';
import type { TemplatePlan } from '../../../shared/template-plan.ts';
import { FormField } from '../../sidepanel/parts/form-field.tsx';
import { Shown } from '../../sidepanel/parts/shown.tsx';
import { BucketTag } from '../parts/bucket-tag.tsx';
import { members, placedSteps, text } from '../template-value.ts';
import { triedParameters, triedText } from '../tried-values.ts';
import type { EditorProps } from './editor-view.tsx';

/** What the template does, in the host's words; or what has to be mended before anybody can say. */
export function PlanView({ open, actions }: EditorProps) {
  const { problems, plan } = open.checked;
  if (problems.length > 0) {
    return (
      <>
        <p class="soft">It cannot run before this is mended. Its lines are marked under "Text".</p>
        <ul class="problems" aria-live="polite">
          {problems.map(({ line, path, message }) => (
            <li key={`${line}${path}${message}`}>
              <button type="button" class="quiet" onClick={() => actions.show('text')}>
                <strong>{path}</strong>
                {line === null ? '' : `, line ${line}`}
                <br />
                {message}
              </button>
            </li>
          ))}
        </ul>
      </>
    );
  }
  if (plan === null) return <p class="soft">Being checked…</p>;
  return (
    <div class="plan">
      <p>
        On <Shown text={plan.sites.join(', ')} charactersMax={200} />
        {plan.secrets.length === 0 ? '' : `, with the secrets ${plan.secrets.join(', ')}`}
        {plan.output.length === 0 ? '.' : `. Gives back ${plan.output.join(', ')}.`}
      </p>
      {plan.flows.map((flow) => (
        <p key={flow} class="bad">
          Text goes from one site into acts on another: {flow}
        </p>
      ))}
      <ol>
        {plan.steps.map(({ number, title, acts, remarks }) => (
          <li key={number}>
            <span class="step-number">{number}</span>
            <div>
              <p class="step-title">
                <Shown text={title} charactersMax={120} />
              </p>
              {acts.map(({ words, bucket }) => (
                <p key={`${bucket}${words}`} class="act">
                  <BucketTag bucket={bucket} /> <Shown text={words} charactersMax={160} />
                </p>
              ))}
              {remarks.map((remark) => (
                <p key={remark} class="soft">
                  {remark}
                </p>
              ))}
            </div>
          </li>
        ))}
      </ol>
      <ExtractionView {...plan} />
    </div>
  );
}

/** Where the values of an extraction plan come from, and what leaves this computer for them. */
function ExtractionView({ extraction, leaves }: Pick<TemplatePlan, 'extraction' | 'leaves'>) {
  if (extraction.length === 0) return null;
  return (
    <>
      <h3>Where its values come from</h3>
      <ul>
        {extraction.map(({ field, words }) => (
          <li key={field}>
            <strong>{field}</strong> <Shown text={words} charactersMax={300} />
          </li>
        ))}
      </ul>
      <h3>What leaves this computer with a job of the cloud</h3>
      <ul>
        {leaves.map((what) => (
          <li key={what}>
            <Shown text={what} charactersMax={300} />
          </li>
        ))}
      </ul>
    </>
  );
}

const decisionWords = { allow: 'Allowed', ask: 'You are asked', deny: 'Refused' } as const;

/** The whole plan put to the rules in force, with values to try. Nothing is opened, read or done. */
export function RulesView({ open, state, actions }: EditorProps) {
  const value = open.checked.value ?? {};
  const parameters = triedParameters(value);
  const [first = ''] = open.checked.plan?.sites ?? [];
  const site = URL.canParse(first) ? `origin:${new URL(first).origin}` : 'domain:example.com';
  const { judged } = state;
  const isOld = judged !== null && judged.of !== open.text;
  return (
    <form
      class="rules"
      onSubmit={(event) => {
        event.preventDefault();
        void actions.askRules();
      }}
    >
      <p class="soft">
        Every act of the plan with these values is put to your rules, as before a run. No page is opened,
        nothing is read and nothing is done.
      </p>
      {parameters.map((parameter) => (
        <FormField
          key={parameter.name}
          parameter={parameter}
          value={triedText(parameter, state.tried)}
          secrets={state.secrets}
          error={null}
          secretCommand={(name) => `localagent secrets set ${name ?? parameter.name} --site ${site}`}
          onChange={(given) => actions.try(parameter.name, given)}
        />
      ))}
      <button type="submit" class="primary" disabled={open.checked.problems.length > 0}>
        See what would happen
      </button>
      {judged === null ? null : (
        <div class="judged" role="status">
          {isOld ? <p class="soft">The template was changed since.</p> : null}
          {judged.problems.map(({ path, message }) => (
            <p key={`${path}${message}`} class="bad">
              {path === '(whole file)' ? '' : `${path}: `}
              {message}
            </p>
          ))}
          {judged.problems.length > 0 ? null : <Judged acts={judged.acts} value={value} />}
        </div>
      )}
    </form>
  );
}

function Judged({
  acts,
  value,
}: {
  readonly acts: readonly JudgedAct[];
  readonly value: Parameters<typeof placedSteps>[0];
}) {
  const titles = new Map(
    placedSteps(value).map((step) => [text(step.value['id']), text(step.value['title'])]),
  );
  const denied = acts.filter(({ decision }) => decision === 'deny').length;
  const asked = acts.filter(({ decision }) => decision === 'ask').length;
  return (
    <>
      <p class={denied > 0 ? 'bad verdict' : 'verdict'}>{summary(denied, asked)}</p>
      <ul>
        {acts.map((act) => (
          <li key={`${act.step_id} ${act.words} ${act.bucket} ${act.resource}`} class={`is-${act.decision}`}>
            <span class="decision">{decisionWords[act.decision]}</span>
            <div>
              <p>
                <Shown text={titles.get(act.step_id) ?? act.step_id} charactersMax={80} />
              </p>
              <p class="soft">
                <BucketTag bucket={act.bucket} /> <Shown text={act.words} charactersMax={200} />
              </p>
              {act.decision === 'allow' ? null : <p class="soft">{act.reason}</p>}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function summary(denied: number, asked: number): string {
  if (denied > 0) return 'It would not begin: one refusal refuses the whole plan.';
  if (asked > 0) return 'It would run once you have said yes to what is asked.';
  return 'It would run without a question.';
}

const weightWords = {
  reach: 'It may do more, or elsewhere',
  doing: 'It does otherwise',
  words: 'Told otherwise',
} as const;

/** What is new since the version that is stored. */
export function ChangesView({ open, state, actions }: EditorProps) {
  const { changes } = state;
  const title = text(members(open.checked.value ?? {})['title']);
  return (
    <div class="changes">
      <button type="button" onClick={() => void actions.compare()}>
        Compare again
      </button>
      {changes === null ? <p class="soft">It can be compared once nothing is left to mend.</p> : null}
      {changes !== null && changes.against === null ? (
        <p>"{title}" is new: nothing is stored under its id.</p>
      ) : null}
      {changes !== null && changes.against !== null ? (
        <>
          <p class="soft">Against {changes.against}</p>
          {changes.changes.length === 0 ? <p>Nothing changed.</p> : null}
          {(['reach', 'doing', 'words'] as const).map((weight) => {
            const those = changes.changes.filter((change) => change.weight === weight);
            return those.length === 0 ? null : (
              <section key={weight}>
                <h3 class={weight === 'reach' ? 'bad' : ''}>{weightWords[weight]}</h3>
                <ul>
                  {those.map((change) => (
                    <li key={change.text}>
                      <Shown text={change.text} charactersMax={300} />
                    </li>
                  ))}
                </ul>
              </section>
            );
          })}
        </>
      ) : null}
    </div>
  );
}
