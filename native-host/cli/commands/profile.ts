import { z } from 'zod';
import { ProfileManner } from '../../browser/profile-record.ts';
import { type CommandContext, defineCommand, type Invocation } from '../command.ts';
import { faultError, wrongUsage } from '../command-error.ts';
import { exitCode } from '../exit-code.ts';
import type { OwnProfile } from '../profile/own-profiles.ts';
import { signInByHand } from '../profile/sign-in-by-hand.ts';
import { tableLines } from '../table.ts';

/** What `localagent profile list --json` prints, and every other subcommand after it has done its work. */
export const ProfilesDocument = z.strictObject({
  schema: z.literal('localagent.profiles.v1'),
  profiles: z.array(
    z.strictObject({
      name: z.string(),
      /** `own`: made by unattended runs, in the data folder. `browser`: the person's own browser. */
      kind: z.enum(['own', 'browser']),
      connected: z.boolean(),
      /** A browser is open in it; of one's own profiles. */
      in_use: z.boolean(),
      browser: z.string(),
      ...ProfileManner.shape,
      /** When a person last signed in there by hand, and whether that is longer ago than `profiles.login_days_max`. */
      signed_in_at: z.string().nullable(),
      login_too_old: z.boolean(),
    }),
  ),
});
type Row = z.infer<typeof ProfilesDocument>['profiles'][number];

const statusMs = 10_000;
const fixing = ['locale', 'zone', 'viewport'] as const;

export const profile = defineCommand({
  name: 'profile',
  summary: 'browser profiles: those connected now, and those of unattended runs',
  details:
    'A profile of unattended runs is signed in once by hand: `login` opens its window, and closing the window ends it. What is\n' +
    'fixed with --locale, --zone and --viewport holds for every browser that is started in it.',
  subcommands: [
    { name: 'list', summary: 'the profiles', positionals: [], options: [] },
    {
      name: 'login',
      summary: 'open a window in a profile, to sign in by hand',
      positionals: ['NAME'],
      options: ['url', ...fixing],
    },
    {
      name: 'set',
      summary: 'fix language, zone or size of a profile',
      positionals: ['NAME'],
      options: fixing,
    },
    { name: 'clone', summary: 'copy a profile with its log-ins', positionals: ['FROM', 'TO'], options: [] },
    { name: 'remove', summary: 'remove a profile with its log-ins', positionals: ['NAME'], options: [] },
  ],
  options: {
    url: { type: 'string', value: 'ADDRESS', text: 'the page that the window opens' },
    locale: { type: 'string', value: 'de-DE', text: 'language of the profile; "machine": not fixed' },
    zone: { type: 'string', value: 'Europe/Berlin', text: 'time zone of the profile; "machine": not fixed' },
    viewport: { type: 'string', value: '1280x800', text: 'size that pages have; "machine": not fixed' },
  },
  async run(invocation, context) {
    const { profiles } = context.parts;
    const names = invocation.positionals.map((name) => {
      const checked = profiles.checkedName(name);
      if (!checked.ok) throw faultError(checked.fault, 'on the command line');
      return checked.value;
    });
    const [name = '', other = ''] = names;
    const { terminal } = context;
    switch (invocation.subcommand) {
      case 'login':
        fix(name, invocation, context);
        await signInByHand(name, addressOf(invocation), context);
        break;
      case 'set':
        if (fixing.every((option) => invocation.text(option) === null)) {
          const remedy = 'Say --locale, --zone or --viewport.';
          throw wrongUsage('There is nothing to fix.', 'in "localagent profile set"', remedy);
        }
        fix(name, invocation, context);
        terminal.say(`The profile "${name}" has this from its next start on.`);
        break;
      case 'clone':
        done(profiles.clone(name, other));
        terminal.say(`Copied "${name}" to "${other}", with its log-ins.`);
        break;
      case 'remove':
        done(profiles.remove(name));
        terminal.say(`Removed "${name}", with its log-ins.`);
    }
    if (invocation.subcommand === 'list' || invocation.json) await list(invocation, context);
    return exitCode.done;
  },
});

function done(result: ReturnType<CommandContext['parts']['profiles']['remove']>): void {
  if (!result.ok) throw faultError(result.fault, 'in the profiles');
}

