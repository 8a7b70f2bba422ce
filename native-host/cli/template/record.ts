import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { CommandContext, Invocation } from '../command.ts';
import { faultError } from '../command-error.ts';
import { readParameters } from '../commands/run.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { recordTemplate } from '../run/record-template.ts';
import type { RunTemplateOptions } from '../run/run-template.ts';
import { readTemplateText } from './read-template-text.ts';

/** What `localagent template record --json` prints. */
export const TemplateRecordDocument = z.strictObject({
  schema: z.literal('localagent.template-record.v1'),
  /** The file that was written; null when the run did not succeed. */
  file: z.string().nullable(),
  places: z.array(z.string()),
  run_id: z.string(),
  status: z.string(),
});

/** A run as the subcommands ask for it: the template by its name, the rest as usual. */
export function plainRun(invocation: Invocation): RunTemplateOptions {
  const [template = ''] = invocation.positionals;
  return {
    template,
    parameters: readParameters(invocation.texts('param')),
    browser: {
      profile: invocation.text('profile'),
      window: invocation.flag('headless') ? 'headless' : null,
    },
    out: null,
    namePattern: null,
    unattended: false,
  };
}

/** Runs a template and writes into its file what its selectors mean. */
export async function record(invocation: Invocation, context: CommandContext): Promise<ExitCode> {
  const { terminal, parts, cwd } = context;
  const [given = ''] = invocation.positionals;
  const file = resolve(cwd, given);
  const text = readTemplateText(file);
  const checked = parts.checkTemplate(text, file);
  if (!checked.ok) throw faultError(checked.fault, file);
  const { finished, prints } = await recordTemplate(
    { ...plainRun(invocation), template: checked.value.id },
    context,
  );
  const target = resolve(cwd, invocation.text('to') ?? given);
  const places = Object.keys(prints).sort();
  // What a run that failed has seen may be the wrong page.
  const written = finished.run.status === 'succeeded' && places.length > 0;
  if (written) {
    const changed = parts.writeFingerprints(text, prints);
    if (!changed.ok) throw faultError(changed.fault, file);
    writeFileSync(target, changed.value);
  }
  const { run_id, status } = finished.run;
  if (invocation.json) {
    const schema = 'localagent.template-record.v1';
    const file = written ? target : null;
    terminal.printJson({ schema, file, places, run_id, status } satisfies z.infer<
      typeof TemplateRecordDocument
    >);
  } else {
    terminal.print([
      written
        ? `${places.length} selectors are remembered in ${target}: ${places.join(', ')}.`
        : `Nothing was written: the run ${run_id} ended as ${status}.`,
      ...(written ? ['A signed template must be signed anew.'] : []),
    ]);
  }
  return written ? exitCode.done : finished.exit === exitCode.done ? exitCode.failed : finished.exit;
}
