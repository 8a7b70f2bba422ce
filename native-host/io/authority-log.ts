import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  truncateSync,
} from 'node:fs';

// What the authority prints, it prints into `run/authority.log`: it has no terminal. The file stays small: a large one
// is put aside at the next start, and one that grows while the authority runs is emptied.

const logBytesMax = 1_000_000;
const watchMs = 60_000;
const noFollow = process.platform === 'win32' ? 0 : constants.O_NOFOLLOW;

/** Opens the log for a new authority, private and to append to; `size` is where its own lines begin. */
export function openLog(path: string): { readonly descriptor: number; readonly size: number } {
  const first = open(path);
  const { size } = fstatSync(first);
  if (size <= logBytesMax) return { descriptor: first, size };
  closeSync(first);
  renameSync(path, `${path}.1`);
  return { descriptor: open(path), size: 0 };
}

/** Keeps the log of this very process small for as long as it runs. */
export function watchLog(path: string): void {
  setInterval(() => {
    try {
      if (statSync(path).size > logBytesMax) truncateSync(path);
    } catch {
      // Somebody removed the file: then it does not grow.
    }
  }, watchMs).unref();
}

/** What was written since `size`, its last `charactersMax` characters. */
export function readLogSince(path: string, size: number, charactersMax: number): string {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | noFollow);
  } catch {
    return '';
  }
  try {
    const end = fstatSync(descriptor).size;
    const start = Math.max(size, end - charactersMax);
    const bytes = Buffer.alloc(Math.max(0, end - start));
    return bytes
      .subarray(0, readSync(descriptor, bytes, 0, bytes.length, start))
      .toString('utf8')
      .trim();
  } finally {
    closeSync(descriptor);
  }
}

function open(path: string): number {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | noFollow;
  return openSync(path, flags, 0o600);
}
