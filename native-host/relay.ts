// Must come first: from here on nothing but frames reaches standard output.
import './io/own-stdout.ts';

import { openAuthority } from './io/connect.ts';
import { homePaths } from './io/home.ts';
import { frameOutput } from './io/own-stdout.ts';
import { relayCaller } from './io/relay-caller.ts';
import { relayFrames } from './io/relay-frames.ts';
import { authorityEntry } from './io/start-authority.ts';

// What the browser starts for the extension. It has no logic and no state: it finds or starts the authority, proves the
// token, and passes frames until one side ends. The browser kills it when the extension's worker ends, so nothing that
// must live longer is here.

const { origin, accepted } = relayCaller(process.argv.slice(2));

if (accepted) {
  const code = await relayFrames({
    input: process.stdin,
    output: frameOutput,
    connect: () =>
      openAuthority({
        paths: homePaths(),
        role: 'extension',
        start: { entry: authorityEntry(import.meta.url) },
        origin,
        profileHint: process.env['LOCALAGENT_PROFILE'] ?? null,
      }),
    log: (line) => console.error(`localagent: ${line}`),
  });
  process.exit(code);
} else {
  console.error(
    origin === null
      ? 'localagent: This program is started by the browser. Run `localagent --help` for the commands.'
      : `localagent: ${origin} is not the LocalAgent extension. It gets nothing.`,
  );
  process.exit(1);
}
