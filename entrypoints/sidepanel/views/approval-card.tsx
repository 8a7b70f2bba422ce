import { useEffect, useRef, useState } from 'preact/hooks';
import type { ApprovalRequest, ApprovalScope } from '../../../shared/run.ts';
import { elapsedText } from '../amounts.ts';
import { groupActs } from '../approval-groups.ts';
import type { PendingApproval } from '../panel-state.ts';
import { ActGroupView } from '../parts/act-group-view.tsx';
import { Shown } from '../parts/shown.tsx';
import { useArming } from '../parts/use-arming.ts';
import { useNow } from '../parts/use-now.ts';
import { visibleText } from '../visible-text.ts';

type Props = {
  readonly pending: PendingApproval;
  /** How many decisions wait, this one included. */
  readonly waiting: number;
  readonly connected: boolean;
  /** The words that only LocalAgent's own questions carry; null until they are known. */
  readonly phrase: string | null;
  readonly onAnswer: (answer: 'approved' | 'denied', scope: ApprovalScope) => void;
};

/** From here on the time left is also said aloud. */
const warnMs = 30_000;

/**
 * The one decision that waits. Deny has the focus and works at once. Approve works only after the card has stood
 * still for a moment, only by a person's own click or Space, never by Enter.
 */
export function ApprovalCard({ pending, waiting, connected, phrase, onAnswer }: Props) {
  const { request, answering } = pending;
  const card = useRef<HTMLElement>(null);
  const deny = useRef<HTMLButtonElement>(null);
  const { armed, since } = useArming(request, card);
  const [early, setEarly] = useState(false);
  const [scope, setScope] = useState<ApprovalScope>('once');
  const leftMs = Date.parse(request.expires_at) - useNow(1000, true);
  useFocusOn(deny);

  const answerable = connected && answering === null && leftMs > 0;
  const approve = (event: MouseEvent) => {
    // A script could press the button too; only what the browser itself reports as the person's counts.
    if (!event.isTrusted || !answerable) return;
    if (!armed) return setEarly(true);
    onAnswer('approved', scope);
  };
  return (
    <section class="approval" role="alertdialog" aria-labelledby="asked" aria-describedby="acts" ref={card}>
      <p class="approval-top">
        <span>{waiting > 1 ? `Your decision · 1 of ${waiting}` : 'Your decision'}</span>
        <span class="countdown">{leftMs > 0 ? `${elapsedText(leftMs)} left` : 'Time is up'}</span>
      </p>
      <h2 id="asked">
        <Shown text={request.title} charactersMax={200} />
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard. */}
      <div class="acts" id="acts" tabIndex={0}>
        {groupActs(request.acts).map((group) => (
          <ActGroupView key={group.bucket} group={group} />
        ))}
      </div>
      <Reach offers={request.offers ?? []} scope={scope} onChoose={setScope} />
      <p class="soft approval-hint" role="status">
        {hintOf(connected, early && !armed, leftMs)}
      </p>
      <div class="buttons">
        <button
          type="button"
          ref={deny}
          aria-disabled={!answerable}
          onClick={() => answerable && onAnswer('denied', 'once')}
        >
          {answering === 'denied' ? 'Denying…' : 'Deny'}
        </button>
        <button
          type="button"
          class={armed ? 'approve armed' : 'approve'}
          aria-disabled={!armed || !answerable}
          // A press must not move the focus: that would start the wait anew and the click would count for nothing.
          onMouseDown={(event) => event.preventDefault()}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          onClick={approve}
        >
          {/* A new element for each wait, so that the bar starts from the beginning. */}
          <span key={since} class="arming" aria-hidden="true" />
          {answering === 'approved' ? 'Approving…' : 'Approve'}
        </button>
      </div>
      {phrase === null ? null : (
        <p class="soft phrase">
          Your words, which no page knows: <strong>{phrase}</strong>
        </p>
      )}
      <p class="unseen" role="alert">{`Your decision is needed: ${visibleText(request.title)}`}</p>
    </section>
  );
}

type ReachProps = {
  readonly offers: NonNullable<ApprovalRequest['offers']>;
  readonly scope: ApprovalScope;
  readonly onChoose: (scope: ApprovalScope) => void;
};

/** How far a yes reaches: this once unless the person chooses otherwise, each choice in the words that hold from then on. */
function Reach({ offers, scope, onChoose }: ReachProps) {
  if (offers.length === 0) return null;
  const choices = [{ scope: 'once', words: 'Only this once' } as const, ...offers];
  return (
    <fieldset class="reach">
      <legend class="unseen">How far an approval reaches</legend>
      {choices.map((choice) => (
        <label key={choice.scope}>
          <input
            type="radio"
            name="reach"
            checked={choice.scope === scope}
            onChange={() => onChoose(choice.scope)}
          />
          <Shown text={choice.words} charactersMax={240} />
        </label>
      ))}
    </fieldset>
  );
}

function hintOf(connected: boolean, early: boolean, leftMs: number): string {
  if (!connected) return 'Waiting for the connection. Without an answer it counts as denied.';
  if (leftMs <= 0) return 'This counts as denied.';
  if (early) return 'Approve works a moment after the card comes into view. Press it again.';
  if (leftMs < warnMs) return 'Less than half a minute left. Without an answer it counts as denied.';
  return 'Without an answer it counts as denied.';
}

/** Focuses the safe answer when the card comes, unless the person is typing; gives the focus back when it goes. */
function useFocusOn(target: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const before = document.activeElement;
    const typing = before instanceof HTMLInputElement || before instanceof HTMLSelectElement;
    // The card sticks to the bottom; without this Chrome would scroll the story to the card's own place, its end.
    if (!typing) target.current?.focus({ preventScroll: true });
    return () => {
      if (!typing && before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    };
  }, [target]);
}
