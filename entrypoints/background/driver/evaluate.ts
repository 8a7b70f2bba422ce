import { z } from 'zod';
import { FaultError, raise } from '../../../shared/faults.ts';
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
const WorldMade = z.object({ executionContextId: z.int() });

export type ScriptCall = {
  /** Body of an async function whose only parameter is `args`. */
  readonly script: string;
  readonly args: unknown;
  readonly world: 'isolated' | 'main';
  /** The document that the script is for; its isolated world is made once. */
  readonly documentId: string;
};

type World = { readonly documentId: string; readonly contextId: number };
const worlds = new WeakMap<Debuggee, World>();

/** The JSON value that the body of an async function returns; undefined becomes null. */
export async function evaluateIn(
  debuggee: Debuggee,
  { script, args, world, documentId }: ScriptCall,
  deadline: number,
): Promise<unknown> {
  const expression = `(async (args) => {\n${script}\n})(${JSON.stringify(args ?? null)})`;
  if (world === 'main') return run(debuggee, expression, {}, deadline);
  const known = worlds.get(debuggee);
  if (known === undefined || known.documentId !== documentId || documentId === '') {
    return run(debuggee, expression, { contextId: await newWorld(debuggee, documentId) }, deadline);
  }
  try {
    return await run(debuggee, expression, { contextId: known.contextId }, deadline);
  } catch (error) {
    // The world is gone, so nothing has run in it; a script's own error has another form.
    if (!(error instanceof FaultError) || !saysNoWorld(error)) throw error;
    return run(debuggee, expression, { contextId: await newWorld(debuggee, documentId) }, deadline);
  }
}

function saysNoWorld({ fault }: FaultError): boolean {
  return /cannot find context/i.test(String(fault.detail?.['browser_said'] ?? ''));
}

async function run(
  debuggee: Debuggee,
  expression: string,
  place: { readonly contextId?: number },
  deadline: number,
): Promise<unknown> {
  const timeoutMs = Math.max(1, deadline - Date.now());
  const params = { expression, ...place, awaitPromise: true, returnByValue: true };
  const work = debuggee.send('Runtime.evaluate', params, { timeoutMs: timeoutMs + 1_000 });
  let answer: unknown;
  try {
    answer = await before(work, deadline, 'The script');
  } catch (error) {
    // A script that never ends would hold the page for ever.
    if (error instanceof FaultError && error.fault.code === 'timeout')
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

async function newWorld(debuggee: Debuggee, documentId: string): Promise<number> {
  const tree = FrameTree.parse(await debuggee.send('Page.getFrameTree', {}));
  const world = await debuggee.send('Page.createIsolatedWorld', {
    frameId: tree.frameTree.frame.id,
    worldName: 'localagent',
  });
  const contextId = WorldMade.parse(world).executionContextId;
  worlds.set(debuggee, { documentId, contextId });
  return contextId;
}
