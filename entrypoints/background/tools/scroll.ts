import type { Scrolled } from '../../../shared/engine-input.ts';
import { attempt } from '../../../shared/faults.ts';
import type { scroll as declaration } from '../../../shared/tools/scroll.ts';
import type { Behaviour, CallContext, Page, ResolvedTarget } from '../page.ts';
import { askEngine, numberOfRef, withPrefix } from './ask-engine.ts';
import { rootPointOf } from './mouse.ts';
import { resolveTarget } from './resolve-targets.ts';

export const scroll: Behaviour<typeof declaration> = async (page, args, targets, context) => {
  const target = targets[0] ?? null;
  const frameId = target?.description.frame.id ?? 0;
  const ref = target === null ? null : numberOfRef(target.description.ref);
  const by = args.by ?? null;
  const watch = page.watch();
  const first = await askEngine(page, frameId, 'scroll', { ref, by, to: args.to ?? null }, context.deadline);
  const stuck = first.scroller === null && target !== null && by !== null;
  if (stuck) await turnWheel(page, target, by, context);
  // Lists that load more when they are scrolled have it by the time that what is left is told.
  await watch.settle(context.deadline);
  const read = await attempt(() => askEngine(page, frameId, 'scrolled', { ref }, context.deadline));
  const after = read.ok ? read.value : first;
  return {
    result: {
      scroller: scrollerOf(first, frameId),
      moved: first.moved,
      remaining: after.remaining,
      grew: after.size.y > first.size.y || after.size.x > first.size.x,
      in_view: after.in_view,
      by_wheel: stuck,
    },
    verified: true,
  };
};

function scrollerOf({ scroller }: Scrolled, frameId: number): string | null {
  if (scroller === null || scroller === 'page') return scroller;
  return withPrefix(frameId, { ref: scroller }).ref;
}

/** For maps, editors and the like, which move their content themselves when the wheel turns over them. */
async function turnWheel(
  page: Page,
  target: ResolvedTarget,
  by: { readonly x: number; readonly y: number },
  context: CallContext,
): Promise<void> {
  const query = { selector: `ref=${target.description.ref}`, readiness: 'receives-events' } as const;
  const at = await rootPointOf(page, await resolveTarget(page, query, context.deadline, context.signal));
  await page.send('Input.dispatchMouseEvent', {
    type: 'mouseWheel',
    ...at,
    deltaX: by.x,
    deltaY: by.y,
    pointerType: 'mouse',
  });
}
