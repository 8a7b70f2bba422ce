import { z } from 'zod';
import { failed, fault, ok, type Result } from '../../../shared/faults.ts';
import type { CommandContext } from '../command.ts';
import type { TemplateCheck } from '../parts.ts';
import { visibleText } from '../table.ts';

const askMs = 10_000;
const shownMax = 20;

/** What the rules in force say to a template that nobody watches, before it is ever run. */
export const UnattendedDocument = z.strictObject({
  refused: z.array(
    z.strictObject({ act: z.string(), decision: z.enum(['ask', 'deny']), reason: z.string() }),
  ),
  /** Tools whose site or folder is known only when the template is run. */
  later: z.array(z.string()),
});
export type Unattended = z.infer<typeof UnattendedDocument>;

/** Puts every act of a template to the rules as a run without a person would, and as one with a person. */
export async function foreseeAsks(
  checked: TemplateCheck,
  { parts }: CommandContext,
): Promise<Result<Unattended>> {
  const joined = await parts.connect({ start: true });
  if (!joined.ok) return joined;
  try {
    const refused: Unattended['refused'] = [];
    for (const { tool, bucket, url, folder } of checked.acts) {
      const place = { ...(url === undefined ? {} : { url }), ...(folder === undefined ? {} : { folder }) };
      const question = {
        tool,
        bucket,
        ...place,
        caller: 'workflow' as const,
        unattended: false,
        approved: false,
        tainted: false,
        sources: [],
        secret: false,
        accepted_template: false,
        plan_mode: false,
      };
      const explained = await joined.value.call('policy.explain', { question }, { timeoutMs: askMs });
      if (!explained.ok) return failed(explained.fault);
      const { decision, reason } = explained.value;
      const act = [tool, `(${bucket})`, url ?? folder ?? ''].join(' ').trim();
      if (decision !== 'allow') refused.push({ act, decision, reason });
    }
    const reason = 'It waits for a person there, and nobody is.';
    const waits = checked.waits.map((title) => ({ act: `"${title}"`, decision: 'ask' as const, reason }));
    refused.push(...waits);
    return ok({ refused, later: [...checked.later] });
  } catch (error) {
    return failed(fault('internal', `The rules could not be asked: ${String(error)}`, 'Try again.'));
  } finally {
    joined.value.close();
  }
}

/** The same in words: unattended, what asks is refused. */
export function unattendedLines({ refused, later }: Unattended): readonly string[] {
  const lines = refused
    .slice(0, shownMax)
    .map(
      ({ act, decision, reason }) =>
        `  ${decision === 'ask' ? 'asks  ' : 'denied'} ${visibleText(act)}: ${visibleText(reason)}`,
    );
  const more = refused.length > shownMax ? [`  and ${refused.length - shownMax} more`] : [];
  return [
    refused.length === 0
      ? 'Unattended, nothing of it would have to ask.'
      : 'Unattended, it would be refused before its first step, since nobody is there to be asked:',
    ...lines,
    ...more,
    ...(later.length === 0 ? [] : [`Not known before it is run: where ${later.join(', ')} would act.`]),
  ];
}
