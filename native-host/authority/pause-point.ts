import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { ActPoint } from '../gate/ports.ts';

// Crash tests need to stop the world at an exact moment. When the environment asks, the authority marks the moment with
// the file `reached` in the given folder and waits until the file `go` is there; meanwhile the test kills what it wants.

const PausePoint = z.strictObject({
  point: z.enum(['before-intent', 'after-intent', 'after-dispatch', 'before-outcome']),
  /** A piece of the target's words, such as `Prepare report`. */
  target: z.string(),
  folder: z.string(),
});

const pollMs = 20;
const pollsMax = 3000;

/** The hook for the gate, or null in every ordinary start. */
export function pausePoint(
  text: string | undefined = process.env['LOCALAGENT_TEST_PAUSE'],
): ((point: ActPoint, act: { readonly target: string }) => Promise<void>) | null {
  if (text === undefined || text === '') return null;
  const wanted = PausePoint.parse(JSON.parse(text));
  let used = false;
  return async (point, { target }) => {
    if (used || point !== wanted.point || !target.includes(wanted.target)) return;
    used = true;
    writeFileSync(join(wanted.folder, 'reached'), point);
    for (let poll = 0; poll < pollsMax && !existsSync(join(wanted.folder, 'go')); poll++) await pause(pollMs);
  };
}
