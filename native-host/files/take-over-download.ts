import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, unlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { z } from 'zod';
import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import type { download as declaration } from '../../shared/tools/download.ts';
import { codeOf, placeFile, readRegularFile } from './place-file.ts';
import { safeName } from './safe-name.ts';
import { documentBytesMax } from './save-file.ts';

type Download = z.output<typeof declaration.output>;

export type TakeOverPlace = {
  /** `runs/<id>`, or another private folder for calls outside a run; the file goes to `downloads` in it. */
  readonly runFolder: string;
  /** Milliseconds since the epoch when the act was sent: a file older than this is not its download. */
  readonly since: number;
};

/** Clocks of file systems are coarse, to two seconds on FAT. */
const clockSlackMs = 2_000;

/**
 * Takes a finished download over from the browser: copied into the run's folder, flushed, hashed. The
 * browser's own copy is then removed, so that no second copy of a confidential document lies in the downloads
 * folder. The path comes from the browser, so it is believed only for a regular file that is as new, as long
 * and so named as the download.
 */
export async function takeOverDownload(result: Download, place: TakeOverPlace): Promise<Result<Download>> {
  const wrong = notTheDownload(result, place.since);
  if (wrong !== null) return failed(refused(result, wrong));
  const read = readRegularFile(result.path, documentBytesMax);
  if ('why' in read) return failed(refused(result, read.why));
  if (read.bytes.length !== result.bytes) {
    return failed(
      refused(result, `it has ${read.bytes.length} bytes on disk and ${result.bytes} by the browser`),
    );
  }
  const sha256 = createHash('sha256').update(read.bytes).digest('hex');
  const folder = join(place.runFolder, 'downloads');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const placed = placeFile(folder, safeName(result.name), read.bytes, sha256);
  if (placed === null) return failed(refused(result, 'the run has too many files of that name'));
  removeCopy(result.path);
  return ok({
    ...result,
    name: placed.name,
    path: join(folder, placed.name),
    bytes: read.bytes.length,
    sha256,
  });
}

function notTheDownload(result: Download, since: number): string | null {
  try {
    const stats = lstatSync(result.path);
    if (!stats.isFile()) return 'it is not an ordinary file';
    if (process.getuid !== undefined && stats.uid !== process.getuid()) return 'it belongs to another user';
    // A server may set a file's date of change, and Chrome does not follow it; its birth or change is the
    // download.
    const newest = Math.max(stats.birthtimeMs, stats.ctimeMs);
    if (newest < since - clockSlackMs) return 'it was there before the download';
  } catch (error) {
    const code = codeOf(error);
    if (code === null) throw error;
    return code === 'ENOENT' ? 'it is not there' : code;
  }
  return basename(result.path).startsWith('.') ? 'its name is hidden' : null;
}

// A copy that cannot be removed (held open by a virus scanner, say) is no reason to lose the download.
function removeCopy(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (codeOf(error) === null) throw error;
  }
}

function refused(result: Download, why: string) {
  return fault(
    'not-found',
    `The downloaded file could not be taken over: ${why}.`,
    'Look into the browser’s downloads; the download itself was made.',
    { path: result.path },
  );
}
