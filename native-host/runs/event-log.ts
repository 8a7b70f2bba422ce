import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RunEvent } from '../../shared/run.ts';

// `runs/<id>/events.jsonl`: one RunEvent a line, in order. Appended, never rewritten. A crash can leave the
// last line cut off; such a line is left out when the log is read, and the next line begins after a line end
// of its own.

/** Bytes of a log that is read back. */
const logBytesMax = 256_000_000;

/** Run ids are made here and by nobody else; this keeps any other text from becoming a path. */
const runIdPattern = /^\d{8}-\d{6}-[0-9a-f]{8}$/;

/** A new run's id: when it began (UTC), and eight random digits: `20260630-101500-4f2a9c1b`. */
export function makeRunId(now: number, random: () => Uint8Array): string {
  const [day = '', time = ''] = new Date(now).toISOString().split('T');
  const digits = Buffer.from(random()).toString('hex').slice(0, 8);
  return `${day.replaceAll('-', '')}-${time.slice(0, 8).replaceAll(':', '')}-${digits}`;
}

export function isRunId(text: string): boolean {
  return runIdPattern.test(text);
}

export class EventLog {
  readonly #runs: string;

  constructor(runsFolder: string) {
    this.#runs = runsFolder;
  }

  /** Folder of a run. Throws for anything that is no run id: it never comes from outside unchecked. */
  folderOf(runId: string): string {
    if (!isRunId(runId)) throw new Error('not a run id');
    return join(this.#runs, runId);
  }

  append(event: RunEvent): void {
    const folder = this.folderOf(event.run_id);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    appendFileSync(join(folder, 'events.jsonl'), `${JSON.stringify(event)}\n`, { mode: 0o600 });
  }

  /** Closes a line that a crash cut off, so that what is appended next stands on a line of its own. */
  mend(runId: string): void {
    const text = this.#text(runId);
    if (text !== '' && !text.endsWith('\n')) {
      appendFileSync(join(this.folderOf(runId), 'events.jsonl'), '\n', { mode: 0o600 });
    }
  }

  /** The events of a run in order; none for a run without a log. */
  read(runId: string): readonly RunEvent[] {
    return this.#text(runId).split('\n').flatMap(parseLine);
  }

  #text(runId: string): string {
    try {
      const text = readFileSync(join(this.folderOf(runId), 'events.jsonl'), 'utf8');
      if (text.length > logBytesMax) throw new Error(`the log of ${runId} is too long to be read`);
      return text;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
      throw error;
    }
  }
}

function parseLine(line: string): RunEvent[] {
  if (line === '') return [];
  const parsed = RunEvent.safeParse(readJson(line));
  return parsed.success ? [parsed.data] : [];
}

function readJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
