import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Fault, fault } from '../../shared/faults.ts';
import { openLog, readLogSince } from './authority-log.ts';
import type { HomePaths } from './home.ts';
import { withMachineZone } from './machine-zone.ts';
import { ensureFolders } from './private-folder.ts';

/** What the person is shown of an authority that did not come up. */
const saidCharactersMax = 1_500;
/** Exit code of an authority that could not start because of what it was given: a file or setting is wrong. */
const badInputExit = 2;

export type StartedAuthority = {
  /** Null while it runs; once it has ended, why, or `gave-way` when another process was the authority already. */
  ended(): Fault | 'gave-way' | null;
};

/** The authority's program, which lies beside the one that asks: `main.mjs` as built, `main.ts` in the source. */
export function authorityEntry(besideUrl: string): string {
  return fileURLToPath(new URL(besideUrl.endsWith('.ts') ? './main.ts' : './main.mjs', besideUrl));
}

/**
 * Starts an authority that outlives this process: in a session of its own, because Chrome kills what it started soon
 * after the extension's worker ends. Throws `StartError` when the data folder is not safe.
 */
export function startAuthority(paths: HomePaths, entry: string): StartedAuthority {
  ensureFolders(paths);
  const log = openLog(paths.log);
  let end: Fault | 'gave-way' | null = null;
  try {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entry], {
      cwd: paths.home,
      detached: true,
      stdio: ['ignore', log.descriptor, log.descriptor],
      env: { ...withMachineZone(process.env), LOCALAGENT_HOME: paths.home },
      windowsHide: true,
    });
    child.once('error', (error) => {
      end = fault('internal', `LocalAgent could not be started: ${error.message}.`, 'Run: localagent doctor');
    });
    child.once('exit', (code) => {
      end = code === 0 ? 'gave-way' : notStarted(code, readLogSince(paths.log, log.size, saidCharactersMax));
    });
    child.unref();
  } finally {
    closeSync(log.descriptor);
  }
  return { ended: () => end };
}

function notStarted(code: number | null, said: string): Fault {
  const words = said === '' ? `LocalAgent ended at its start (${code ?? 'killed'}).` : said;
  // The authority has said itself what to do; a crash has not.
  if (code === badInputExit) return fault('bad-arguments', words, 'Mend this, then try again.');
  return fault('internal', words, 'Run: localagent doctor');
}
