import type { Channel } from './channels/channel.ts';

/** Heartbeats that may fail in a row before the job counts as lost. */
const missedMax = 3;

export type HeartbeatMeans = {
  readonly channel: Pick<Channel, 'beat'>;
  readonly token: string;
  readonly intervalMs: number;
  readonly now: () => number;
  /** The sender heard the heartbeat, and so waits on. */
  readonly onHeard: () => void;
  /** Told once: `closed` the sender takes no answer any more, `unheard` it could not be reached for too long. */
  readonly onLost: (why: 'closed' | 'unheard') => void;
};

/**
 * Says on its own timer that a job is worked on, whatever its browser does. From the moment at which the sender may have
 * given the job to another, it counts as lost, also when nothing can be heard of the sender at all.
 */
export function keepBeating(means: HeartbeatMeans): { stop(): void } {
  let heardAt = means.now();
  let isOpen = false;
  const lose = (why: 'closed' | 'unheard'): void => {
    clearInterval(timer);
    means.onLost(why);
  };
  const beat = async (): Promise<void> => {
    isOpen = true;
    const sentAt = means.now();
    const answer = await means.channel.beat(means.token);
    isOpen = false;
    if (!answer.ok || ended) return;
    if (answer.value === 'closed') return lose('closed');
    heardAt = sentAt;
    means.onHeard();
  };
  let ended = false;
  const timer = setInterval(() => {
    if (means.now() - heardAt > missedMax * means.intervalMs) return lose('unheard');
    if (!isOpen) void beat();
  }, means.intervalMs);
  return {
    stop() {
      ended = true;
      clearInterval(timer);
    },
  };
}

/** How long a run may go on after the last heartbeat that was heard. */
export function leaseMsOf(intervalMs: number): number {
  return (missedMax + 1) * intervalMs;
}
