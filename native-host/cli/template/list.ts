import { z } from 'zod';
import { TemplateSummary } from '../../../shared/protocol/control-messages.ts';
import type { CommandContext, Invocation } from '../command.ts';
import { faultError } from '../command-error.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { Authority } from '../parts.ts';
import { alignColumns } from '../table.ts';
import type { Terminal } from '../terminal.ts';

/** What `localagent template list --json` prints. */
export const TemplatesDocument = z.strictObject({
  schema: z.literal('localagent.templates.v1'),
  templates: z.array(TemplateSummary),
});

const listMs = 10_000;

/** Templates as they are meant by their id alone, each with its versions and why it may or may not run unattended. */
export async function list(invocation: Invocation, { terminal, parts }: CommandContext): Promise<ExitCode> {
  const authority = await parts.connect({ start: true });
  if (!authority.ok) throw faultError(authority.fault, `data folder ${parts.paths.home}`);
  const templates = await templatesOf(authority.value).finally(() => authority.value.close());
  if (invocation.json) {
    const schema = 'localagent.templates.v1';
    terminal.printJson({ schema, templates: [...templates] } satisfies z.infer<typeof TemplatesDocument>);
    return exitCode.done;
  }
  terminal.print(templates.flatMap((summary) => summaryLines(summary, terminal.paint)));
  return exitCode.done;
}

/** Every template that is offered. */
export async function templatesOf(authority: Authority): Promise<readonly TemplateSummary[]> {
  const listed = await authority.call('template.list', {}, { timeoutMs: listMs });
  if (!listed.ok) throw faultError(listed.fault, 'in the list of templates');
  return listed.value.templates;
}

function summaryLines(summary: TemplateSummary, paint: Terminal['paint']): readonly string[] {
  return [
    `${paint('bold', summary.id)} ${summary.version} – ${summary.title} (${summary.review})`,
    `  ${summary.description}`,
    ...standingLines(summary),
    ...alignColumns(
      summary.parameters.map((parameter) => [
        `    ${parameter.name}`,
        parameter.type,
        parameter.required && parameter.default === null ? 'required' : '',
        parameter.title,
      ]),
    ),
  ];
}

function standingLines({ standing, version }: TemplateSummary): readonly string[] {
  if (standing === undefined) return [];
  const { versions, pinned, reviewed_by: by, reviewed_at: at, signed_by: key } = standing;
  const others = versions.filter((one) => one !== version);
  const review = [
    ...(by === null ? [] : [`reviewed by ${by}${at === null ? '' : ` on ${at}`}`]),
    ...(key === null ? [] : [`signed by the key ${key}`]),
  ];
  return [
    ...(others.length === 0 ? [] : [`  Other versions: ${others.join(', ')}`]),
    ...(pinned === null ? [] : [`  Pinned to ${pinned} (take it back with \`template rollback --unpin\`)`]),
    ...(review.length === 0 ? [] : [`  As it says: ${review.join(', ')}`]),
    `  ${standing.unattended ? 'May' : 'May not'} run unattended: ${standing.why}`,
  ];
}
