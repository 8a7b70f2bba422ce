import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Where a folder really lies: links of the part that exists are followed, so that a link inside an allowed folder does
 * not lead a file out of it. Takes and gives an absolute path.
 */
export async function realFolder(path: string): Promise<string> {
  const missing: string[] = [];
  // Ends at the root at the latest, which is its own parent.
  for (let place = path; ; place = dirname(place)) {
    const real = await existing(place);
    if (real !== null) return join(real, ...missing);
    if (dirname(place) === place) return path;
    missing.unshift(basename(place));
  }
}

async function existing(place: string): Promise<string | null> {
  try {
    return await realpath(place);
  } catch (error) {
    // A link that leads nowhere yet would be followed when the file is written: it is not taken for a free name.
    if (isMissing(error) && (await isFree(place))) return null;
    throw error;
  }
}

async function isFree(place: string): Promise<boolean> {
  try {
    await lstat(place);
    return false;
  } catch (error) {
    if (isMissing(error)) return true;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
