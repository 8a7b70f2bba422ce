import { z } from 'zod';
import { raise } from '../../../shared/faults.ts';
import { before } from './deadline.ts';
import type { Debuggee } from './debuggee.ts';

// Scripts given as text run through the debugger: neither the page's policy nor ours lets an extension make a
// function from text. The isolated world is one of its own, apart from the page engine's.

const Evaluated = z.object({
  result: z.object({ value: z.json().optional() }),
  exceptionDetails: z
    .object({ text: z.string(), exception: z.object({ description: z.string().optional() }).optional() })
    .optional(),
});
const FrameTree = z.object({ frameTree: z.object({ frame: z.object({ id: z.string() }) }) });
const World = z.object({ executionContextId: z.int() });

/** The JSON value that the body of an async function returns; undefined becomes null. */
export async function evaluateIn(
  debuggee: Debuggee,
  script: string,
  args: unknown,
  world: 'isolated' | 'main',
  deadline: number,
): Promise<unknown> {
  const expression = `(async (args) => {\n${script}\n})(${JSON.stringify(args ?? null)})`;
  const place = world === 'main' ? {} : { contextId: await isolatedWorld(debuggee) };
  const timeoutMs = Math.max(1, deadline - Date.now());
  const params = { expression, ...place, awaitPromise: true, returnByValue: true };
  const work = debuggee.send('Runtime.evaluate', params, { timeoutMs: timeoutMs + 1_000 });
  let answer: unknown;
  try {
    answer = await before(work, deadline, 'The script');
  } catch (error) {
    // A script that never ends would hold the page for ever.
    await debuggee.send('Runtime.terminateExecution', {}, { timeoutMs: 1_000 }).catch(() => undefined);
    throw error;
  }
  const { result, exceptionDetails } = Evaluated.parse(answer);
  if (exceptionDetails === undefined) return result.value ?? null;
  const said = exceptionDetails.exception?.description ?? exceptionDetails.text;
  return raise('bad-arguments', 'The script ended with an error.', 'Mend the script; `error` tells where.', {
    error: said.slice(0, 2000),
  });
}

async function isolatedWorld(debuggee: Debuggee): Promise<number> {
  const tree = FrameTree.parse(await debuggee.send('Page.getFrameTree', {}));
  const world = await debuggee.send('Page.createIsolatedWorld', {
    frameId: tree.frameTree.frame.id,
    worldName: 'localagent',
  });
  return World.parse(world).executionContextId;
}
