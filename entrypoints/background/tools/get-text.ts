import type { EngineAnswer, TextBlock } from '../../../shared/engine-methods.ts';
import { attempt, raise } from '../../../shared/faults.ts';
import { tellText } from '../../../shared/text-parts.ts';
import type { getText as declaration } from '../../../shared/tools/get-text.ts';
import type { Behaviour, CallContext, Page } from '../page.ts';
import { askEngine, frameOfRef, numberOfRef } from './ask-engine.ts';
import { childrenOf, frameMs, pickChild } from './child-frames.ts';
import { resolveTarget } from './resolve-targets.ts';

const framesDeepMax = 10;
/** A PDF of a page, as it is carried to the host. */
const pdfBytesMax = 20_000_000;

export const getText: Behaviour<typeof declaration> = async (page, args, _targets, context) => {
  const ref = args.selector === undefined ? null : await refOf(page, args.selector, context);
  const read = await readFrame(page, ref === null ? 0 : frameOfRef(ref), ref, context, 0);
  if (read.content_type === 'application/pdf')
    return { result: await pdfResult(page, context), verified: true };
  return { result: tellText(read.blocks, read, args), verified: true };
};

/** The bytes of a PDF page, which the host reads: a parser of files from anywhere has no place in the browser. */
async function pdfResult(page: Page, context: CallContext) {
  const file = await askEngine(page, 0, 'file_bytes', { bytes_max: pdfBytesMax }, context.deadline);
  if (file.state === 'too-large') {
    raise(
      'too-large',
      `The PDF has more than ${pdfBytesMax / 1_000_000} MB.`,
      'Download it with the download tool instead.',
    );
  }
  if (file.state === 'failed') {
    raise(
      'not-actionable',
      'The PDF could not be fetched a second time.',
      'Download it where it was linked.',
    );
  }
  const nothing = {
    text: '',
    part: 1,
    parts: 1,
    outline: [],
    heading: '',
    byline: '',
    published: '',
    tokens: 0,
  };
  return { ...nothing, pdf: file.base64 };
}

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
