import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { ok } from '../../../shared/faults.ts';
import type { CommandContext, Invocation } from '../command.ts';
import { faultError } from '../command-error.ts';
import { readParameters } from '../commands/run.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { recordTemplate } from '../run/record-template.ts';
import type { RunTemplateOptions } from '../run/run-template.ts';
import { readTemplateText } from './read-template-text.ts';

/** What `localagent template record --json` prints. */
export const TemplateRecordDocument = z.strictObject({
  schema: z.literal('localagent.template-record.v2'),
  /** The file that was written; null when the run did not succeed. */
  file: z.string().nullable(),
  places: z.array(z.string()),
  /** Steps whose script was pinned by its hash. */
  scripts: z.array(z.string()),
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
  const pinned = parts.pinScripts(text, file);
  if (!pinned.ok) throw faultError(pinned.fault, file);
  const scripts = [...pinned.value.steps];
  const written = finished.run.status === 'succeeded' && places.length + scripts.length > 0;
  if (written) {
    const changed =
      places.length === 0 ? ok(pinned.value.text) : parts.writeFingerprints(pinned.value.text, prints);
    if (!changed.ok) throw faultError(changed.fault, file);
    writeFileSync(target, changed.value);
  }
  const { run_id, status } = finished.run;
  if (invocation.json) {
    const schema = 'localagent.template-record.v2';
    const file = written ? target : null;
    terminal.printJson({ schema, file, places, scripts, run_id, status } satisfies z.infer<
      typeof TemplateRecordDocument
    >);
  } else {
    terminal.print([
      ...(written ? writtenLines(target, places, scripts) : [nothingWritten(run_id, status)]),
      ...(written ? ['A signed template must be signed anew.'] : []),
    ]);
  }
  return written ? exitCode.done : finished.exit === exitCode.done ? exitCode.failed : finished.exit;
}

function writtenLines(
  target: string,
  places: readonly string[],
  scripts: readonly string[],
): readonly string[] {
  return [
    ...(places.length === 0
      ? []
      : [`${places.length} selectors are remembered in ${target}: ${places.join(', ')}.`]),
    ...(scripts.length === 0
      ? []
      : [`The scripts of these steps are pinned by their hash: ${scripts.join(', ')}.`]),
  ];
}

function nothingWritten(runId: string, status: string): string {
  return status === 'succeeded'
    ? 'Nothing was written: the template has no selector that can be remembered, and no script without a hash.'
    : `Nothing was written: the run ${runId} ended as ${status}.`;
}
