import { ok, type Result } from '../../shared/faults.ts';
import { uploadFile } from '../../shared/tools/upload-file.ts';
import type { GateDependencies, GateRequest, Upload } from './ports.ts';

type Call = {
  readonly tool: { readonly name: string };
  readonly request: GateRequest;
  readonly dependencies: Pick<GateDependencies, 'uploads'>;
};

/** The folders that a call takes files from, which the policy is asked about besides the site; none for most tools. */
export function foldersOfUpload({ tool, request, dependencies }: Call): Result<readonly string[]> {
  if (tool.name !== uploadFile.name) return ok([]);
  return dependencies.uploads.foldersOf(request.args, request.run?.run_id ?? null);
}

/** The files that a call hands to a page, read once it was let through. */
export function readUploads(
  { tool, request, dependencies }: Call,
  folders: readonly string[],
): Result<readonly Upload[]> {
  if (tool.name !== uploadFile.name) return ok([]);
  return dependencies.uploads.read(request.args, request.run?.run_id ?? null, folders);
}

export type ToldFile = { readonly name: string; readonly bytes: number; readonly sha256: string };

/** What the ledger keeps of files: name, size and hash, and never the content. */
export function toldFiles(uploads: readonly Upload[]): { readonly files?: readonly ToldFile[] } {
  if (uploads.length === 0) return {};
  return { files: uploads.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 })) };
}
