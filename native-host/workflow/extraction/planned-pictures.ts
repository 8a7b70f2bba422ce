import type { Template } from '../../../shared/template.ts';
import { screenshot } from '../../../shared/tools/screenshot.ts';
import { uploadArtifact } from '../../../shared/tools/upload-artifact.ts';
import type { Flow } from '../flows.ts';
import { type PlannedAct, plannedAct } from '../planned-act.ts';
import type { Declared } from '../ports.ts';
import { wholeReference } from '../references.ts';

/** A picture that a plan has sent to the cloud, and the fields that are read in it there. */
export type PlannedPicture = { readonly step_id: string; readonly fields: readonly string[] };

/** The pictures that a template's plan names, each once, in the plan's order. */
export function plannedPictures({
  extraction = {},
}: Pick<Template, 'extraction'>): readonly PlannedPicture[] {
  const fields = new Map<string, string[]>();
  for (const [name, { screenshot: text }] of Object.entries(extraction)) {
    const id = text === undefined ? undefined : wholeReference(text)?.path[0];
    if (id !== undefined) fields.set(id, [...(fields.get(id) ?? []), name]);
  }
  return [...fields].map(([step_id, names]) => ({ step_id, fields: names }));
}

/** The step that sends a picture is the plan's own, and told apart from the one that takes it. */
export function senderOf(stepId: string): string {
  return `extraction.${stepId}`;
}

export type Sending = {
  readonly pictures: readonly PlannedPicture[];
  readonly declared: Readonly<Record<string, Declared>>;
  readonly acts: readonly PlannedAct[];
  /** What each sending uses of the site that was pictured, and the flow that the plan declares by naming it. */
  readonly sources: Readonly<Record<string, readonly string[]>>;
  readonly flows: readonly Flow[];
};

export const nothingSent: Sending = { pictures: [], declared: {}, acts: [], sources: {}, flows: [] };

/** What a run does that sends the pictures of its plan: one more planned act for each, judged with the rest before the first step. */
export function plannedSending(
  template: Template,
  declared: Readonly<Record<string, Declared>>,
  artifacts: string,
): Sending {
  const pictures = plannedPictures(template);
  const [, place] = /^origin:(.*)$/.exec(artifacts) ?? [];
  const sites = place === undefined ? [] : [place];
  const own = pictures.map(({ step_id }) => {
    const from = declared[step_id]?.sites ?? [];
    return { id: senderOf(step_id), from };
  });
  return {
    pictures,
    declared: Object.fromEntries(
      own.map(({ id, from }) => [id, { buckets: ['admin'], sites: [...from, ...sites] }] as const),
    ),
    acts: own.map(({ id }) =>
      plannedAct({
        step_id: id,
        tool: uploadArtifact.name,
        bucket: 'admin',
        resource: artifacts,
        args: {},
      }),
    ),
    sources: Object.fromEntries(own.map(({ id, from }) => [id, from])),
    flows: own.flatMap(({ from }) => from.flatMap((one) => sites.map((to) => ({ from: one, to })))),
  };
}

/** A picture's name in the artifact store. */
export function pictureName(stepId: string, mime: unknown): string {
  const kind = typeof mime === 'string' ? mime.replace('image/', '') : 'png';
  return `${stepId}.${kind === 'jpeg' ? 'jpg' : kind}`;
}

/** Whether a step's result has the form that the tool for pictures gives. */
export const Picture = screenshot.output.pick({ image: true, mime: true, masked: true });
