import { useEffect, useState } from 'preact/hooks';
import type { ApprovalRequest } from '../../../shared/run.ts';
import { arm, armedInMs, contentOf, disarmed } from '../approval-arming.ts';

/**
 * Runs the arming of Approve against the real window: the wait starts when the card is shown and anew whenever its
 * content changes, the window or the tab comes to the front, or the focus moves within the card.
 */
export function useArming(
  request: ApprovalRequest,
  card: { readonly current: HTMLElement | null },
): { readonly armed: boolean; readonly since: number | null } {
  const [arming, setArming] = useState(disarmed);
  const [, setTick] = useState(0);
  const content = contentOf(request);
  useEffect(() => {
    setArming((now) => arm(now, { type: 'shown', content, now: Date.now() }));
    const moved = () => setArming((now) => arm(now, { type: 'focus-moved', now: Date.now() }));
    const seen = () => {
      if (document.visibilityState === 'visible') return moved();
      setArming((now) => arm(now, { type: 'hidden' }));
    };
    const element = card.current;
    window.addEventListener('focus', moved);
    document.addEventListener('visibilitychange', seen);
    element?.addEventListener('focusin', moved);
    return () => {
      window.removeEventListener('focus', moved);
      document.removeEventListener('visibilitychange', seen);
      element?.removeEventListener('focusin', moved);
    };
  }, [content, card]);

  const waitMs = arming.content === content ? armedInMs(arming, Date.now()) : null;
  useEffect(() => {
    if (waitMs === null || waitMs === 0) return;
    const timer = setTimeout(() => setTick((tick) => tick + 1), waitMs);
    return () => clearTimeout(timer);
  }, [waitMs]);
  return { armed: waitMs === 0, since: arming.since };
}
