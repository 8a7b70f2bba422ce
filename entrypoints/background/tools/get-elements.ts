import { raise } from '../../../shared/faults.ts';
import type { getElements as declaration } from '../../../shared/tools/get-elements.ts';
import type { Behaviour } from '../page.ts';
import { askEngine, withPrefix } from './ask-engine.ts';
import { childrenOf, frameOf, pickChild } from './child-frames.ts';
import { partsOf } from './resolve-targets.ts';

const framesDeepMax = 20;

export const getElements: Behaviour<typeof declaration> = async (page, args, _targets, context) => {
  const { styles, visible_only, max } = args;
  const parts = partsOf(args.selector);
  const first = parts[0];
  let frame = await frameOf(page, first?.kind === 'ref' ? (first.frame ?? 0) : 0);
  let rest = parts;
  for (let depth = 0; depth < framesDeepMax; depth++) {
    const request = { parts: rest, styles, visible_only, max };
    const answer = await askEngine(page, frame.id, 'elements', request, context.deadline);
    if (answer.frame === null) {
      const { id } = frame;
      const elements = answer.elements.map((element) => withPrefix(id, element));
      return { result: { elements, count: answer.count }, verified: true };
    }
    const child = pickChild(await childrenOf(page, frame.id, context.deadline), answer.frame);
    if (child === null) return { result: { elements: [], count: 0 }, verified: true };
    rest = rest.slice(answer.frame.used);
    frame = child;
  }
  return raise('bad-arguments', 'The selector leads through too many frames.', 'Name fewer frames.');
};
