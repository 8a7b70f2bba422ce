import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { failurePictureName, type RunView } from '../../shared/run.ts';
import type { Gate } from '../gate/gate.ts';
import { writeFileDurably } from '../io/write-file.ts';
import { JobStore } from '../jobs/job-store.ts';

const pictureMs = 8_000;
const Picture = z.object({ image: z.base64(), mime: z.literal('image/png') });

export type PictureMeans = Readonly<{
  gate: Pick<Gate, 'call'>;
  database: DatabaseSync;
  runsFolder: string;
}>;

/**
 * Pictures the page where a job's run stopped, by the gate as any read of that run: fields with secrets are painted over, and
 * where the rules allow no look, or the browser is gone, there is no picture.
 */
export async function pictureFailedJob(means: PictureMeans, run: RunView): Promise<void> {
  if (run.status !== 'failed' && run.status !== 'outcome_unknown') return;
  if (!new JobStore(means.database, Date.now).isJob(run.run_id)) return;
  const { result } = await means.gate.call({
    tool: 'screenshot',
    args: { timeout_ms: pictureMs },
    caller: { kind: 'job', id: run.run_id, unattended: true },
    profile: run.profile,
    run: null,
    signal: AbortSignal.timeout(pictureMs),
  });
  const picture = Picture.safeParse(result);
  if (!picture.success) return;
  const file = join(means.runsFolder, run.run_id, failurePictureName);
  writeFileDurably(file, Buffer.from(picture.data.image, 'base64'), 0o600);
}
