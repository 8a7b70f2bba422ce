import type { PlacedRule } from './compile.ts';

/**
 * How far one verdict on opening an address reaches. `free`: every address may be opened, whatever it is. `origin`: the
 * verdict is that of all addresses of the origin. `url`: rules of their own may look at the path.
 */
export type HopReach = 'free' | 'origin' | 'url';

/** Read off the rules themselves; whatever is not plainly free is judged address by address. */
export function hopReach(rules: readonly PlacedRule[], hasOverlays: boolean): HopReach {
  if (hasOverlays) return 'url';
  const about = rules.filter(
    ({ scope: { bucket, tool, setApart } }) =>
      bucket === 'read' && (tool === null ? !setApart.includes('navigate') : tool === 'navigate'),
  );
  const isFree = ({ spec }: PlacedRule): boolean => spec.mode === 'allow-all' && !spec.approve;
  const permitted = about.some(({ scope }) => scope.source !== 'organisation');
  return permitted && about.every(isFree) ? 'free' : 'origin';
}
