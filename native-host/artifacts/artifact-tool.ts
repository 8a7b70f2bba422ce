import { realpathSync, statSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import mime from 'mime/lite';
import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import { uploadArtifact } from '../../shared/tools/upload-artifact.ts';
import type { ArtifactPlace } from './artifact-place.ts';
import { type ArtifactStore, artifactKey } from './artifact-store.ts';
import { fileHash } from './local-store.ts';

type Args = Readonly<Record<string, unknown>>;

export type ArtifactMeans = {
  /** Opened at the first use. */
  readonly open: () => Promise<ArtifactStore>;
  /** What the policy is asked about. */
  readonly place: ArtifactPlace;
  readonly runsFolder: string;
  readonly prefix: string;
  /** What stands between the prefix and the run's own folder, such as a job's; empty for most. */
  readonly folderOf?: (runId: string) => string;
  /** 0: no links are made. */
  readonly linkSeconds: number;
};

/** `upload_artifact`, for the gate. What it stores lies in the folder of its own run, and nowhere else. */
export function createArtifactTools(means: ArtifactMeans) {
  let store: Promise<ArtifactStore> | null = null;
  const opened = (): Promise<ArtifactStore> => {
    store ??= means.open();
    return store;
  };
  return {
    upload_artifact: {
      resourceOf: (_args: Args) => means.place,
      async run(
        args: Args,
        { run_id: runId, signal }: { readonly run_id: string | null; readonly signal: AbortSignal },
      ): Promise<Result<Record<string, unknown>>> {
        const { from, name } = uploadArtifact.input.parse(args);
        const file = runId === null ? null : fileOfRun(from, join(means.runsFolder, runId));
        if (runId === null || file === null) return failed(notOfRun());
        const { size: bytes } = statSync(file);
        const sha256 = await fileHash(file);
        const called = name ?? basename(file);
        const key = artifactKey(means.prefix + (means.folderOf?.(runId) ?? ''), runId, sha256, called);
        const contentType = mime.getType(called) ?? 'application/octet-stream';
        const place = await opened();
        const stored = await place.put({ file, key, bytes, sha256, contentType }, signal);
        if (!stored.ok) return stored;
        const link = means.linkSeconds === 0 ? ok(null) : await place.link(key, means.linkSeconds);
        if (!link.ok) return link;
        return ok({ key, bytes, sha256, ...stored.value, link: link.value });
      },
    },
  };
}

/** The real path of a file in the run's folder; null for anything else, links out of it included. */
function fileOfRun(path: string, folder: string): string | null {
  try {
    const real = realpathSync(path);
    return real.startsWith(realpathSync(folder) + sep) && statSync(real).isFile() ? real : null;
  } catch {
    return null;
  }
}

function notOfRun() {
  return fault(
    'bad-arguments',
    'Only a file that this run downloaded is stored for others.',
    'Give the path that `download` answered, as {{steps.ID.path}} of a template.',
  );
}
