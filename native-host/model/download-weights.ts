import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { attempt, type Result, raise } from '../../shared/faults.ts';
import { directFetch } from './direct-fetch.ts';
import { isRemote } from './server.ts';

// A download in parts: `FILE.part` grows and `FILE.part.json` says of what, so that whatever cuts it off it goes on from there.

const redirectsMax = 5;
/** Attempts in a row that bring nothing more. */
const idleAttemptsMax = 4;
const pauseMs = 1_000;
const silenceMs = 60_000;
const bytesMax = 500_000_000_000;
const headBytes = 4;
/** What a file of weights begins with. */
const ggufHead = 'GGUF';

export type Download = {
  readonly url: string;
  readonly path: string;
  /** Null: taken from the server, if it says one. */
  readonly sha256: string | null;
};
export type DownloadMeans = {
  readonly signal: AbortSignal;
  readonly onProgress: (have: number, total: number | null) => void;
  readonly pauseMs?: number;
};
export type Downloaded = {
  readonly bytes: number;
  readonly sha256: string;
  /** With what the hash was compared. */
  readonly compared: 'given' | 'server' | 'nothing';
};

const Part = z.strictObject({ url: z.string(), etag: z.string().nullable(), sha256: z.string().nullable() });
type Part = z.infer<typeof Part>;

/** Brings the file, or what is missing of it, compares its hash, and only then gives it its name. */
export function downloadWeights(download: Download, means: DownloadMeans): Promise<Result<Downloaded>> {
  return attempt(async () => {
    checkUrl(download);
    mkdirSync(dirname(download.path), { recursive: true, mode: 0o700 });
    const part = await fetchAll(download, means);
    const partPath = `${download.path}.part`;
    const sha256 = await hashOf(partPath, means.signal);
    const wanted = download.sha256 ?? part.sha256;
    if (wanted !== null && wanted.toLowerCase() !== sha256) {
      discard(download.path);
      raise(
        'denied',
        `The file is not the one that was asked for: its SHA-256 is ${sha256}, not ${wanted}.`,
        'Pull it again; if it is so again, its server gives out another file under this name.',
      );
    }
    if (!(await beginsAsWeights(partPath))) {
      discard(download.path);
      raise(
        'bad-arguments',
        `What ${download.url} gives is no file of weights (GGUF).`,
        'Give the address of a .gguf file itself, not of a page about it.',
      );
    }
    const bytes = statSync(partPath).size;
    renameSync(partPath, download.path);
    rmSync(`${partPath}.json`, { force: true });
    const compared = download.sha256 !== null ? 'given' : part.sha256 !== null ? 'server' : 'nothing';
    return { bytes, sha256, compared };
  });
}

function checkUrl({ url, sha256 }: Download): void {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    raise(
      'bad-arguments',
      `${url} is no address that weights can be pulled from.`,
      'Give one that begins with https://.',
    );
  if (url.startsWith('http:') && isRemote(url) && sha256 === null)
    raise(
      'bad-arguments',
      'Without encryption anybody on the way can give out another file.',
      "Give the address with https://, or the file's hash with --sha256.",
    );
}

/** Goes on as long as each attempt brings something, or nearly. */
async function fetchAll(download: Download, means: DownloadMeans): Promise<Part> {
  let idle = 0;
  for (;;) {
    const before = sizeOf(`${download.path}.part`);
    const outcome = await fetchSome(download, means);
    if (means.signal.aborted) stopped();
    if (outcome.done) return outcome.part;
    idle = sizeOf(`${download.path}.part`) > before ? 0 : idle + 1;
    if (idle === idleAttemptsMax)
      raise(
        'model-unavailable',
        `The download broke off: ${outcome.words}.`,
        'What is there already is kept: the same command goes on from it.',
      );
    await new Promise((resolve) => setTimeout(resolve, means.pauseMs ?? pauseMs));
  }
}

type Outcome =
  | { readonly done: true; readonly part: Part }
  | { readonly done: false; readonly words: string };

