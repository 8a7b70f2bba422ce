import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { exitCode } from '../exit-code.ts';
import { tableLines } from '../table.ts';

/** What `localagent profile list --json` prints. */
export const ProfilesDocument = z.strictObject({
  schema: z.literal('localagent.profiles.v1'),
  profiles: z.array(
    z.strictObject({
      name: z.string(),
      /** `own`: made by unattended runs, in the data folder. `browser`: the person's own browser. */
      kind: z.enum(['own', 'browser']),
      connected: z.boolean(),
      browser: z.string(),
    }),
  ),
});
type Row = z.infer<typeof ProfilesDocument>['profiles'][number];

const statusMs = 10_000;

export const profile = defineCommand({
  name: 'profile',
  summary: 'browser profiles: those connected now, and those of unattended runs',
  subcommands: [{ name: 'list', summary: 'the profiles', positionals: [] }],
  async run(invocation, { terminal, parts }) {
    const own = parts.profileNames();
    const rows = new Map<string, Row>(
      own.map((name) => [name, { name, kind: 'own', connected: false, browser: '' }]),
    );
    const authority = await parts.connect({ start: false });
    if (authority.ok) {
      const status = await authority.value.call('status.get', {}, { timeoutMs: statusMs });
      authority.value.close();
      for (const { name, browser_name, browser_version } of status.ok ? status.value.profiles : []) {
        const kind = own.includes(name) ? 'own' : 'browser';
        rows.set(name, { name, kind, connected: true, browser: `${browser_name} ${browser_version}` });
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
        row.connected ? `connected, ${row.browser}` : 'not connected',
      ]);
      terminal.print(tableLines(['Profile', 'Of', 'State'], cells));
    }
    return exitCode.done;
  },
});
