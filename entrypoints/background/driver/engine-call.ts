import { z } from 'zod';
import { FaultError, raise } from '../../../shared/faults.ts';
import { scriptingFault } from './scripting-errors.ts';

// The page engine runs in our isolated world, one a document. A document that has none yet gets it with the
// first call.

const Answer = z.union([
  z.strictObject({ missing: z.literal(true) }),
  z.strictObject({ json: z.string() }),
  z.strictObject({ error: z.string() }),
]);

export type EngineTarget = { readonly tabId: number } & (
  | { readonly frameIds: [number] }
  | { readonly documentIds: [string] }
);

/** One call of the engine in one document; its JSON value. Raises `stale-ref` when the document goes away. */
export async function callEngine(
  target: EngineTarget,
  method: string,
  args: unknown,
  token: string,
): Promise<unknown> {
  const first = await ask(target, method, args, token);
  if (!('missing' in first)) return valueIn(first, method);
  await scripted(() =>
    chrome.scripting.executeScript({ target, files: ['/page-engine.js'], injectImmediately: true }),
  );
  const second = await ask(target, method, args, token);
  if ('missing' in second) {
    raise('stale-ref', 'The document has changed in the meantime.', 'Look at the page again.');
  }
  return valueIn(second, method);
}

/** Both ways as JSON text: the browser's own conversion loses members that are null. */
async function ask(
  target: EngineTarget,
  method: string,
  args: unknown,
  token: string,
): Promise<z.infer<typeof Answer>> {
  const answers = await scripted(() =>
    chrome.scripting.executeScript({
      target,
      injectImmediately: true,
      args: [method, JSON.stringify(args ?? null), token],
      func: async (name: string, given: string, sign: string) => {
        const engine: unknown = Reflect.get(globalThis, '__localagentEngine');
        if (typeof engine !== 'object' || engine === null) return { missing: true };
        const call: unknown = Reflect.get(engine, 'call');
        if (typeof call !== 'function') return { missing: true };
        try {
          return {
            json: JSON.stringify(
              (await Reflect.apply(call, engine, [name, JSON.parse(given), sign])) ?? null,
            ),
          };
        } catch (error) {
          return { error: String(error) };
        }
      },
    }),
  );
  const parsed = Answer.safeParse(answers[0]?.result);
  // A document that went away in the middle of a call gives no result at all.
  if (!parsed.success) {
    raise('stale-ref', 'The document has changed in the meantime.', 'Look at the page again.');
  }
  return parsed.data;
}

function valueIn(answer: { json: string } | { error: string }, method: string): unknown {
  if (!('error' in answer)) return JSON.parse(answer.json);
  return raise('internal', `The page could not be worked on (${method}).`, 'Report this.', {
    error: answer.error.slice(0, 1000),
  });
}

/** Runs a chrome.scripting call; its rejection becomes the fault that it means. */
export async function scripted<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const known = scriptingFault(message);
    if (known === null) throw error;
    throw new FaultError(known);
  }
}
