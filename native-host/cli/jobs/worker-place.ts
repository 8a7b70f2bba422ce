import { join } from 'node:path';
import { type ProcessLock, tryProcessLock } from '../../io/process-lock.ts';
import { CommandError } from '../command-error.ts';
import { exitCode } from '../exit-code.ts';

export type WorkerPlace = Readonly<{
  profile: string;
  release(): void;
}>;

/**
 * The place of a worker among those of this data folder: one of `workersMax`, and a profile that no other worker has. A
 * profile that was named is taken or refused; else the first worker has the usual one, the second `<usual>-w2`, and so on.
 */
export function takeWorkerPlace(
  runFolder: string,
  wish: Readonly<{ profile: string; isNamed: boolean; workersMax: number }>,
): WorkerPlace {
  for (let number = 1; number <= wish.workersMax; number += 1) {
    const place = tryProcessLock(join(runFolder, `worker-place-${number}.lock`));
    if (place === null) continue;
    const profile = wish.isNamed || number === 1 ? wish.profile : `${wish.profile}-w${number}`;
    const own = profileLock(runFolder, profile);
    if (own === null) {
      place.release();
      throw new CommandError(
        `A worker with the profile "${profile}" runs already.`,
        `data folder ${runFolder}`,
        'Name another with --profile, or see that one: localagent worker --health.',
        exitCode.failed,
      );
    }
    return {
      profile,
      release() {
        own.release();
        place.release();
      },
    };
  }
  throw new CommandError(
    `${wish.workersMax} workers run in this data folder already, which is all that may.`,
    'config.yaml, jobs.workers_max',
    'Raise jobs.workers_max if the machine has the memory, or raise --concurrency of one.',
    exitCode.failed,
  );
}

function profileLock(runFolder: string, profile: string): ProcessLock | null {
  return tryProcessLock(join(runFolder, `worker-profile-${profile.replace(/[^a-z0-9._-]/gi, '_')}.lock`));
}
