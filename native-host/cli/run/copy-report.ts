import { constants, copyFileSync, mkdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { failed, fault, ok, type Result } from '../../../shared/faults.ts';

/** Copies of one name in one folder. */
const copiesMax = 1_000;

/** Puts a copy of a report into a folder, beside whatever is there already: nothing is written over. Gives its path. */
export function copyReport(report: string, folder: string): Result<string> {
  try {
    mkdirSync(folder, { recursive: true });
    for (let n = 1; n <= copiesMax; n += 1) {
      const to = join(folder, numbered(basename(report), n));
      if (copiedTo(report, to)) return ok(to);
    }
    return failed(notCopied(folder, `it holds ${copiesMax} of them`));
  } catch (error) {
    return failed(notCopied(folder, error instanceof Error ? error.message : String(error)));
  }
}

/** False: there is a file of that name. */
function copiedTo(report: string, to: string): boolean {
  try {
    copyFileSync(report, to, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function numbered(name: string, n: number): string {
  const ending = extname(name);
  return n === 1 ? name : `${name.slice(0, name.length - ending.length)}-${n}${ending}`;
}

function notCopied(folder: string, why: string) {
  return fault(
    'internal',
    `The report could not be copied to ${folder}: ${why}.`,
    'It lies in the folder of its run; give another folder with --out.',
  );
}
