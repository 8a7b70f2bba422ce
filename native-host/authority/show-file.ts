import { dirname, resolve } from 'node:path';
import { raise } from '../../shared/faults.ts';
import type { RunView } from '../../shared/run.ts';
import { showInFolder } from '../files/show-in-folder.ts';
import { given } from './surfaces.ts';

/** Shows a file of a run where it lies: one that its receipts name, or its report. Nothing else can be shown. */
export async function showFile(
  { runs }: { readonly runs: { get(runId: string): RunView | null } },
  { run_id: runId, path }: { readonly run_id: string; readonly path: string },
): Promise<void> {
  const run = runs.get(runId);
  const own = [
    ...(run?.files.map((file) => file.path) ?? []),
    ...(run === null || run.report === null ? [] : [run.report]),
  ];
  if (!own.some((one) => one === path && resolve(one) === one && dirname(one) !== one)) {
    raise('not-found', 'The run has no such file.', 'Only files of the run itself are shown.');
  }
  given(await showInFolder(path));
}
