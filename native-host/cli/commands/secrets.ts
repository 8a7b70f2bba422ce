import { z } from 'zod';
import { SecretDelivery } from '../../../shared/secret-delivery.ts';
import { type CommandContext, defineCommand, type Invocation } from '../command.ts';
import { CommandError, faultError, wrongUsage } from '../command-error.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { SecretStore } from '../parts.ts';
import { importSecrets } from '../secrets/import.ts';
import { openStore } from '../secrets/open-store.ts';
import { keyModes, rotateSecrets } from '../secrets/rotate.ts';
import { unlockSecrets } from '../secrets/unlock.ts';
import { tableLines } from '../table.ts';

/** What `localagent secrets … --json` prints; a value is in none of them. */
export const SecretsDocument = z.strictObject({
  schema: z.literal('localagent.secrets.v1'),
  /** How the key is kept, and whether the store is open to this command. */
  mode: z.enum(['file', 'keychain', 'passphrase']),
  locked: z.boolean(),
  secrets: z.array(
    z.strictObject({
      name: z.string(),
      /** `totp`: used as `secret:NAME#totp`, which gives the code of the moment. */
      kind: z.enum(['text', 'totp']),
      sites: z.array(z.string()),
      created: z.string(),
      rotated: z.string(),
    }),
  ),
});

export const secrets = defineCommand({
  name: 'secrets',
  summary: 'passwords and the like: set, list, remove, import, rotate; none is ever shown',
  details:
    'A template names a secret as secret:NAME. Its value is typed (unseen) or piped in, and can be filled on the given\n' +
    'sites only: domain:example.com covers its subdomains, origin:https://example.com:8443 is exact. An otpauth:// address\n' +
    'is kept as a source of codes: secret:NAME#totp fills in the code of the moment.\n' +
    'The key of the secrets lies in a file, in the keychain of your session, or nowhere but in your passphrase: see rotate.',
  options: {
    site: {
      type: 'string',
      value: 'SITE',
      multiple: true,
      text: 'a site it may be used on; may be given several times',
    },
    delivery: {
      type: 'string',
      value: 'WAY',
      text: 'how it gets to its site: dom (into the field), wire (into the request alone), auto; left out: dom',
    },
    mode: { type: 'string', value: 'MODE', text: `how the new key is kept: ${keyModes.join(', ')}` },
    yes: { type: 'boolean', text: 'import what was shown, without asking' },
    replace: { type: 'boolean', text: 'also those whose name is taken: they get the new value' },
  },
  subcommands: [
    {
      name: 'set',
      summary: 'set a new secret, or a new value',
      positionals: ['NAME'],
      options: ['site', 'delivery'],
    },
    { name: 'list', summary: 'names and sites', positionals: [], options: [] },
    { name: 'remove', summary: 'remove a secret', positionals: ['NAME'], options: [] },
    {
      name: 'import',
      summary: 'from an export of a password manager (CSV) or a .env file: shows what it would do first',
      positionals: ['FILE'],
      options: ['site', 'yes', 'replace'],
    },
    {
      name: 'rotate',
      summary: 'seal all of them anew with a new key, in the same mode or another',
      positionals: [],
      options: ['mode'],
    },
    {
      name: 'unlock',
      summary: 'give the passphrase to the LocalAgent that runs',
      positionals: [],
      options: [],
    },
  ],
  async run(invocation, context) {
    const [name = ''] = invocation.positionals;
    switch (invocation.subcommand) {
      case 'set':
        return setSecret(name, invocation, context);
      case 'import':
        await importSecrets(name, invocation, context);
        return invocation.json ? list(invocation, context) : exitCode.done;
      case 'rotate':
        await rotateSecrets(invocation, context);
        return invocation.json ? list(invocation, context) : exitCode.done;
      case 'unlock':
        return unlockSecrets(context);
      case 'remove': {
        const removed = (await openStore(context)).remove(name);
        if (!removed.ok) throw faultError(removed.fault, 'in the secret store');
        context.terminal.say(`Removed ${name}.`);
      }
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
  const way = SecretDelivery.nullable().safeParse(invocation.text('delivery'));
  if (!way.success) {
    const hint = 'Say --delivery dom, --delivery wire or --delivery auto.';
    throw wrongUsage('--delivery is none of dom, wire and auto.', 'in "localagent secrets set"', hint);
  }
  const store: SecretStore = await openStore(context);
  const value = await context.terminal.readValue(`Value of ${name} (not shown): `);
  if (value === '') {
    throw new CommandError(
      'No value was given.',
      'on standard input',
      'Type it when asked, or pipe it in: printf %s "$PASSWORD" | localagent secrets set …',
      exitCode.wrong_usage,
    );
  }
  const set = store.set(name, value, sites, way.data ?? undefined);
  if (!set.ok) throw faultError(set.fault, 'in "localagent secrets set"');
  context.terminal.say(`${set.value.created ? 'Stored' : 'Replaced'} ${name} for ${sites.join(', ')}.`);
  return invocation.json ? list(invocation, context) : exitCode.done;
}

function list(invocation: Invocation, context: CommandContext): ExitCode {
  const store = context.parts.openSecrets();
  const entries = store.list();
  const { mode, locked } = store.state;
  const { terminal } = context;
  if (invocation.json) {
    terminal.printJson({
      schema: 'localagent.secrets.v1',
      mode,
      locked,
      secrets: entries.map((entry) => ({ ...entry, sites: [...entry.sites] })),
    } satisfies z.infer<typeof SecretsDocument>);
  } else if (invocation.subcommand === 'list') {
    if (entries.length === 0)
      terminal.say('No secret is stored. Add one: localagent secrets set NAME --site …');
    else {
      const rows = entries.map(({ name, kind, sites, rotated }) => [
        name,
        kind === 'totp' ? 'codes' : 'value',
        sites.join(', '),
        rotated.slice(0, 10),
      ]);
      terminal.print(tableLines(['Name', 'Gives', 'Sites', 'Set'], rows));
    }
    if (locked)
      terminal.say('They are locked; the names are as the file says. Run: localagent secrets unlock');
  }
  return exitCode.done;
}
