import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { z } from 'zod';
import { type Fault, failed, fault, ok, type Result } from '../../shared/faults.ts';
import type { FiledFile } from '../../shared/run.ts';
import type { saveFile as declaration } from '../../shared/tools/save-file.ts';
import { checkFile } from './check-file.ts';
import { filedContent, recordFiled } from './filed-record.ts';
import { folderPath } from './folder-path.ts';
import { codeOf, placeFile, readRegularFile } from './place-file.ts';
import { safeName } from './safe-name.ts';

/** Largest document that is filed. */
export const documentBytesMax = 512_000_000;

export type FilePlace = {
  readonly database: DatabaseSync;
  readonly run_id: string;
  /** Folder of the run; only what lies in it may be filed. */
  readonly runFolder: string;
  /** The person's home, for `~`. */
  readonly home: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

type Args = z.output<typeof declaration.input>;
type Output = z.output<typeof declaration.output>;

/**
 * Files a document that the run downloaded: checked by content, under a safe name, never over another file.
 * Content that was filed in the folder before is `already_filed`, and nothing is written.
 */
export async function saveFile(args: Args, place: FilePlace): Promise<Result<Output>> {
  const from = insideRun(args.from, place.runFolder);
  if (!from.ok) return from;
  const read = readRegularFile(from.value, documentBytesMax);
  if ('why' in read) return failed(unreadable(args.from, read.why));
  const checked = checkFile(read.bytes, args.checks);
  if (!checked.ok) return checked;
  const folder = folderPath(args.folder, place.home);
  const sha256 = createHash('sha256').update(read.bytes).digest('hex');
  const filed = fileBytes(read.bytes, sha256, { folder, name: safeName(args.name) }, place);
  return filed.ok ? ok({ file: filed.value, checked: [...checked.value] }) : filed;
}

function fileBytes(
  bytes: Buffer,
  sha256: string,
  { folder, name }: { readonly folder: string; readonly name: string },
  place: FilePlace,
): Result<FiledFile> {
  const before = filedContent(place.database, folder, sha256);
  if (before !== null) {
    const path = join(folder, before.name);
    return ok({ name: before.name, path, bytes: bytes.length, sha256, state: 'already_filed' });
  }
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const placed = placeFile(folder, name, bytes, sha256);
    if (placed === null) return failed(noName(folder, name));
    recordFiled(place.database, {
      folder,
      name: placed.name,
      sha256,
      bytes: bytes.length,
      run_id: place.run_id,
      at: new Date(place.now()).toISOString(),
    });
    const state = placed.wasThere ? 'already_filed' : 'filed';
    return ok({ name: placed.name, path: join(folder, placed.name), bytes: bytes.length, sha256, state });
  } catch (error) {
    const code = codeOf(error);
    if (code === null) throw error;
    return failed(unwritable(folder, code));
  }
}

// Links are resolved first: a link in the run's folder that leads elsewhere is not in it.
function insideRun(path: string, runFolder: string): Result<string> {
  try {
    const real = realpathSync(path);
    const way = relative(realpathSync(runFolder), real);
    if (way !== '' && !way.startsWith('..') && !isAbsolute(way)) return ok(real);
  } catch (error) {
    if (codeOf(error) === null) throw error;
    return failed(unreadable(path, 'it is not there'));
  }
  return failed(
    fault(
      'bad-arguments',
      'Only a file that this run downloaded can be filed, and this one lies elsewhere.',
      'Give the "path" of a download step of the same run.',
      { from: path },
    ),
  );
}

function unreadable(path: string, why: string): Fault {
  return fault('not-found', `The file cannot be filed: ${why}.`, 'Download it again.', { from: path });
}

function noName(folder: string, name: string): Fault {
  return fault(
    'not-actionable',
    `Every name like "${name}" is taken in ${folder}.`,
    'Tidy up, or use another name.',
  );
}

function unwritable(folder: string, code: string): Fault {
  const reasons: Readonly<Record<string, string>> = {
    EACCES: 'you may not write there',
    EPERM: 'you may not write there',
    EROFS: 'it cannot be written to',
    ENOSPC: 'the disk is full',
    ENOTDIR: 'part of the path is a file',
    EEXIST: 'there is a file of that name',
  };
  return fault(
    'not-actionable',
    `Nothing can be filed in ${folder}: ${reasons[code] ?? code}.`,
    'Choose another folder.',
  );
}