async function fetchSome(download: Download, { signal, onProgress }: DownloadMeans): Promise<Outcome> {
  const partPath = `${download.path}.part`;
  const known = readPart(partPath, download.url);
  const have = known === null ? 0 : sizeOf(partPath);
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), silenceMs);
  try {
    const headers =
      have > 0 ? { range: `bytes=${have}-`, ...(known?.etag ? { 'if-range': known.etag } : {}) } : {};
    const answer = await follow(download.url, headers, AbortSignal.any([signal, silence.signal]));
    const { response } = answer;
    if (response.status === 416 && known !== null && totalIn(response) === have) {
      await response.body?.cancel();
      return { done: true, part: known };
    }
    if (response.status !== 200 && response.status !== 206) {
      await response.body?.cancel();
      if (response.status === 416) discard(download.path);
      return refused(download.url, response.status);
    }
    // Without this the server has begun again, with the whole or with another file.
    const goesOn = response.status === 206 && have > 0 && startIn(response) === have;
    const part =
      goesOn && known !== null ? known : { url: download.url, etag: answer.etag, sha256: answer.sha256 };
    const start = goesOn ? have : 0;
    const total = totalIn(response) ?? lengthIn(response, start);
    checkRoom(download.path, (total ?? 0) - start);
    writeFileSync(`${partPath}.json`, JSON.stringify(part), { mode: 0o600 });
    const file = await open(partPath, goesOn ? 'a' : 'w', 0o600);
    let size = start;
    try {
      for await (const bytes of response.body ?? []) {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), silenceMs);
        size += bytes.length;
        if (size > bytesMax) raise('too-large', 'The file does not end.', 'Give another address.');
        await file.write(bytes);
        onProgress(size, total);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    return total === null || size === total
      ? { done: true, part }
      : { done: false, words: `${size} of ${total} bytes came` };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === '' && !(error instanceof Error && error.name === 'AbortError')) throw error;
    return { done: false, words: silence.signal.aborted ? 'nothing came any more' : code };
  } finally {
    clearTimeout(timer);
  }
}

type Followed = { readonly response: Response; readonly etag: string | null; readonly sha256: string | null };

/** The answer at the end of the redirects. Servers of weights say the file's hash at the first of them. */
async function follow(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<Followed> {
  let at = url;
  let sha256: string | null = null;
  for (let hop = 0; hop <= redirectsMax; hop++) {
    const response = await directFetch(at, {
      headers: { ...headers, 'accept-encoding': 'identity' },
      signal,
    });
    const linked = (response.headers.get('x-linked-etag') ?? '').replaceAll('"', '');
    sha256 ??= /^[0-9a-f]{64}$/i.test(linked) ? linked.toLowerCase() : null;
    const to = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || to === null)
      return { response, etag: response.headers.get('etag'), sha256 };
    await response.body?.cancel();
    const next = new URL(to, at);
    if (next.protocol !== 'https:' && (at.startsWith('https:') || isRemote(next.href)))
      raise('denied', `${at} leads to an address without encryption.`, 'Give another address.');
    at = next.href;
  }
  return raise(
    'model-unavailable',
    `${url} leads from one address to the next without end.`,
    'Give another address.',
  );
}

function refused(url: string, status: number): Outcome {
  if (status >= 400 && status < 500 && ![408, 416, 429].includes(status))
    raise(
      'model-unavailable',
      `${new URL(url).host} does not give the file (${status}).`,
      'See whether the address is right, and whether the file is open to everybody.',
    );
  return { done: false, words: `its server answered ${status}` };
}

function readPart(partPath: string, url: string): Part | null {
  if (!existsSync(partPath) || !existsSync(`${partPath}.json`)) return null;
  try {
    const part = Part.parse(JSON.parse(readFileSync(`${partPath}.json`, 'utf8')));
    return part.url === url ? part : null;
  } catch {
    // What cannot be told apart from another file is fetched anew.
    return null;
  }
}

function discard(path: string): void {
  rmSync(`${path}.part`, { force: true });
  rmSync(`${path}.part.json`, { force: true });
}

function sizeOf(path: string): number {
  return existsSync(path) ? statSync(path).size : 0;
}

function totalIn(response: Response): number | null {
  const total = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1];
  return total === undefined ? null : Number(total);
}

function startIn(response: Response): number | null {
  const start = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1];
  return start === undefined ? null : Number(start);
}

function lengthIn(response: Response, start: number): number | null {
  const length = response.headers.get('content-length');
  return length === null ? null : start + Number(length);
}

function checkRoom(path: string, needed: number): void {
  const { bavail, bsize } = statfsSync(dirname(path));
  const free = bavail * bsize;
  if (needed > free)
    raise(
      'too-large',
      `${needed} bytes are still to come, and the disk has ${free} left.`,
      'Make room, and run the same command again.',
    );
}

async function hashOf(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) {
    if (signal.aborted) stopped();
    hash.update(part);
  }
  return hash.digest('hex');
}

function stopped(): never {
  return raise(
    'cancelled',
    'The download was stopped.',
    'What is there already is kept: the same command goes on from it.',
  );
}

async function beginsAsWeights(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead).toString('latin1') === ggufHead;
  } finally {
    await file.close();
  }
}
