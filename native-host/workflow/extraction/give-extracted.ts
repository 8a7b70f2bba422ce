import { ok, type Result } from '../../../shared/faults.ts';
import type { RunEventBody } from '../../../shared/run.ts';
import type { Plan } from '../compile.ts';
import type { Calls, RunContext } from '../ports.ts';
import type { Scope } from '../references.ts';
import { extractFields } from './extract-fields.ts';
import { sendPictures } from './send-pictures.ts';

export type ExtractMeans = {
  readonly calls: Calls;
  readonly context: RunContext;
  readonly emit: (event: RunEventBody) => void;
  readonly signal: AbortSignal;
  readonly mended: ReadonlyMap<string, string>;
  readonly keepPicture?: (name: string, base64: string) => string;
};

/**
 * Does what the extraction plan says once the steps are done: sends its pictures if this run is one that does, tells every field
 * with where it is from, and gives the values of those that were read here. Without a plan there are none.
 */
export async function giveExtracted(
  { template, pictures, declared, sends }: Plan,
  scope: Scope,
  means: ExtractMeans,
): Promise<Result<Readonly<Record<string, unknown>>>> {
  if (template.extraction === undefined) return ok({});
  const { emit, mended, keepPicture = noPlace } = means;
  const settled = (step_id: string, receipt: Settled['receipt']): void =>
    emit({ type: 'call.settled', step_id, receipt });
  const sent = await sendPictures({ pictures, declared }, scope, { ...means, keepPicture, settled });
  if (!sent.ok) return sent;
  const fields = extractFields({ template, scope, mended, pictures: sends ? sent.value : null });
  emit({ type: 'values.extracted', extracted: { fields, pictures: [...sent.value] } });
  const local = Object.entries(fields).filter(
    ([, { source }]) => source === 'dom_local' || source === 'both',
  );
  return ok(Object.fromEntries(local.map(([name, { value }]) => [name, value])));
}

type Settled = Extract<RunEventBody, { readonly type: 'call.settled' }>;

function noPlace(): never {
  throw new Error('a run that sends pictures has no folder for them');
}
