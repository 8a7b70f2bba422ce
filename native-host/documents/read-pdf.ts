import { Worker } from 'node:worker_threads';
import type { z } from 'zod';
import type { TextBlock } from '../../shared/engine-methods.ts';
import { attempt, failed, fault, type Result } from '../../shared/faults.ts';
import { tellText } from '../../shared/text-parts.ts';
import type { getText } from '../../shared/tools/get-text.ts';
import type { PdfPages, PdfReply, PdfRequest } from './pdf-messages.ts';

const pagesMax = 1_000;
const charactersMax = 3_000_000;
const parseMs = 30_000;
const memoryMegabytesMax = 512;

type Args = Pick<z.output<typeof getText.input>, 'part' | 'format'>;

/** The text of a PDF in the form in which `get_text` tells it, page by page. */
export async function readPdf(
  base64: string,
  args: Args,
  workerUrl: URL,
): Promise<Result<Record<string, unknown>>> {
  const bytes = new Uint8Array(Buffer.from(base64, 'base64'));
  const reply = await parse({ bytes, pagesMax, charactersMax }, workerUrl);
  if (reply.kind === 'locked') {
    return failed(
      fault('not-actionable', 'The PDF asks for a password.', 'Ask the person for an open copy.'),
    );
  }
  if (reply.kind === 'broken') {
    const hint = 'Take a screenshot of the page, or download the file.';
    return failed(fault('not-actionable', 'The PDF could not be read.', hint, { why: reply.why }));
  }
  const { pdf } = reply;
  const fields = { heading: pdf.title, byline: pdf.author, published: '' };
  return attempt(async () => tellText(blocksOf(pdf), fields, args));
}

async function parse(request: PdfRequest, workerUrl: URL): Promise<PdfReply> {
  const worker = new Worker(workerUrl, {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytesMax },
  });
  const settled = Promise.withResolvers<PdfReply>();
  const broken = (why: string): void => settled.resolve({ kind: 'broken', why });
  const timer = setTimeout(() => broken(`not done in ${parseMs / 1000} seconds`), parseMs);
  worker.on('message', settled.resolve);
  worker.on('error', (error) => broken(String(error)));
  worker.on('exit', () => broken('the parser ended'));
  worker.postMessage(request);
  try {
    return await settled.promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

function blocksOf({ pages, total }: PdfPages): readonly TextBlock[] {
  const blocks = pages.flatMap((paragraphs, index): TextBlock[] => {
    const title = `Page ${index + 1}`;
    const heading = total > 1 ? [asBlock('heading', title, `## ${title}`, 2)] : [];
    return [...heading, ...paragraphs.map((text) => asBlock('paragraph', text, text, 0))];
  });
  if (pages.every((paragraphs) => paragraphs.length === 0)) {
    const text = '(The PDF holds pictures and no text: take a screenshot of it.)';
    return [asBlock('paragraph', text, text, 0)];
  }
  if (pages.length === total) return blocks;
  const rest = `(${total - pages.length} more pages were not read.)`;
  return [...blocks, asBlock('paragraph', rest, rest, 0)];
}

function asBlock(kind: 'heading' | 'paragraph', text: string, markdown: string, level: number): TextBlock {
  return { kind, level, text, markdown, frame: null };
}
