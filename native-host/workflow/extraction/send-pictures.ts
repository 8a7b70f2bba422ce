import { z } from 'zod';
import { SentPicture as Sent, type SentPicture } from '../../../shared/extraction.ts';
import { type Fault, failed, fault, ok, type Result } from '../../../shared/faults.ts';
import { uploadArtifact } from '../../../shared/tools/upload-artifact.ts';
import type { Plan } from '../compile.ts';
import type { Calls, RunContext } from '../ports.ts';
import { lookUp, type Scope } from '../references.ts';
import { addressOf } from './extract-fields.ts';
import { Picture, pictureName, senderOf } from './planned-pictures.ts';

/** Milliseconds for one picture on its way: it has a million bytes at most. */
const sendMs = 120_000;

export type SendMeans = {
  readonly calls: Calls;
  readonly context: RunContext;
  readonly signal: AbortSignal;
  readonly settled: (stepId: string, receipt: Awaited<ReturnType<Calls['call']>>['receipt']) => void;
  /** Writes a picture, in base64, into the run's own folder and gives its path. */
  readonly keepPicture: (name: string, base64: string) => string;
};

/**
 * Sends the pictures that the plan names, once every step is done: a run that failed sends none. Each goes through the gate as a
 * file stored for others, as it was judged before the first step. What could not be stored ends the run.
 */
export async function sendPictures(
  { pictures, declared }: Pick<Plan, 'pictures' | 'declared'>,
  scope: Scope,
  means: SendMeans,
): Promise<Result<readonly SentPicture[]>> {
  const sent: SentPicture[] = [];
  for (const { step_id, fields } of pictures) {
    const result = lookUp({ text: '', root: 'steps', path: [step_id] }, scope);
    const picture = Picture.safeParse(plainParts(result));
    // A step that was not needed has taken no picture; its fields then say so.
    if (!picture.success) continue;
    const id = senderOf(step_id);
    const says = declared[id];
    if (says === undefined) throw new Error(`the picture of ${step_id} was never planned`);
    const from = means.keepPicture(pictureName(step_id, picture.data.mime), picture.data.image);
    const request = {
      tool: uploadArtifact.name,
      args: { from },
      step_id: id,
      declared: says,
      timeout_ms: sendMs,
    };
    const answer = await means.calls.call(request, means.context, means.signal);
    means.settled(id, answer.receipt);
    if (answer.result === null) return failed(answer.receipt.fault ?? notSent(step_id));
    const { key, sha256, bytes } = uploadArtifact.output.parse(answer.result);
    const { url } = Address.parse(result);
    const { masked } = picture.data;
    sent.push(Sent.parse({ step_id, fields, key, sha256, bytes, url: addressOf(url), masked }));
  }
  return ok(sent);
}

const Address = z.object({ url: z.string().optional() });

// The result has more fields than the picture itself.
function plainParts(result: unknown): unknown {
  const { image, mime, masked } = Object(result);
  return { image, mime, masked };
}

function notSent(stepId: string): Fault {
  return fault(
    'internal',
    `The picture of "${stepId}" was not stored.`,
    'Look at `artifacts` in config.yaml.',
    {
      job_error: 'ArtifactsNotStored',
    },
  );
}
