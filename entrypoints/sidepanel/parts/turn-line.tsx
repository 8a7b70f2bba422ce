import type { ObjectiveView, TurnView } from '../../../shared/objective.ts';
import type { RunStatus } from '../../../shared/run.ts';
import { elapsedText } from '../amounts.ts';
import type { TurnStory } from '../objective-story.ts';
import { betweenTurnsTitle, siteOf, turnTitle, waitingWords } from '../objective-words.ts';
import { isWebAddress } from '../web-address.ts';
import { ReceiptLine } from './receipt-line.tsx';
import { Shown } from './shown.tsx';
import { StatusMark } from './status-mark.tsx';
import { useNow } from './use-now.ts';

const marks = { done: 'succeeded', failed: 'failed', refused: 'refused' } as const;
const markWords = {
  running: 'going on',
  waiting_approval: 'waiting',
  succeeded: 'done',
  failed: 'failed',
  refused: 'refused',
} as const;

type Props = {
  readonly turn: TurnView;
  readonly story: TurnStory | undefined;
  readonly objective: ObjectiveView;
  /** How the run stands that it belongs to. */
  readonly status: RunStatus;
};

/** One turn: what it does, why, what came of it; unfolded, what was sent back and every call it made. */
export function TurnLine({ turn, story, objective, status }: Props) {
  const mark = markOf(turn, status, objective.question !== null);
  const running = mark === 'running';
  const title = turnTitle(turn);
  const more = story !== undefined && (story.refusals.length > 0 || story.receipts.length > 0);
  const line = (
    <>
      <span class="step-title">
        <Shown text={title} charactersMax={160} />
        <span class="unseen">, {markWords[mark]}</span>
      </span>
      <span class="step-time soft">
        {running && story !== undefined ? <Since at={story.since} /> : `Turn ${turn.n}`}
      </span>
      {turn.why === '' ? null : (
        <span class="step-note soft">
          <Shown text={turn.why} charactersMax={200} />
        </span>
      )}
      {running && turn.action === 'THINK' && story !== undefined ? (
        <Waited at={story.since} objective={objective} />
      ) : null}
      {turn.outcome === '' ? null : (
        <span class="step-note outcome">
          <Shown text={turn.outcome} charactersMax={240} />
        </span>
      )}
      {story === undefined || story.refusals.length === 0 ? null : (
        <span class="step-note soft">{sentBack(story.refusals.length)}</span>
      )}
    </>
  );
  return (
    <li class={`step is-${mark}`} aria-current={running ? 'step' : undefined}>
      <StatusMark status={mark} />
      {more || turn.url !== null ? (
        <details>
          <summary class="step-line">{line}</summary>
          <Unfolded turn={turn} story={story} />
        </details>
      ) : (
        <div class="step-line">{line}</div>
      )}
    </li>
  );
}

/** What goes on after a turn has ended and before the next begins: most of the time, a model that writes. */
export function BetweenTurns({
  last,
  story,
  objective,
}: Omit<Props, 'turn' | 'status'> & { readonly last: TurnView }) {
  return (
    <li class="step is-running" aria-current="step">
      <StatusMark status="running" />
      <div class="step-line">
        <span class="step-title">{betweenTurnsTitle(last)}</span>
        <span class="step-time soft">{story === undefined ? '' : <Since at={story.since} />}</span>
        {story === undefined ? null : <Waited at={story.since} objective={objective} />}
      </div>
    </li>
  );
}

/** A turn is going on only while the run is; one that the run ended in was not done. */
function markOf(turn: TurnView, status: RunStatus, asks: boolean): keyof typeof markWords {
  if (turn.state !== 'running') return marks[turn.state];
  if (status === 'running') return asks ? 'waiting_approval' : 'running';
  return status === 'paused' || status === 'waiting_approval' ? 'waiting_approval' : 'failed';
}

function Unfolded({ turn, story }: Pick<Props, 'turn' | 'story'>) {
  return (
    <ul class="receipts">
      {turn.url === null || !isWebAddress(turn.url) ? null : (
        <li>
          <a href={turn.url} target="_blank" rel="noopener noreferrer" title={turn.url}>
            <Shown text={siteOf(turn.url)} charactersMax={60} />
          </a>
        </li>
      )}
      {story?.refusals.map(({ rule, reason }, index) => (
        <li key={index}>
          Sent back: <Shown text={reason} charactersMax={400} />
          <span class="soft"> ({rule.replaceAll(/[-_]/g, ' ')})</span>
        </li>
      ))}
      {story?.receipts.map((receipt) => (
        <li key={receipt.call_id}>
          <ReceiptLine receipt={receipt} />
        </li>
      ))}
    </ul>
  );
}

function sentBack(count: number): string {
  return count === 1 ? 'One proposal was sent back' : `${count} proposals were sent back`;
}

function Since({ at }: { readonly at: string }) {
  return <>{elapsedText(useNow(1000, true) - Date.parse(at))}</>;
}

/** A model that takes its time is no reason to worry, and it says so. */
function Waited({ at, objective }: { readonly at: string; readonly objective: ObjectiveView }) {
  const words = waitingWords(useNow(1000, true) - Date.parse(at), objective.tokens);
  return words === '' ? null : <span class="step-note soft">{words}</span>;
}
