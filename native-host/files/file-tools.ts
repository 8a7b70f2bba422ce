import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { failed, fault, type Result } from '../../shared/faults.ts';
import { findFiled as findFiledDeclaration } from '../../shared/tools/find-filed.ts';
import { saveFile as saveFileDeclaration } from '../../shared/tools/save-file.ts';
import { findFiled } from './find-filed.ts';
import { folderPath } from './folder-path.ts';
import { saveFile } from './save-file.ts';

/**
 * A tool of the host as the gate calls it: first what it is judged on, then, once it is let through, what it
 * does.
 */
export interface FileTool {
  resourceOf(args: Readonly<Record<string, unknown>>): { readonly kind: 'folder'; readonly path: string };
  run(
    args: Readonly<Record<string, unknown>>,
    context: { readonly run_id: string | null; readonly signal: AbortSignal },
  ): Promise<Result<Record<string, unknown>>>;
}

export type FileMeans = {
  readonly database: DatabaseSync;
  /** Folder of all runs; each has its own in it. */
  readonly runsFolder: string;
  readonly home: string;
  readonly now: () => number;
};

/** `save_file` and `find_filed`, for the gate. */
export function createFileTools(means: FileMeans): {
  readonly save_file: FileTool;
  readonly find_filed: FileTool;
} {
  const resourceOf: FileTool['resourceOf'] = ({ folder }) => ({
    kind: 'folder',
    path: folderPath(typeof folder === 'string' ? folder : '', means.home),
  });
  return {
    save_file: {
      resourceOf,
      async run(args, { run_id: runId }) {
        if (runId === null) return failed(outsideRun());
        const runFolder = join(means.runsFolder, runId);
        return saveFile(saveFileDeclaration.input.parse(args), { ...means, run_id: runId, runFolder });
      },
    },
    find_filed: {
      resourceOf,
      run: async (args) => findFiled(findFiledDeclaration.input.parse(args), means),
    },
  };
}

function outsideRun() {
  return fault(
    'bad-arguments',
    'A document is filed within a run, and this call belongs to none.',
    'Use it as a step of a template.',
  );
}
