import { z } from 'zod';
import { JobOutcome } from '../job-shapes.ts';
import { readLibrary } from '../library.ts';
import type { Means } from '../means.ts';

/** Values read from pictures, by the field's name; absent: there was no picture or nobody to read it. */
export const ScreenshotValues = z.record(
  z.string(),
  z.strictObject({ value: z.string().nullable(), confidence: z.number().min(0).max(1), key: z.string() }),
);
export type ScreenshotValues = z.infer<typeof ScreenshotValues>;

/** What a worker tells of the pictures that it stored: the fields each is for. */
const Pictures = z
  .array(z.object({ key: z.string().max(1_024), fields: z.array(z.string()).max(50) }))
  .max(50);

/**
 * Reads the fields that a template's plan leaves to the cloud out of the pictures that the worker uploaded. Only fields that
 * the plan names are asked for, whatever the worker's answer says, and only pictures below the job's own prefix are read.
 */
export async function readScreenshots(
  input: unknown,
  means: Means,
): Promise<{ readonly outcome: JobOutcome; readonly read: ScreenshotValues }> {
  const outcome = JobOutcome.parse(input);
  const pictures = Pictures.safeParse(outcome.result?.['screenshots']);
  if (!outcome.ok || !pictures.success || means.vision === null) return { outcome, read: {} };
  const { template, template_version, job_id } = outcome.job;
  const entry = (await readLibrary(means.store)).find(
    ({ id, version }) => id === template && version === template_version,
  );
  const planned = Object.entries(entry?.extraction ?? {}).filter(
    ([, { source }]) => source === 'screenshot_cloud' || source === 'both',
  );
  const read: Record<string, ScreenshotValues[string]> = {};
  for (const { key, fields } of pictures.data) {
    if (!key.startsWith(`jobs/${job_id}/`) || key.includes('..')) continue;
    const wanted = planned.filter(([name]) => fields.includes(name) && !(name in read));
    const png = wanted.length === 0 ? null : await means.store.getBytes(key);
    if (png === null) continue;
    const values = await means.vision.read(
      png,
      wanted.map(([name, { description }]) => ({ name, description })),
    );
    for (const [name] of wanted) {
      const value = values[name];
      if (value !== undefined) read[name] = { ...value, key };
    }
  }
  return { outcome, read };
}
