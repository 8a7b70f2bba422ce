import { Authority } from './authority/authority.ts';
import { openStores } from './authority/stores.ts';
import { watchLog } from './io/authority-log.ts';
import { homePaths } from './io/home.ts';
import { ensureFolders } from './io/private-folder.ts';
import { programEntries } from './io/program-entries.ts';
import { lockAuthority } from './io/single-authority.ts';
import { StartError } from './io/start-error.ts';

// The authority's program. Whoever needs it starts it; it has no terminal, so what it says goes to `run/authority.log`.
// Exit codes: 0 ended, or another process is the authority already; 2 something on disk is not as it must be.

/** One that is just ending holds its lock a moment longer; so long a new one waits for it. */
const lockWaitMs = 500;

async function main(): Promise<void> {
  const paths = homePaths();
  ensureFolders(paths);
  const lock = lockAuthority(paths.lock, lockWaitMs);
  if (lock === null) return;
  watchLog(paths.log);
  const stores = await openStores(paths, programEntries().policyWorker);
  const authority = new Authority(paths, stores, lock, (text) => process.stderr.write(`${text}\n`));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void authority.stop());
  }
  await authority.listen();
}

try {
  await main();
} catch (error) {
  const told =
    error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${told}\n`);
  process.exit(error instanceof StartError ? 2 : 1);
}
