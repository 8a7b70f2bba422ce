import { z } from 'zod';
import { type LibraryEntry, LibraryIndex } from './job-shapes.ts';
import { HandlerError, type ObjectStore } from './means.ts';

/** Where the index of the template library lies; each template lies beside it as `<id>/<version>.yaml`, signed. */
export const libraryKey = 'library/index.json';

/** Every version that the library offers. Errors: `LibraryUnreadable`, naming what is wrong. */
export async function readLibrary(store: ObjectStore): Promise<readonly LibraryEntry[]> {
  const text = await store.get(libraryKey);
  if (text === null) throw new HandlerError('LibraryUnreadable', `There is no ${libraryKey}.`);
  const parsed = LibraryIndex.safeParse(readJson(text));
  if (!parsed.success) {
    throw new HandlerError('LibraryUnreadable', `${libraryKey}: ${z.prettifyError(parsed.error)}`);
  }
  return parsed.data.templates;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
