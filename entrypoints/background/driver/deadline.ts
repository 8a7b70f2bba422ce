import { raise } from '../../../shared/faults.ts';

/** Milliseconds until `deadline` (epoch ms), never negative, at most `cap`. */
export function left(deadline: number, cap = Number.POSITIVE_INFINITY): number {
  return Math.max(0, Math.min(deadline - Date.now(), cap));
}

export function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

const late = Symbol('late');

/**
 * The value of `work`, or `otherwise` when it takes longer than `ms`. A later rejection of `work` is dropped.
 */
export async function within<T, U>(work: Promise<T>, ms: number, otherwise: U): Promise<T | U> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<typeof late>((done) => {
    timer = setTimeout(() => done(late), ms);
  });
  try {
    const first = await Promise.race([work, timeout]);
    return first === late ? otherwise : first;
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}

/** The value of `work`; raises `timeout` when `deadline` comes first. */
export async function before<T>(
  work: Promise<T>,
  deadline: number,
  what: 'The page' | 'The script' | 'The clipboard',
): Promise<T> {
  const value = await within<T, typeof late>(work, left(deadline), late);
  if (value !== late) return value;
  if (what === 'The script') {
    return raise(
      'timeout',
      'The script took longer than the call allows.',
      'Give timeout_ms more, or do less at once.',
    );
  }
  return raise(
    'timeout',
    'The page did not answer in the time of the call: its script is busy, or it hangs.',
    'Wait and look again, give timeout_ms more, or reload the page with navigate (action "reload").',
  );
}
