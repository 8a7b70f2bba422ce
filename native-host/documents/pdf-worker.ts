import { parentPort } from 'node:worker_threads';
import { getDocumentProxy } from 'unpdf';
import { type PdfPiece, paragraphsOf } from './pdf-lines.ts';
import type { PdfPages, PdfReply, PdfRequest } from './pdf-messages.ts';

// Files from anywhere are parsed in a thread of their own: one that never ends, or eats memory, ends with its thread.

const port = parentPort;
if (port === null) throw new Error('the PDF worker runs as a worker thread only');
port.on('message', async (request: PdfRequest) => port.postMessage(await answer(request)));

async function answer(request: PdfRequest): Promise<PdfReply> {
  try {
    return { kind: 'read', pdf: await pagesOf(request) };
  } catch (error) {
    const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return /password/i.test(why) ? { kind: 'locked' } : { kind: 'broken', why: why.slice(0, 300) };
  }
}

async function pagesOf({ bytes, pagesMax, charactersMax }: PdfRequest): Promise<PdfPages> {
  const document = await getDocumentProxy(bytes, { verbosity: 0 });
  const { info } = await document.getMetadata();
  const pages: (readonly string[])[] = [];
  let characters = 0;
  for (
    let number = 1;
    number <= Math.min(document.numPages, pagesMax) && characters < charactersMax;
    number++
  ) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const paragraphs = paragraphsOf(items.flatMap(pieceOf));
    characters += paragraphs.reduce((sum, text) => sum + text.length, 0);
    pages.push(paragraphs);
    page.cleanup();
  }
  return { title: named(info, 'Title'), author: named(info, 'Author'), pages, total: document.numPages };
}

function pieceOf(item: object): readonly PdfPiece[] {
  if (!('str' in item && 'transform' in item && 'width' in item && 'height' in item)) return [];
  const { str, transform, width, height } = item;
  if (typeof str !== 'string' || !Array.isArray(transform) || str === '') return [];
  const [x, y] = [Number(transform[4]), Number(transform[5])];
  return [{ text: str, x, y, width: Number(width), height: Number(height) }];
}

function named(info: object, name: string): string {
  const value: unknown = Reflect.get(info, name);
  return typeof value === 'string' ? value.trim().slice(0, 300) : '';
}
