import { resolve } from 'node:path';
import { z } from 'zod';
import { TemplatePlan } from '../../../shared/template-plan.ts';
import type { CommandContext, Invocation } from '../command.ts';
import { faultError } from '../command-error.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { TemplateExplanation } from '../parts.ts';
import { foreseeAsks, UnattendedDocument, unattendedLines } from '../run/foresee-asks.ts';
import { visibleText } from '../table.ts';
import { readTemplateText } from './read-template-text.ts';

/** What `localagent template explain --json` prints. */
export const TemplateExplanationDocument = z.strictObject({
  schema: z.literal('localagent.template-explanation.v1'),
  file: z.string(),
  id: z.string(),
  version: z.string(),
  title: z.string(),
  review: z.enum(['draft', 'reviewed']),
  ...TemplatePlan.shape,
  /** What the rules in force would refuse a run that nobody watches. */
  unattended: UnattendedDocument,
});

/** Tells a template as a plan that a person can read, with what the rules in force say to it. */
export async function explain(invocation: Invocation, context: CommandContext): Promise<ExitCode> {
  const { terminal, parts, cwd } = context;
  const [given = ''] = invocation.positionals;
  const file = resolve(cwd, given);
  const text = readTemplateText(file);
  const explained = parts.explainTemplate(text, file);
  if (!explained.ok) throw faultError(explained.fault, file);
  const checked = parts.checkTemplate(text, file);
  if (!checked.ok) throw faultError(checked.fault, file);
  const foreseen = await foreseeAsks(checked.value, context);
  if (!foreseen.ok) throw faultError(foreseen.fault, 'in the rules');
  if (invocation.json) {
    const document: unknown = { file, ...explained.value, unattended: foreseen.value };
    const schema = 'localagent.template-explanation.v1';
    terminal.printJson(TemplateExplanationDocument.parse({ schema, ...Object(document) }));
    return exitCode.done;
  }
  terminal.print([...planLines(explained.value), '', ...unattendedLines(foreseen.value)]);
  return exitCode.done;
}

/** The plan of a template, a line each. */
export function planLines(plan: TemplateExplanation): readonly string[] {
  const { id, version, title, review, sites, secrets, flows, steps, output } = plan;
  return [
    `${visibleText(title)} (${id} ${version}, ${review})`,
    `  on ${sites.map(visibleText).join(', ')}`,
    ...(secrets.length === 0 ? [] : [`  with the secrets ${secrets.map((name) => `<${name}>`).join(', ')}`]),
    ...flows.map((flow) => `  text goes from one site into acts on another: ${visibleText(flow)}`),
    '',
    ...steps.flatMap(({ number, title: what, acts, remarks }) => [
      `${number.padStart(5)}  ${visibleText(what)}`,
      ...acts.map(({ words, bucket }) => `         ${bucket.padEnd(7)}${visibleText(words)}`),
      ...remarks.map((remark) => `         (${visibleText(remark)})`),
    ]),
    ...(output.length === 0 ? [] : ['', `Gives ${output.join(', ')}.`]),
    ...extractionLines(plan),
  ];
}

function extractionLines({ extraction, leaves }: TemplateExplanation): readonly string[] {
  if (extraction.length === 0) return [];
  return [
    '',
    'Where its values come from:',
    ...extraction.map(({ field, words }) => `  ${visibleText(field)}: ${visibleText(words)}`),
    'As a job of the cloud, this leaves the machine, and nothing else that its steps have read:',
    ...leaves.map((what) => `  ${visibleText(what)}`),
  ];
}
