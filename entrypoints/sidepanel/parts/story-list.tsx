import { useRef } from 'preact/hooks';
import type { Receipt } from '../../../shared/receipt.ts';
import type { StepView } from '../../../shared/run.ts';
import { countText, durationText } from '../amounts.ts';
import { type ApprovalEntry, isOver, type RunStory, type StoryEntry } from '../run-story.ts';
import { answerWords, placeOf, stepWords } from '../words.ts';
import { QuestionLine } from './question-line.tsx';
import { ReceiptLine } from './receipt-line.tsx';
import { Shown } from './shown.tsx';
import { StatusMark } from './status-mark.tsx';
import { BetweenTurns, TurnLine } from './turn-line.tsx';
import { useFollowing } from './use-following.ts';

/** What happened, in the order in which it began, then what is still to come. */
export function StoryList({ story }: { readonly story: RunStory }) {
  const { run } = story;
  const list = useRef<HTMLOListElement>(null);
  const running = run.steps.findLast((step) => step.status === 'running');
  const turn = run.objective?.turns.at(-1);
  useFollowing(list, running?.id ?? (turn === undefined ? null : `turn ${turn.n}`), isOver(run));
  const begun = new Set(story.entries.flatMap((entry) => (entry.kind === 'step' ? [entry.stepId] : [])));
  const ahead = run.steps.filter((step) => !begun.has(step.id));
  if (story.entries.length === 0 && ahead.length === 0) {
    return <p class="soft">{isOver(run) ? 'Nothing was begun.' : 'Getting ready.'}</p>;
  }
  return (
    <ol class="story" ref={list}>
      {story.entries.map((entry) => (
        <EntryLine key={keyOf(entry)} entry={entry} story={story} />
      ))}
      <Between story={story} />
      {ahead.map((step) => (
        <StepLine key={step.id} step={step} receipts={[]} />
      ))}
    </ol>
  );
}

/** A run of an objective that goes on while no turn does. */
function Between({ story }: { readonly story: RunStory }) {
  const { status, objective } = story.run;
  const last = objective?.turns.at(-1);
  if (objective === undefined || last === undefined || status !== 'running') return null;
  if (last.state === 'running' || objective.question !== null) return null;
  return <BetweenTurns last={last} story={story.objective.turns[last.n]} objective={objective} />;
}

function keyOf(entry: StoryEntry): string {
  switch (entry.kind) {
    case 'note':
      return `note ${entry.at} ${entry.text}`;
    case 'approval':
      return entry.approvalId;
    case 'turn':
      return `turn ${entry.n}`;
    case 'question':
      return entry.questionId;
    case 'step':
      return `step ${entry.stepId}`;
  }
}

function EntryLine({ entry, story }: { readonly entry: StoryEntry; readonly story: RunStory }) {
  const { run } = story;
  switch (entry.kind) {
    case 'note':
      return <NoteLine text={entry.text} />;
    case 'approval': {
      const approval = story.approvals[entry.approvalId];
      return approval === undefined ? null : <ApprovalLine approval={approval} />;
    }
    case 'turn': {
      const turn = run.objective?.turns.find(({ n }) => n === entry.n);
      if (run.objective === undefined || turn === undefined) return null;
      const told = story.objective.turns[entry.n];
      return <TurnLine turn={turn} story={told} objective={run.objective} status={run.status} />;
    }
    case 'question': {
      const asked = story.objective.questions[entry.questionId];
      return asked === undefined ? null : <QuestionLine entry={asked} over={isOver(run)} />;
    }
    case 'step': {
      const step = run.steps.find((each) => each.id === entry.stepId);
      return step === undefined ? null : <StepLine step={step} receipts={story.receipts[step.id] ?? []} />;
    }
  }
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
