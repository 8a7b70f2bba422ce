import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { RunView } from '../../shared/run.ts';

// What this browser keeps of runs that are over, so that they can be read without the program on this computer. A cache:
// the data folder has the originals, and it can be emptied at any time.

/** Runs kept; the oldest go first. */
export const keptMax = 200;
const databaseName = 'history';
const version = 1;

/** What a list shows of a kept run. */
export type KeptHead = {
  readonly run_id: string;
  readonly title: string;
  readonly status: RunView['status'];
  readonly started_at: string;
};
export type KeptRun = { readonly run: RunView; readonly markdown: string };

export interface History {
  keep(run: RunView, markdown: string): Promise<void>;
  /** Newest first. */
  list(): Promise<readonly KeptHead[]>;
  get(runId: string): Promise<KeptRun | null>;
  /** One run, or all of them. */
  forget(runId: string | null): Promise<void>;
}

interface Tables extends DBSchema {
  runs: { key: string; value: { run_id: string; run: unknown; markdown: string } };
  heads: { key: string; value: KeptHead };
}

/** Opens what this browser keeps; made when it is first used. */
export function openHistory(): History {
  let opened: Promise<IDBPDatabase<Tables>> | null = null;
  const database = (): Promise<IDBPDatabase<Tables>> => {
    opened ??= openDB<Tables>(databaseName, version, {
      upgrade(fresh) {
        fresh.createObjectStore('runs', { keyPath: 'run_id' });
        fresh.createObjectStore('heads', { keyPath: 'run_id' });
      },
      terminated: () => {
        opened = null;
      },
    });
    return opened;
  };
  const list = async (): Promise<readonly KeptHead[]> => {
    const heads = await (await database()).getAll('heads');
    return heads.sort((a, b) => b.started_at.localeCompare(a.started_at));
  };
  const remove = async (runIds: readonly string[]): Promise<void> => {
    const both = (await database()).transaction(['runs', 'heads'], 'readwrite');
    for (const runId of runIds) {
      void both.objectStore('runs').delete(runId);
      void both.objectStore('heads').delete(runId);
    }
    await both.done;
  };
  return {
    list,
    async keep(run, markdown) {
      const both = (await database()).transaction(['runs', 'heads'], 'readwrite');
      const { run_id, status, started_at } = run;
      void both.objectStore('runs').put({ run_id, run, markdown });
      void both.objectStore('heads').put({ run_id, title: titleOf(run), status, started_at });
      await both.done;
      const beyond = (await list()).slice(keptMax).map((head) => head.run_id);
      if (beyond.length > 0) await remove(beyond);
    },
    async get(runId) {
      const row = await (await database()).get('runs', runId);
      // Written by an older version of the panel, perhaps: then it is as if it were not there.
      const run = RunView.safeParse(row?.run);
      return row === undefined || !run.success ? null : { run: run.data, markdown: row.markdown };
    },
    async forget(runId) {
      await remove(runId === null ? (await list()).map((head) => head.run_id) : [runId]);
    },
  };
}

/** The whole objective, or the task's title. */
export function titleOf(run: RunView): string {
  return run.objective?.text ?? run.template.title;
}
