import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import type { Intake, IntakeDesk } from './intake-desk.ts';

// A folder that people drop texts into. `inbox/order.txt` becomes `taken/order.txt`, its answer `answers/order.txt.md`; what is
// no request goes to `refused/`, with the reason beside it. Nothing is deleted, and nothing is overwritten.

const bytesMax = 16_384;
const filesMax = 100;
/** Of names that are taken already. */
const copiesMax = 1_000;

export type FileDropOptions = Readonly<{
  folder: string;
  /** Between two looks; a file counts as whole once it is the same at two of them. */
  intervalMs: number;
  onTrouble: (why: string) => void;
}>;

export function createFileDrop({ folder, intervalMs, onTrouble }: FileDropOptions): Intake {
  const at = (...names: string[]): string => join(folder, ...names);
  const seen = new Map<string, string>();
  const open = new Map<string, string>();
  const stop = new AbortController();
  let looking: Promise<void> = Promise.resolve();

  const take = async (name: string, desk: IntakeDesk): Promise<void> => {
    const text = await readText(at('inbox', name));
    const taken =
      text === null
        ? ({ taken: false, why: `A request is a text in UTF-8 of at most ${bytesMax} bytes.` } as const)
        : await desk.take({ text, from: 'file', channel: 'file', reply_to: name, request_id: null });
    if (!taken.taken) {
      const moved = await moveInto(at('refused'), at('inbox', name), name);
      await writeFile(at('refused', `${moved}.why.txt`), `${taken.why}\n`);
      return;
    }
    // Its request is begun, and would not be begun again if this is where it ends.
    open.set(taken.request_id, await moveInto(at('taken'), at('inbox', name), name));
    await writeFile(at('taken', `${open.get(taken.request_id)}.request`), `${taken.request_id}\n`);
  };

  const answer = async (desk: IntakeDesk): Promise<void> => {
    for (const [requestId, name] of open) {
      const reply = await desk.reply('file', requestId);
      if (reply === null) continue;
      await writeFile(at('answers', `${name}.md`), `${reply.text}\n`);
      open.delete(requestId);
    }
  };

  const look = async (desk: IntakeDesk): Promise<void> => {
    const names = (await readdir(at('inbox'))).filter((name) => !name.startsWith('.')).sort();
    for (const name of names.slice(0, filesMax)) {
      const stamp = await stampOf(at('inbox', name));
      if (stamp !== null && seen.get(name) === stamp) {
        seen.delete(name);
        await take(name, desk);
      } else if (stamp !== null) seen.set(name, stamp);
    }
    await answer(desk);
  };

  const keepLooking = async (desk: IntakeDesk): Promise<void> => {
    while (!stop.signal.aborted) {
      await look(desk).catch((error: unknown) =>
        onTrouble(error instanceof Error ? error.message : String(error)),
      );
      await pause(intervalMs, stop.signal);
    }
  };

  return {
    name: 'file',
    async open(desk) {
      for (const name of ['inbox', 'taken', 'answers', 'refused']) await mkdir(at(name), { recursive: true });
      for (const [requestId, name] of await openRequests(at('taken'), at('answers')))
        open.set(requestId, name);
      looking = keepLooking(desk);
    },
    async close() {
      stop.abort();
      await looking;
    },
  };
}

/** What was taken by a process before this one and has no answer yet. */
async function openRequests(taken: string, answers: string): Promise<readonly (readonly [string, string])[]> {
  const answered = new Set(await readdir(answers));
  const names = (await readdir(taken)).flatMap((name) => /^(.*)\.request$/s.exec(name)?.[1] ?? []);
  const waiting = names.filter((name) => !answered.has(`${name}.md`));
  return Promise.all(
    waiting.map(
      async (name) => [(await readFile(join(taken, `${name}.request`), 'utf8')).trim(), name] as const,
    ),
  );
}

/** Moves a file under its own name, or under one with a number where that is taken. */
async function moveInto(folder: string, file: string, name: string): Promise<string> {
  const { name: stem, ext } = parse(name);
  for (let number = 1; number <= copiesMax; number += 1) {
    const free = number === 1 ? name : `${stem}-${number}${ext}`;
    if ((await stampOf(join(folder, free))) !== null) continue;
    await rename(file, join(folder, free));
    return free;
  }
  throw new Error(`More than ${copiesMax} files are named like ${name}; clear ${folder}.`);
}

async function readText(path: string): Promise<string | null> {
  const { size } = await stat(path);
  if (size > bytesMax) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch {
    return null;
  }
}

async function stampOf(path: string): Promise<string | null> {
  try {
    const found = await stat(path);
    return found.isFile() ? `${found.size} ${found.mtimeMs}` : null;
  } catch {
    return null;
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
