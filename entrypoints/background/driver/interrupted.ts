import type { Caused } from '../../../shared/actions.ts';

/**
 * The result of an input act whose page went away, or fell silent behind a dialog, before it could say what
 * the act did. Something coming of it is proof enough that the event arrived (`arrived`), unless the page
 * went elsewhere and may have done so by itself. Null where only the page could tell the result.
 */
export function interruptedResult(
  tool: string,
  caused: Caused,
  pageClosed: boolean,
  arrived: boolean,
): Record<string, unknown> | null {
  const effects = [
    ...(caused.dialog === null ? [] : ['dialog opened']),
    ...(caused.navigated ? ['navigated'] : []),
    ...(pageClosed ? ['page closed'] : []),
  ];
  if (effects.length === 0) return null;
  if (tool === 'click') return { delivered: arrived, effects };
  if (tool === 'press_key') return { delivered: arrived, effects, focused: null };
  if (tool === 'drag') {
    return { delivered: arrived, kind: 'pointer', dropped: null, on: null, selected: null, effects };
  }
  if (tool === 'hover') return { delivered: arrived, appeared: [] };
  return null;
}
