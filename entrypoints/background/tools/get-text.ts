import type { EngineAnswer, TextBlock } from '../../../shared/engine-methods.ts';
import { attempt, raise } from '../../../shared/faults.ts';
import type { getText as declaration } from '../../../shared/tools/get-text.ts';
import type { Behaviour, CallContext, Page } from '../page.ts';
import { askEngine, frameOfRef, numberOfRef } from './ask-engine.ts';
import { childrenOf, frameMs, pickChild } from './child-frames.ts';
import { resolveTarget } from './resolve-targets.ts';
import { partsOf } from './text-parts.ts';

const framesDeepMax = 10;

export const getText: Behaviour<typeof declaration> = async (page, args, _targets, context) => {
  const ref = args.selector === undefined ? null : await refOf(page, args.selector, context);
  const read = await readFrame(page, ref === null ? 0 : frameOfRef(ref), ref, context, 0);
  const { parts, outline } = partsOf(read.blocks, args.format);
  const text = parts[args.part - 1];
  if (text === undefined) {
    raise(
      'bad-arguments',
      `The text has ${parts.length} parts, so there is no part ${args.part}.`,
      'Ask for one of them.',
    );
  }
  const { heading, byline, published } = read;
  const tokens = Math.ceil(text.length / 4);
  return {
    result: { text, part: args.part, parts: parts.length, outline, heading, byline, published, tokens },
    verified: true,
  };
};

async function refOf(page: Page, selector: string, context: CallContext): Promise<string> {
  const query = { selector, readiness: 'attached' } as const;
  return (await resolveTarget(page, query, context.deadline, context.signal)).description.ref;
}

/** A frame's blocks, with those of its child frames where the frames stand. */
async function readFrame(
  page: Page,
  frameId: number,
  ref: string | null,
  context: CallContext,
  depth: number,
): Promise<EngineAnswer<'text'>> {
  const number = ref === null ? null : numberOfRef(ref);
  const answer = await askEngine(page, frameId, 'text', { ref: number }, context.deadline);
  if (!answer.blocks.some(({ frame }) => frame !== null)) return answer;
  const children = await childrenOf(page, frameId, context.deadline);
  const blocks: TextBlock[] = [];
  for (const block of answer.blocks) {
    if (block.frame === null) blocks.push(block);
    else blocks.push(...(await readChild(page, block.frame, children, context, depth)));
  }
  return { ...answer, blocks };
}

async function readChild(
  page: Page,
  source: NonNullable<TextBlock['frame']>,
  children: Parameters<typeof pickChild>[0],
  context: CallContext,
  depth: number,
): Promise<readonly TextBlock[]> {
  const child = pickChild(children, source);
  if (child === null || depth >= framesDeepMax) return [];
  const patient = { ...context, deadline: Math.min(context.deadline, Date.now() + frameMs) };
  const inner = await attempt(() => readFrame(page, child.id, null, patient, depth + 1));
  if (inner.ok) return inner.value.blocks;
  const text = `(The frame ${child.url} could not be read.)`;
  return [{ kind: 'paragraph', level: 0, text, markdown: text, frame: null }];
}
