import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type HomePaths, homePaths } from '../../native-host/io/home.ts';

/** Program of the fake authority. */
export const fakeAuthority = fileURLToPath(new URL('./authority.ts', import.meta.url));

/** What a fake authority noted about itself. */
export type Note = Readonly<Record<string, unknown>>;

export type DataFolder = {
  readonly paths: HomePaths;
  /** Environment of a child that works on this folder. */
  readonly env: NodeJS.ProcessEnv;
  notes(): Note[];
  /** Waits until a note has that key, and gives the first such. */
  noted(key: string): Promise<unknown>;
  /** Ends the fake authorities that were started for the folder, and removes it. */
  remove(): void;
};

/** A data folder of a test's own. `parts` go between it and the temporary directory, to make its path long. */
export function dataFolder(...parts: string[]): DataFolder {
  const root = mkdtempSync(join(tmpdir(), 'localagent-test-'));
  const home = join(root, ...parts, 'home');
  const env = { ...process.env, LOCALAGENT_HOME: home };
  const paths = homePaths(env);
  const notes = (): Note[] => {
    try {
      const lines = readFileSync(join(home, 'notes.jsonl'), 'utf8').trim().split('\n');
      return lines.map((line): Note => JSON.parse(line));
    } catch {
      return [];
    }
  };
  return {
    paths,
    env,
    notes,
    async noted(key) {
      for (let waited = 0; waited < 5_000; waited += 20) {
        const note = notes().find((one) => key in one);
        if (note !== undefined) return note[key];
        await pause(20);
      }
      throw new Error(`Nothing noted ${key}: ${JSON.stringify(notes())}`);
    },
    remove() {
      for (const note of notes()) {
        if (typeof note['started'] !== 'number') continue;
        try {
          process.kill(note['started'], 'SIGKILL');
        } catch {
          // It has ended by itself.
        }
      }
      // The socket of a long path lies elsewhere.
      if (!paths.socket.startsWith(root)) rmSync(paths.socket, { force: true });
      // One that was just killed may still put a file there while its folder is emptied.
      rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
    },
  };
}
