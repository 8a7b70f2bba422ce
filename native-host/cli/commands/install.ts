import { z } from 'zod';
import { type CommandContext, defineCommand, type Invocation, type OptionSpec } from '../command.ts';
import { faultError, wrongUsage } from '../command-error.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';

/** What `localagent install --json` and `uninstall --json` print. */
export const InstallDocument = z.strictObject({
  schema: z.enum(['localagent.install.v1', 'localagent.uninstall.v1']),
  dry_run: z.boolean(),
  done: z.array(z.string()),
  files: z.array(z.string()),
});
export type InstallDocument = z.infer<typeof InstallDocument>;

const options: Readonly<Record<string, OptionSpec>> = {
  browser: {
    type: 'string',
    value: 'NAME',
    multiple: true,
    text: 'chrome, chromium, edge, brave or vivaldi; left out: every one that is found',
  },
  system: { type: 'boolean', text: 'for every user of this machine (needs its rights)' },
  'dry-run': { type: 'boolean', text: 'say what would be done, and do nothing' },
};

export const install = defineCommand({
  name: 'install',
  summary: 'let a browser start LocalAgent for the extension',
  details:
    'Writes a small program that the browser starts, and for each browser a manifest that names it; then starts it\n' +
    'once and talks to it as the browser would.',
  options: {
    ...options,
    'extension-id': {
      type: 'string',
      value: 'ID',
      multiple: true,
      text: 'id of the extension where the organisation signs it with its own key',
    },
  },
  run: (invocation, context) => perform('install', invocation, context),
});

export const uninstall = defineCommand({
  name: 'uninstall',
  summary: 'remove what install wrote, and nothing else',
  options,
  run: (invocation, context) => perform('uninstall', invocation, context),
});

async function perform(
  act: 'install' | 'uninstall',
  invocation: Invocation,
  { parts, terminal }: CommandContext,
): Promise<ExitCode> {
  const extensionIds = act === 'install' ? invocation.texts('extension-id') : [];
  const wrong = extensionIds.find((id) => !/^[a-p]{32}$/.test(id));
  if (wrong !== undefined) {
    throw wrongUsage(`"${wrong}" is no extension id.`, 'in --extension-id', 'It has 32 letters from a to p.');
  }
  const request = {
    browsers: invocation.texts('browser'),
    system: invocation.flag('system'),
    dryRun: invocation.flag('dry-run'),
    extensionIds,
  };
  const report = await (act === 'install' ? parts.installHost(request) : parts.uninstallHost(request));
  if (!report.ok) throw faultError(report.fault, `in "localagent ${act}"`);
  const { done, files } = report.value;
  if (invocation.json) {
    terminal.printJson({
      schema: `localagent.${act}.v1`,
      dry_run: request.dryRun,
      done: [...done],
      files: [...files],
    } satisfies InstallDocument);
  } else terminal.print(done);
  return exitCode.done;
}
