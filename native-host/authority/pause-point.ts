import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { ActPoint } from '../gate/ports.ts';

// Crash tests need to stop the world at an exact moment. The environment may name a folder for that. Before each point of
// each act the authority looks there for `pause.json`; where it names this point and this act, it is used up, the file
// `reached` marks the moment, and the act waits until `reached` is taken away. Meanwhile the test kills what it wants.

const PausePoint = z.strictObject({
  point: z.enum(['before-intent', 'after-intent', 'after-dispatch', 'before-outcome']),
  tool: z.string(),
  /** A piece of the target's words, such as `Prepare report`; empty for an act without a target. */
  target: z.string(),
});
export type PausePoint = z.infer<typeof PausePoint>;

const pollMs = 20;
/** One minute: a test that forgot an act must not keep it for good. */
const pollsMax = 3000;

/** The hook for the gate, or null in every ordinary start. */
export function pausePoint(
  folder: string | undefined = process.env['LOCALAGENT_TEST_PAUSE'],
): ((point: ActPoint, act: { readonly tool: string; readonly target: string }) => Promise<void>) | null {
  if (folder === undefined || folder === '') return null;
  const wantedFile = join(folder, 'pause.json');
  const reachedFile = join(folder, 'reached');
  return async (point, { tool, target }) => {
    if (!existsSync(wantedFile)) return;
    const wanted = PausePoint.parse(JSON.parse(readFileSync(wantedFile, 'utf8')));
    if (wanted.point !== point || wanted.tool !== tool || !target.includes(wanted.target)) return;
    rmSync(wantedFile);
    writeFileSync(reachedFile, point);
    for (let poll = 0; poll < pollsMax && existsSync(reachedFile); poll++) await pause(pollMs);
  };
}
