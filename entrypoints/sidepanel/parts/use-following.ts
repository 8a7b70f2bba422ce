import { useEffect, useRef } from 'preact/hooks';

/** Height of what sticks above a run's story, in pixels; a step below it is hidden by it. The sheet has it too. */
const coveredTopPixels = 190;

/**
 * Keeps the step that runs in sight, and comes back to the top for the result at the end. Only for a person who
 * watches: whoever has scrolled the running step away is reading something else and is left alone.
 */
export function useFollowing(
  list: { readonly current: HTMLElement | null },
  runningId: string | null,
  over: boolean,
): void {
  const current = useRef<Element | null>(null);
  const watched = useRef(true);
  useEffect(() => {
    let height = 0;
    const look = () => {
      // What comes in above moves the page, too, and is not the person's doing.
      const now = document.documentElement.scrollHeight;
      if (now === height) watched.current = current.current === null || isSeen(current.current);
      height = now;
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  useEffect(() => {
    const now = list.current?.querySelector('[aria-current="step"]') ?? null;
    if (now === null) return;
    current.current = now;
    if (watched.current) now.scrollIntoView({ block: 'nearest' });
  }, [list, runningId]);
  useEffect(() => {
    // Without a step that ran here the run was over when it was opened, and stands at its top already.
    if (over && watched.current && current.current !== null) window.scrollTo(0, 0);
  }, [over]);
}

function isSeen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > coveredTopPixels && top < window.innerHeight;
}
