import { resolve } from 'node:path';
import { z } from 'zod';
import type { CommandContext, Invocation } from '../command.ts';
import { faultError } from '../command-error.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { visibleText } from '../table.ts';
import { readTemplateText } from './read-template-text.ts';

/** What `localagent template diff --json` prints. */
export const TemplateDiffDocument = z.strictObject({
  schema: z.literal('localagent.template-diff.v1'),
  changes: z.array(z.strictObject({ weight: z.enum(['reach', 'doing', 'words']), text: z.string() })),
});

const headings = {
  reach: 'It may do more, or elsewhere:',
  doing: 'It does otherwise:',
  words: 'Told otherwise:',
} as const;

/** Tells what changed from one version of a template to another. */
export async function diff(invocation: Invocation, context: CommandContext): Promise<ExitCode> {
  const { terminal, parts, cwd } = context;
  const [one = '', other = ''] = invocation.positionals;
  const files = [resolve(cwd, one), resolve(cwd, other)] as const;
  const [before, after] = [files[0], files[1]].map((file) => ({ file, text: readTemplateText(file) }));
  if (before === undefined || after === undefined) throw new Error('two files are two texts');
  const changes = parts.diffTemplates(before, after);
  if (!changes.ok) throw faultError(changes.fault, 'in the templates');
  if (invocation.json) {
    const schema = 'localagent.template-diff.v1';
    terminal.printJson({ schema, changes: [...changes.value] } satisfies z.infer<
      typeof TemplateDiffDocument
    >);
    return exitCode.done;
  }
  const lines = (['reach', 'doing', 'words'] as const).flatMap((weight) => {
    const those = changes.value.filter((change) => change.weight === weight);
    return those.length === 0 ? [] : [headings[weight], ...those.map(({ text }) => `  ${visibleText(text)}`)];
  });
  terminal.print(lines.length === 0 ? ['Nothing changed.'] : lines);
  return exitCode.done;
}