function addressOf(invocation: Invocation): string | null {
  const url = invocation.text('url');
  if (url === null || /^https?:\/\//.test(url)) return url;
  throw wrongUsage(`"${url}" is no address.`, 'in --url', 'Give one that begins with https://.');
}

/** Puts what was given into the record of the profile, once all of it makes sense. */
function fix(name: string, invocation: Invocation, { parts }: CommandContext): void {
  const fixed = (option: (typeof fixing)[number], read: (text: string) => unknown = (text) => text) => {
    const text = invocation.text(option);
    return text === null ? undefined : text === 'machine' ? null : read(text);
  };
  const wished = { locale: fixed('locale'), time_zone: fixed('zone'), viewport: fixed('viewport', sizeOf) };
  const given = Object.entries(wished).filter(([, value]) => value !== undefined);
  if (given.length === 0) return;
  const before = parts.profiles.get(name);
  if (!before.ok) throw faultError(before.fault, 'in the profiles');
  const { locale, time_zone, viewport } = before.value.record;
  const read = ProfileManner.safeParse({ locale, time_zone, viewport, ...Object.fromEntries(given) });
  if (!read.success) {
    const [issue] = read.error.issues;
    const option = optionOf[String(issue?.path[0])] ?? '';
    throw wrongUsage(
      `${option} ${issue?.message}.`,
      'in "localagent profile"',
      'See: localagent profile --help',
    );
  }
  const set = parts.profiles.set(name, read.data);
  if (!set.ok) throw faultError(set.fault, 'in the profiles');
}

const optionOf: Readonly<Record<string, string>> = {
  locale: '--locale',
  time_zone: '--zone',
  viewport: '--viewport',
};

function sizeOf(text: string): unknown {
  const match = /^(\d+)x(\d+)$/.exec(text);
  return match === null ? text : { width: Number(match[1]), height: Number(match[2]) };
}

async function list(invocation: Invocation, { terminal, parts }: CommandContext): Promise<void> {
  const rows = new Map<string, Row>(parts.profileNames().map((name) => [name, ownRow(name, parts)]));
  const authority = await parts.connect({ start: false });
  if (authority.ok) {
    const status = await authority.value.call('status.get', {}, { timeoutMs: statusMs });
    authority.value.close();
    for (const { name, browser_name, browser_version } of status.ok ? status.value.profiles : []) {
      const row = rows.get(name) ?? { ...emptyRow, name, kind: 'browser' };
      rows.set(name, { ...row, connected: true, browser: `${browser_name} ${browser_version}` });
    }
  }
  const profiles = [...rows.values()];
  if (invocation.json) terminal.printJson({ schema: 'localagent.profiles.v1', profiles });
  else if (profiles.length === 0)
    terminal.say('No browser is connected, and there is no profile of unattended runs.');
  else {
    const cells = profiles.map((row) => [
      row.name,
      row.kind === 'own' ? 'unattended runs' : 'your browser',
      row.connected ? `connected, ${row.browser}` : row.in_use ? 'in use' : 'not connected',
      loginWords(row),
      mannerWords(row),
    ]);
    terminal.print(tableLines(['Profile', 'Of', 'State', 'Signed in by hand', 'Fixed'], cells));
  }
}

const emptyRow: Row = {
  name: '',
  kind: 'own',
  connected: false,
  in_use: false,
  browser: '',
  locale: null,
  time_zone: null,
  viewport: null,
  signed_in_at: null,
  login_too_old: false,
};

function ownRow(name: string, { profiles }: CommandContext['parts']): Row {
  const own = profiles.get(name);
  if (!own.ok) throw faultError(own.fault, 'in the profiles');
  const { record, loginTooOld }: OwnProfile = own.value;
  const { schema: _, ...fixed } = record;
  return { ...emptyRow, ...fixed, name, in_use: profiles.isInUse(name), login_too_old: loginTooOld };
}

function loginWords({ signed_in_at: at, login_too_old: tooOld }: Row): string {
  if (at === null) return '';
  return tooOld ? `${at.slice(0, 10)}, too long ago: localagent profile login` : at.slice(0, 10);
}

function mannerWords({ locale, time_zone, viewport }: Row): string {
  const size = viewport === null ? null : `${viewport.width}x${viewport.height}`;
  return [locale, time_zone, size].filter((word) => word !== null).join(', ');
}
