import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { writeFileDurably } from '../io/write-file.ts';

// Which model the person chose: `choice.json` in the folder of models, `{"model": "provider/name"}`.

const Choice = z.strictObject({ model: z.string().min(1).max(300) });

/** The chosen model; null: none was, or the file cannot be read, which chooses none. */
export function readChoice(path: string): string | null {
  if (!existsSync(path)) return null;
  try {
    return Choice.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data?.model ?? null;
  } catch {
    return null;
  }
}

/** Keeps the choice; null takes it back. */
export function writeChoice(path: string, model: string | null): void {
  if (model === null) {
    rmSync(path, { force: true });
    return;
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileDurably(path, `${JSON.stringify({ model })}\n`, 0o600);
}
