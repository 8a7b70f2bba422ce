import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { jobFolder } from '../../shared/extraction.ts';
import { download } from '../../shared/tools/download.ts';
import { getText } from '../../shared/tools/get-text.ts';
import { artifactPlace } from '../artifacts/artifact-place.ts';
import type { ArtifactStore } from '../artifacts/artifact-store.ts';
import { createArtifactTools } from '../artifacts/artifact-tool.ts';
import { createLocalStore } from '../artifacts/local-store.ts';
import { createS3Store } from '../artifacts/s3-store.ts';
import type { Config } from '../config/config.ts';
import { readPdf } from '../documents/read-pdf.ts';
import { createFileTools } from '../files/file-tools.ts';
import { takeOverDownload } from '../files/take-over-download.ts';
import { createUploads } from '../files/upload-files.ts';
import type { GateDependencies } from '../gate/ports.ts';
import type { HomePaths } from '../io/home.ts';
import { programEntries } from '../io/program-entries.ts';
import { JobStore } from '../jobs/job-store.ts';
import { jobIdOf } from '../jobs/payload.ts';
import { ownChannel } from './job-rules.ts';

type FileParts = Pick<GateDependencies, 'hostTools' | 'takeOverDownload' | 'uploads' | 'readPdf'>;

/** What the gate does with files: in the data folder and the person's own, and never with what holds secrets. */
export function fileParts(
  paths: HomePaths,
  database: DatabaseSync,
  personHome: string,
  artifacts: Config['artifacts'],
): FileParts {
  return {
    hostTools: {
      ...createFileTools({ database, runsFolder: paths.runs, home: personHome, now: Date.now }),
      ...createArtifactTools({
        open: () => openArtifacts(artifacts),
        place: artifactPlace(artifacts),
        runsFolder: paths.runs,
        prefix: artifacts.prefix,
        folderOf: (runId) => jobFolderOf(database, runId),
        linkSeconds: artifacts.link_minutes * 60,
      }),
    },
    takeOverDownload: (result, { run_id, since }) =>
      takeOverDownload(download.output.parse(result), {
        runFolder: join(paths.runs, run_id ?? 'calls'),
        since,
      }),
    uploads: createUploads({
      home: personHome,
      dataFolder: paths.home,
      runsFolder: paths.runs,
      neverFiles: [paths.secrets, paths.key, paths.database, paths.token, paths.clients],
    }),
    readPdf: (base64, args) => readPdf(base64, getText.input.parse(args), programEntries().pdfWorker),
  };
}

// What a job of the cloud stores lies under the job's own name, where the cloud looks for it.
function jobFolderOf(database: DatabaseSync, runId: string): string {
  const job = new JobStore(database, Date.now).jobOf(runId);
  return job === null || job.channel === ownChannel ? '' : jobFolder(jobIdOf(job.key));
}

/** The artifact store that is set up. */
export async function openArtifacts(settings: Config['artifacts']): Promise<ArtifactStore> {
  if (settings.bucket === null) return createLocalStore(settings.folder);
  return createS3Store({
    bucket: settings.bucket,
    region: settings.aws_region,
    profile: settings.aws_profile,
    endpoint: settings.endpoint,
    encryption: settings.encryption,
    kmsKey: settings.kms_key,
    partBytes: settings.part_mb * 1024 * 1024,
  });
}
