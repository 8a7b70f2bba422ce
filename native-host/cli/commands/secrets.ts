import { z } from 'zod';
import { type CommandContext, defineCommand, type Invocation } from '../command.ts';
import { CommandError, faultError, wrongUsage } from '../command-error.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { tableLines } from '../table.ts';

/** What `localagent secrets … --json` prints; a value is in none of them. */
export const SecretsDocument = z.strictObject({
  schema: z.literal('localagent.secrets.v1'),
  secrets: z.array(
    z.strictObject({
      name: z.string(),
      sites: z.array(z.string()),
      created: z.string(),
      rotated: z.string(),
    }),
  ),
});

export const secrets = defineCommand({
  name: 'secrets',
  summary: 'passwords and the like: set, list, remove; none is ever shown',
  details:
    'A template names a secret as secret:NAME. Its value is typed (unseen) or piped in, and can be filled on the given\n' +
    'sites only: domain:example.com covers its subdomains, origin:https://example.com:8443 is exact.',
  options: {
    site: {
      type: 'string',
      value: 'SITE',
      multiple: true,
      text: 'a site it may be used on; may be given several times',
    },
  },
  subcommands: [
    { name: 'set', summary: 'set a new secret, or a new value', positionals: ['NAME'], options: ['site'] },
    { name: 'list', summary: 'names and sites', positionals: [], options: [] },
    { name: 'remove', summary: 'remove a secret', positionals: ['NAME'], options: [] },
  ],
  async run(invocation, context) {
    const [name = ''] = invocation.positionals;
    if (invocation.subcommand === 'set') return setSecret(name, invocation, context);
    if (invocation.subcommand === 'remove') {
      const removed = context.parts.openSecrets().remove(name);
      if (!removed.ok) throw faultError(removed.fault, 'in the secret store');
      context.terminal.say(`Removed ${name}.`);
    }
    return list(invocation, context);
  },
});

async function setSecret(name: string, invocation: Invocation, context: CommandContext): Promise<ExitCode> {
  const sites = invocation.texts('site');
  if (sites.length === 0) {
    throw wrongUsage(
      '--site is missing: a secret is bound to the sites it may be used on.',
      'in "localagent secrets set"',
      `Add --site domain:example.com, or --site origin:https://example.com:8443 for exactly one origin.`,
    );
  }
  const store = context.parts.openSecrets();
  const value = await context.terminal.readValue(`Value of ${name} (not shown): `);
  if (value === '') {
    throw new CommandError(
      'No value was given.',
      'on standard input',
      'Type it when asked, or pipe it in: printf %s "$PASSWORD" | localagent secrets set …',
      exitCode.wrong_usage,
    );
  }
  const set = store.set(name, value, sites);
  if (!set.ok) throw faultError(set.fault, 'in "localagent secrets set"');
  context.terminal.say(`${set.value.created ? 'Stored' : 'Replaced'} ${name} for ${sites.join(', ')}.`);
  return invocation.json ? list(invocation, context) : exitCode.done;
}

function list(invocation: Invocation, context: CommandContext): ExitCode {
  const entries = context.parts.openSecrets().list();
  const { terminal } = context;
  if (invocation.json) {
    terminal.printJson({
      schema: 'localagent.secrets.v1',
      secrets: entries.map(({ name, sites, created, rotated }) => ({
        name,
        sites: [...sites],
        created,
        rotated,
      })),
    } satisfies z.infer<typeof SecretsDocument>);
  } else if (invocation.subcommand === 'list') {
    if (entries.length === 0)
      terminal.say('No secret is stored. Add one: localagent secrets set NAME --site …');
    else {
      const rows = entries.map(({ name, sites, rotated }) => [name, sites.join(', '), rotated.slice(0, 10)]);
      terminal.print(tableLines(['Name', 'Sites', 'Set'], rows));
    }
  }
  return exitCode.done;
}
