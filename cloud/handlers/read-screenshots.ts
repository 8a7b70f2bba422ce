import { z } from 'zod';
import { ofPicture } from '../../shared/confidence.ts';
import { jobFolder, Provenance } from '../../shared/extraction.ts';
import { JobOutcome } from '../job-shapes.ts';
import { readLibrary } from '../library.ts';
import type { Means } from '../means.ts';

/** Values read from pictures, by the field's name; absent: there was no picture or nobody to read it. */
export const ScreenshotValues = z.record(
  z.string(),
  z.strictObject({
    value: z.string().nullable(),
    confidence: z.number().min(0).max(1),
    provenance: Provenance,
  }),
);
export type ScreenshotValues = z.infer<typeof ScreenshotValues>;

/**
 * Reads the fields that a template's plan leaves to the cloud out of the pictures that the worker uploaded. Only fields that
 * the plan names are asked for, whatever the worker's answer says, and only pictures below the job's own prefix are read.
 */
export async function readScreenshots(
  input: unknown,
  means: Means,
): Promise<{ readonly outcome: JobOutcome; readonly read: ScreenshotValues }> {
  const outcome = JobOutcome.parse(input);
  const pictures = outcome.result?.extracted?.pictures ?? [];
  if (!outcome.ok || pictures.length === 0 || means.vision === null) return { outcome, read: {} };
  const { template, template_version, job_id } = outcome.job;
  const entry = (await readLibrary(means.store)).find(
    ({ id, version }) => id === template && version === template_version,
  );
  const planned = Object.entries(entry?.extraction ?? {}).filter(
    ([, { source }]) => source === 'screenshot_cloud' || source === 'both',
  );
  const read: Record<string, ScreenshotValues[string]> = {};
  for (const { key, fields, sha256, step_id, url } of pictures) {
    if (!key.startsWith(jobFolder(job_id)) || key.includes('..')) continue;
    // The step that the plan names takes the picture of a field, and no other picture is read for it.
    const wanted = planned.filter(
      ([name, { screenshot }]) =>
        fields.includes(name) && !(name in read) && screenshot === `{{steps.${step_id}}}`,
    );
    const png = wanted.length === 0 ? null : await means.store.getBytes(key);
    if (png === null) continue;
    const values = await means.vision.read(
      png,
      wanted.map(([name, { description }]) => ({ name, description })),
    );
    const provenance = { kind: 'picture', url, step_id, key, sha256 } as const;
    for (const [name] of wanted) {
      const value = values[name];
      if (value !== undefined)
        read[name] = { value: value.value, confidence: ofPicture(value.confidence), provenance };
    }
  }
  return { outcome, read };
}
