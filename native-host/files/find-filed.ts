import { join } from 'node:path';
import type { z } from 'zod';
import { ok, type Result } from '../../shared/faults.ts';
import type { findFiled as declaration } from '../../shared/tools/find-filed.ts';
import { filedName } from './filed-record.ts';
import { folderPath } from './folder-path.ts';
import { safeName } from './safe-name.ts';
import type { FilePlace } from './save-file.ts';

type Output = z.output<typeof declaration.output>;

/** Whether a document was filed under the name, and is still there with the content it was filed with. */
export async function findFiled(
  args: z.output<typeof declaration.input>,
  place: Pick<FilePlace, 'database' | 'home'>,
): Promise<Result<Output>> {
  const folder = folderPath(args.folder, place.home);
  const row = filedName(place.database, folder, safeName(args.name));
  if (row === null) return ok({ found: false, path: '', bytes: 0, sha256: '' });
  return ok({ found: true, path: join(folder, row.name), bytes: row.bytes, sha256: row.sha256 });
}
