import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { failed, fault, ok, type Result } from '../../shared/faults.ts';

type Program = { readonly program: string; readonly args: readonly string[] };

/** A file manager that has not failed within this has opened the folder. */
const failsWithinMs = 3_000;

/** What shows a file where it lies: no shell reads the path. */
export function folderProgram(platform: NodeJS.Platform, path: string): Program {
  if (platform === 'darwin') return { program: 'open', args: ['-R', path] };
  if (platform === 'win32') return { program: 'explorer.exe', args: [`/select,${path}`] };
  return { program: 'xdg-open', args: [dirname(path)] };
}

/** Opens the folder of a file in the person's own file manager. */
export async function showInFolder(path: string, platform = process.platform): Promise<Result<null>> {
  if (!existsSync(path)) {
    const message = `The file is not there any more: ${path}`;
    return failed(fault('not-found', message, 'It was moved or deleted after the run.'));
  }
  const { program, args } = folderProgram(platform, path);
  const child = spawn(program, [...args], { stdio: 'ignore', detached: true, shell: false });
  child.unref();
  const trouble = await new Promise<string | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), failsWithinMs);
    const end = (why: string | null): void => {
      clearTimeout(timer);
      resolve(why);
    };
    child.once('error', (error) => end(error.message));
    // The explorer of Windows says 1 where it has shown the folder.
    child.once('exit', (code) => end(code === 0 || platform === 'win32' ? null : `it ended with ${code}`));
  });
  if (trouble === null) return ok(null);
  const message = `The folder could not be shown with ${program}: ${trouble}.`;
  return failed(fault('not-actionable', message, `It is ${dirname(path)}`));
}
