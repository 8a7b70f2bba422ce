import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { download } from '../../shared/tools/download.ts';
import { getText } from '../../shared/tools/get-text.ts';
import { readPdf } from '../documents/read-pdf.ts';
import { createFileTools } from '../files/file-tools.ts';
import { takeOverDownload } from '../files/take-over-download.ts';
import { createUploads } from '../files/upload-files.ts';
import type { GateDependencies } from '../gate/ports.ts';
import type { HomePaths } from '../io/home.ts';
import { programEntries } from '../io/program-entries.ts';

type FileParts = Pick<GateDependencies, 'hostTools' | 'takeOverDownload' | 'uploads' | 'readPdf'>;

/** What the gate does with files: in the data folder and the person's own, and never with what holds secrets. */
export function fileParts(paths: HomePaths, database: DatabaseSync, personHome: string): FileParts {
  return {
    hostTools: createFileTools({ database, runsFolder: paths.runs, home: personHome, now: Date.now }),
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
