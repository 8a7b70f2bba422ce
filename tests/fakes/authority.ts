// A small authority to connect to, run as a program of its own: it sends back what it gets, and ends soon after its
// last connection has, or at the latest after `lifeMs`. Its behaviour is told by the environment:
//   FAKE_AUTHORITY_FAULT   refuse every peer with this text
//   FAKE_AUTHORITY_START   end at the start with this text and exit code 2
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { homePaths } from '../../native-host/io/home.ts';
import { listenForPeers } from '../../native-host/io/listen.ts';
import { ensureFolders } from '../../native-host/io/private-folder.ts';
import { lockAuthority } from '../../native-host/io/single-authority.ts';
import { fault } from '../../shared/faults.ts';

const lifeMs = 20_000;
const idleMs = 400;

const complaint = process.env['FAKE_AUTHORITY_START'];
if (complaint !== undefined) {
  console.error(complaint);
  process.exit(2);
}
const paths = homePaths();
ensureFolders(paths);
const lock = lockAuthority(paths.lock, 200);
if (lock === null) process.exit(0);

let open = 0;
let idle = setTimeout(end, lifeMs);
setTimeout(end, lifeMs);
const refusal = process.env['FAKE_AUTHORITY_FAULT'];
const listener = await listenForPeers({
  paths,
  lock,
  refuse: () => (refusal === undefined ? null : fault('denied', refusal, 'Nothing.')),
  onPeer(port, hello) {
    open += 1;
    clearTimeout(idle);
    note({ hello });
    port.onMessage((message) => {
      note({ message });
      if (message === 'close') port.close();
      else port.send(message);
    });
    port.onClose((reason) => {
      note({ closed: reason });
      open -= 1;
      if (open === 0) idle = setTimeout(end, idleMs);
    });
  },
});
note({ started: process.pid });

/** One line a happening, for the test to read. */
function note(what: Record<string, unknown>): void {
  appendFileSync(join(paths.home, 'notes.jsonl'), `${JSON.stringify(what)}\n`);
}

function end(): void {
  listener.close();
  lock?.release();
  process.exit(0);
}
