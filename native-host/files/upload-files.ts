import { createHash } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import mime from 'mime/lite';
import { type Fault, failed, fault, ok, type Result } from '../../shared/faults.ts';
import { uploadBytesMax } from '../../shared/limits.ts';
import { type UploadedFile, uploadFile } from '../../shared/tools/upload-file.ts';
import { folderPath } from './folder-path.ts';
import { codeOf, readRegularFile } from './place-file.ts';
import { safeName } from './safe-name.ts';

/** A file for a page, read and hashed. `content_base64` is null where the call itself carries the content. */
export type Upload = {
  readonly name: string;
  readonly mime_type: string;
  readonly content_base64: string | null;
  readonly bytes: number;
  readonly sha256: string;
};

export type UploadMeans = {
  /** The person's home, for `~`. */
  readonly home: string;
  /** Nothing in here is ever given away, but what the run itself downloaded. */
  readonly dataFolder: string;
  readonly runsFolder: string;
  /** Files that are refused under whatever name they are found: secrets, key, database. */
  readonly neverFiles: readonly string[];
};

type Args = Readonly<Record<string, unknown>>;

/** What `upload_file` hands to pages, for the gate. */
export function createUploads(means: UploadMeans): {
  /** The folders that files come from, links followed, for the policy; without those that need no rule. */
  foldersOf(args: Args, runId: string | null): Result<readonly string[]>;
  /** Reads what was judged: a file that lies elsewhere by now is not read. */
  read(args: Args, runId: string | null, judged: readonly string[]): Result<readonly Upload[]>;
} {
  const foldersOf = (args: Args, runId: string | null): Result<readonly string[]> => {
    const folders = new Set<string>();
    for (const { path } of filesOf(args)) {
      if (path === undefined) continue;
      const real = realPlace(folderPath(path, means.home));
      const own = ownDownloads(runId, means);
      if (own !== null && isIn(real, own)) continue;
      if (isIn(real, realPlace(means.dataFolder)) && !isDownload(real, means)) return failed(neverGiven());
      folders.add(dirname(real));
    }
    return ok([...folders]);
  };
  return {
    foldersOf,
    read(args, runId, judged) {
      const folders = foldersOf(args, runId);
      if (!folders.ok) return folders;
      if (folders.value.some((folder) => !judged.includes(folder))) return failed(moved());
      const uploads: Upload[] = [];
      let left = uploadBytesMax;
      for (const file of filesOf(args)) {
        const read = file.path === undefined ? contentOf(file, left) : readFile(file.path, file, left, means);
        if (!read.ok) return read;
        uploads.push(read.value);
        left -= read.value.bytes;
      }
      return ok(uploads);
    },
  };
}

function filesOf(args: Args): readonly UploadedFile[] {
  return uploadFile.input.shape.files.parse(args['files']);
}

function contentOf(file: UploadedFile, bytesMax: number): Result<Upload> {
  const { name = '', mime_type, text, content_base64 = '' } = file;
  const bytes = text === undefined ? decoded(content_base64) : Buffer.from(text, 'utf8');
  if (bytes === null) {
    return failed(
      fault('bad-arguments', `The content of "${name}" is not base64.`, 'Give plain base64, or "text".'),
    );
  }
  if (bytes.length > bytesMax) return failed(tooLarge(name));
  return ok({ ...described(name, mime_type, bytes), content_base64: null });
}

function decoded(base64: string): Buffer | null {
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 ? bytes : null;
}

function readFile(
  path: string,
  { name, mime_type }: UploadedFile,
  bytesMax: number,
  means: UploadMeans,
): Result<Upload> {
  const real = realPlace(folderPath(path, means.home));
  if (means.neverFiles.some((never) => isSameFile(real, never))) return failed(neverGiven());
  const read = readRegularFile(real, bytesMax);
  if ('why' in read) {
    const hint = 'Check the path; it must name an ordinary file that you may read.';
    return failed(fault('not-found', `The file cannot be uploaded: ${read.why}.`, hint, { path }));
  }
  const { bytes } = read;
  return ok({
    ...described(name ?? basename(real), mime_type, bytes),
    content_base64: bytes.toString('base64'),
  });
}

function described(
  name: string,
  mimeType: string | undefined,
  bytes: Buffer,
): Omit<Upload, 'content_base64'> {
  const plain = safeName(name);
  return {
    name: plain,
    mime_type: mimeType ?? mime.getType(plain) ?? '',
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
}

/** The place itself, links followed; of a file that is not there, as far as its folders are. */
function realPlace(path: string): string {
  const missing: string[] = [];
  // Ends at the root at the latest, which is its own parent.
  for (let place = path; ; place = dirname(place)) {
    try {
      return join(realpathSync.native(place), ...missing);
    } catch (error) {
      if (codeOf(error) === null) throw error;
      if (dirname(place) === place) return path;
      missing.unshift(basename(place));
    }
  }
}

function isIn(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
}

function ownDownloads(runId: string | null, { runsFolder }: UploadMeans): string | null {
  return runId === null ? null : realPlace(join(runsFolder, runId, 'downloads'));
}

/** `runs/<id>/downloads/<name>`: what a run or a call downloaded; the policy decides. */
function isDownload(path: string, { runsFolder }: UploadMeans): boolean {
  const parts = relative(realPlace(runsFolder), path).split(/[\\/]/);
  return parts.length === 3 && parts[0] !== '..' && parts[1] === 'downloads';
}

/** A second name of the same file (a hard link) is the same file. */
function isSameFile(path: string, other: string): boolean {
  const [one, two] = [path, other].map((place) => statSync(place, { bigint: true, throwIfNoEntry: false }));
  return one !== undefined && two !== undefined && one.ino === two.ino && one.dev === two.dev;
}

function neverGiven(): Fault {
  return fault(
    'denied',
    "The file lies in LocalAgent's own data folder, from which nothing is given to a page. No policy can allow it.",
    'Upload a file from another folder.',
    { policies: ['always.data-folder'] },
  );
}

function moved(): Fault {
  return fault(
    'permit-mismatch',
    'A file to upload lies elsewhere than when it was judged.',
    'Nothing happened. Propose the upload again.',
  );
}

function tooLarge(name: string): Fault {
  const most = `At most ${uploadBytesMax} bytes are uploaded in one call.`;
  return fault('too-large', `"${name}" is too large. ${most}`, 'Upload fewer or smaller files.');
}
