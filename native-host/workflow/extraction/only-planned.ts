import type { Verdict } from '../../../shared/receipt.ts';
import type { Template } from '../../../shared/template.ts';
import { uploadArtifact } from '../../../shared/tools/upload-artifact.ts';
import type { Calls } from '../ports.ts';
import { namedUploads } from './check-extraction.ts';
import { type PlannedPicture, senderOf } from './planned-pictures.ts';

/**
 * The gate for a run with an extraction plan: a call that would store for others what the plan does not name is refused, recorded
 * and not passed on. The check of the template says the same of its steps beforehand; this holds for whatever makes the call.
 */
export function onlyPlanned(
  calls: Calls,
  { template, pictures }: { readonly template: Template; readonly pictures: readonly PlannedPicture[] },
): Calls {
  if (template.extraction === undefined) return calls;
  const named = namedUploads(template);
  const senders = new Set([...named, ...pictures.map(({ step_id }) => senderOf(step_id))]);
  const passed: Pick<Calls, 'judge' | 'refuse' | 'mark'> = {
    judge: (planned, context) => calls.judge(planned, context),
    refuse: (call, verdict, context) => calls.refuse(call, verdict, context),
    mark: () => calls.mark?.() ?? null,
  };
  return {
    ...passed,
    async call(request, context, signal) {
      const { tool, step_id } = request;
      if (tool !== uploadArtifact.name || senders.has(step_id)) return calls.call(request, context, signal);
      const planned = { step_id, tool, bucket: 'admin', resource: 'browser' } as const;
      return { receipt: calls.refuse(planned, notNamed, context), result: null };
    },
  };
}

const notNamed: Verdict = {
  decision: 'deny',
  policies: ['extraction.plan'],
  reason: 'The extraction plan of this template does not name what this would send.',
};
