import { z } from 'zod';
import { FiledFile } from '../../shared/run.ts';
import { download } from '../../shared/tools/download.ts';
import { findFiled } from '../../shared/tools/find-filed.ts';
import { saveFile } from '../../shared/tools/save-file.ts';

const Saved = z.object({ file: saveFile.output.shape.file });
const Downloaded = z.object(download.output.shape);
const Found = z.object(findFiled.output.shape);

/** The files that a call's result tells of: one that was downloaded, filed, or found to be filed. */
export function filesOf(tool: string, result: Readonly<Record<string, unknown>>): readonly FiledFile[] {
  if (tool === 'save_file') return [Saved.parse(result).file];
  if (tool === 'download') {
    const { name, path, bytes, sha256 } = Downloaded.parse(result);
    return sha256 === null ? [] : [{ name, path, bytes, sha256, state: 'downloaded' }];
  }
  if (tool !== 'find_filed') return [];
  const { found, path, bytes, sha256 } = Found.parse(result);
  const name = path.split(/[\\/]/).at(-1) ?? path;
  return found ? [FiledFile.parse({ name, path, bytes, sha256, state: 'already_filed' })] : [];
}
