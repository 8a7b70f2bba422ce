import { useRef } from 'preact/hooks';
import type { Receipt } from '../../../shared/receipt.ts';
import type { StepView } from '../../../shared/run.ts';
import { countText, durationText } from '../amounts.ts';
import { type ApprovalEntry, isOver, type RunStory } from '../run-story.ts';
import { answerWords, placeOf, stepWords } from '../words.ts';
import { ReceiptLine } from './receipt-line.tsx';
import { Shown } from './shown.tsx';
import { StatusMark } from './status-mark.tsx';
import { useFollowing } from './use-following.ts';

/** What happened, in the order in which it began, then what is still to come. */
export function StoryList({ story }: { readonly story: RunStory }) {
  const { run } = story;
  const list = useRef<HTMLOListElement>(null);
  const running = run.steps.findLast((step) => step.status === 'running');
  useFollowing(list, running?.id ?? null, isOver(run));
  const begun = new Set(story.entries.flatMap((entry) => (entry.kind === 'step' ? [entry.stepId] : [])));
  const ahead = run.steps.filter((step) => !begun.has(step.id));
  if (story.entries.length === 0 && ahead.length === 0) {
    return <p class="soft">{isOver(run) ? 'No step was begun.' : 'Getting ready.'}</p>;
  }
  return (
    <ol class="story" ref={list}>
      {story.entries.map((entry) => {
        if (entry.kind === 'note')
          return <NoteLine key={`note ${entry.at} ${entry.text}`} text={entry.text} />;
        if (entry.kind === 'approval') {
          const approval = story.approvals[entry.approvalId];
          return approval === undefined ? null : <ApprovalLine key={entry.approvalId} approval={approval} />;
        }
        const step = run.steps.find((each) => each.id === entry.stepId);
        if (step === undefined) return null;
        return <StepLine key={step.id} step={step} receipts={story.receipts[step.id] ?? []} />;
      })}
      {ahead.map((step) => (
        <StepLine key={step.id} step={step} receipts={[]} />
      ))}
    </ol>
  );
}

type StepProps = { readonly step: StepView; readonly receipts: readonly Receipt[] };

function StepLine({ step, receipts }: StepProps) {
  const sites = [
    ...new Set(receipts.map((receipt) => placeOf(receipt.resource)).filter((site) => site !== '')),
  ];
  const site = sites[0];
  const pending = step.status === 'pending';
  const line = (
    <>
      <span class="step-title">
        <Shown text={step.title} />
        {step.runs > 1 ? <span class="soft times"> ×&nbsp;{step.runs}</span> : null}
        <span class="unseen">, {stepWords[step.status]}</span>
      </span>
      <span class="step-time soft">{step.duration_ms > 0 ? durationText(step.duration_ms) : ''}</span>
      {pending ? null : (
        <span class="step-note soft">
          {step.note === '' ? null : <Shown text={step.note} charactersMax={200} />}
          {step.note === '' && site !== undefined ? <Shown text={site} charactersMax={48} /> : null}
          {step.note === '' && sites.length > 1 ? ` and ${countText(sites.length - 1, 'other')}` : null}
        </span>
      )}
    </>
  );
  return (
    <li class={`step is-${step.status}`} aria-current={step.status === 'running' ? 'step' : undefined}>
      <StatusMark status={step.status} />
      {receipts.length === 0 ? (
        <div class="step-line">{line}</div>
      ) : (
        <details>
          <summary class="step-line">{line}</summary>
          <ul class="receipts">
            {receipts.map((receipt) => (
              <li key={receipt.call_id}>
                <ReceiptLine receipt={receipt} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

function NoteLine({ text }: { readonly text: string }) {
  return (
    <li class="step is-note">
      <span class="status-mark" />
      <div class="step-line">
        <span class="soft">
          <Shown text={text} charactersMax={300} />
        </span>
      </div>
    </li>
  );
}

function ApprovalLine({ approval }: { readonly approval: ApprovalEntry }) {
  const { request, answer, by } = approval;
  const status = answer === null ? 'waiting_approval' : answer === 'approved' ? 'succeeded' : 'refused';
  return (
    <li class={`step is-${status}`}>
      <StatusMark status={status} />
      <details>
        <summary class="step-line">
          <span class="step-title">
            {answer === null ? 'Waiting for your decision' : answerWords(answer)}
          </span>
          <span class="step-note soft">
            <Shown text={request.title} />
          </span>
        </summary>
        <ul class="receipts">
          {request.acts.map((act) => (
            <li key={`${act.text} ${act.resource}`}>
              <Shown text={act.text} />
              {act.count > 1 ? ` × ${act.count}` : ''}
            </li>
          ))}
          {by === '' || by === 'nobody' ? null : (
            <li class="soft">
              Answered by: <Shown text={by} />
            </li>
          )}
        </ul>
      </details>
    </li>
  );
}
