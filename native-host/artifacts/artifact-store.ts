import type { Result } from '../../shared/faults.ts';

// Where runs leave files for others. A key holds the content's hash, so what stands under a key never changes, and
// storing the same file again does nothing.

export type Artifact = {
  /** Path of the file on this machine. */
  readonly file: string;
  readonly key: string;
  readonly bytes: number;
  /** SHA-256 of the content, in hex. */
  readonly sha256: string;
  readonly contentType: string;
};

export type StoredArtifact = {
  readonly uri: string;
  /** `already`: the same content stood there before, and nothing was sent. */
  readonly state: 'stored' | 'already';
};

export interface ArtifactStore {
  /** Stores a file, and looks afterwards that it is there as it should be. Goes on where an earlier try was cut off. */
  put(artifact: Artifact, signal: AbortSignal): Promise<Result<StoredArtifact>>;
  /** An address under which anybody can read the artifact for so long. */
  link(key: string, seconds: number): Promise<Result<string>>;
  /** What stands under a key, if it has no more than so many bytes; null: nothing stands there. */
  read(key: string, bytesMax: number): Promise<Result<Buffer | null>>;
  close(): void;
}

/** Key of an artifact: prefix, run, the first of its hash, and a name without anything that a path could mean. */
export function artifactKey(prefix: string, runId: string, sha256: string, name: string): string {
  const plain = name.replace(/[^\p{L}\p{N}._ -]/gu, '_').replace(/^\.+/, '_');
  return `${prefix}${runId}/${sha256.slice(0, 16)}-${plain.slice(-150)}`;
}
