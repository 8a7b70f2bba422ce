import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileDurably } from '../io/write-file.ts';

/** Puts a picture, in base64, into the folder `pictures` of a run and gives its path; the name is the product's own. */
export function keepPicture(runFolder: string, name: string, base64: string): string {
  const folder = join(runFolder, 'pictures');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  writeFileDurably(path, Buffer.from(base64, 'base64'), 0o600);
  return path;
}
