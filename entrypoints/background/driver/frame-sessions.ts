import { z } from 'zod';
import { raise } from '../../../shared/faults.ts';
import type { Debuggee } from './debuggee.ts';

// Chrome numbers frames in two ways that nothing connects: webNavigation's number, which scripting takes, and
// the debugger's id, which lives in the session of the process that holds the frame. Our own isolated world
// is in both: a random key is put into it through scripting and read through the debugger. A page sees
// neither.

const Contexts = z.object({
  context: z.object({
    id: z.int(),
    origin: z.string(),
    auxData: z.object({ frameId: z.string(), type: z.string() }),
  }),
});
const Evaluated = z.object({ result: z.object({ value: z.string() }) });

export type FramePlace = {
  /** Session that holds the frame; undefined: the page's own. */
  readonly sessionId: string | undefined;
  readonly cdpFrameId: string;
};

/** Hears the debugger's events of one tab until the returned function is called. */
export type Overhear = (
  listener: (sessionId: string | undefined, method: string, params: unknown) => void,
) => () => void;

type Context = { readonly sessionId: string | undefined; readonly id: number; readonly frameId: string };

/** Where each frame is, by webNavigation's document id. */
export async function placeFrames(
  debuggee: Debuggee,
  overhear: Overhear,
): Promise<ReadonlyMap<string, FramePlace>> {
  await debuggee.ensureAttached();
  const keys = await putKeys(debuggee.tabId);
  const contexts = await isolatedContexts(debuggee, overhear);
  const places = new Map<string, FramePlace>();
  await Promise.all(
    contexts.map(async ({ sessionId, id, frameId }) => {
      const documentId = keys.get(await readKey(debuggee, sessionId, id));
      if (documentId !== undefined) places.set(documentId, { sessionId, cdpFrameId: frameId });
    }),
  );
  return places;
}

/** Gives each frame's isolated world its key; result: key → document id. */
async function putKeys(tabId: number): Promise<ReadonlyMap<string, string>> {
  const answers = await chrome.scripting.executeScript({
    target: { tabId, allFrames: true },
    injectImmediately: true,
    func: () => {
      const known: unknown = Reflect.get(globalThis, '__localagentFrame');
      if (typeof known === 'string') return known;
      const key = crypto.getRandomValues(new Uint32Array(4)).join('-');
      Reflect.set(globalThis, '__localagentFrame', key);
      return key;
    },
  });
  return new Map(
    answers.flatMap(({ documentId, result }) =>
      typeof result === 'string' && documentId !== undefined ? [[result, documentId]] : [],
    ),
  );
}

/**
 * The contexts of our isolated worlds, in every session. Runtime is enabled for this moment only: a page can
 * tell from its console that somebody listens.
 */
async function isolatedContexts(debuggee: Debuggee, overhear: Overhear): Promise<readonly Context[]> {
  const found: Context[] = [];
  const ownOrigin = `chrome-extension://${chrome.runtime.id}`;
  const stop = overhear((sessionId, method, params) => {
    if (method !== 'Runtime.executionContextCreated') return;
    const parsed = Contexts.safeParse(params);
    if (!parsed.success || parsed.data.context.origin !== ownOrigin) return;
    found.push({ sessionId, id: parsed.data.context.id, frameId: parsed.data.context.auxData.frameId });
  });
  try {
    const sessions = [undefined, ...debuggee.children.keys()];
    // A frame that goes away meanwhile has no place; the others have theirs all the same.
    await Promise.allSettled(sessions.map((sessionId) => debuggee.send('Runtime.enable', {}, { sessionId })));
  } finally {
    stop();
  }
  return found;
}

/**
 * Our isolated world in one frame, by the debugger's id of the frame: its context there, and webNavigation's id of
 * the document. Null when the frame is gone.
 */
export async function worldOf(
  debuggee: Debuggee,
  overhear: Overhear,
  cdpFrameId: string,
): Promise<{
  readonly sessionId: string | undefined;
  readonly id: number;
  readonly documentId: string;
} | null> {
  const keys = await putKeys(debuggee.tabId);
  try {
    const contexts = await isolatedContexts(debuggee, overhear);
    const context = contexts.find(({ frameId }) => frameId === cdpFrameId);
    if (context === undefined) return null;
    const documentId = keys.get(await readKey(debuggee, context.sessionId, context.id));
    return documentId === undefined ? null : { ...context, documentId };
  } finally {
    await endPlacing(debuggee);
  }
}

async function readKey(
  debuggee: Debuggee,
  sessionId: string | undefined,
  contextId: number,
): Promise<string> {
  const answer = await debuggee
    .send(
      'Runtime.evaluate',
      {
        expression: 'globalThis.__localagentFrame ?? ""',
        contextId,
        awaitPromise: false,
        returnByValue: true,
      },
      { sessionId },
    )
    .catch(() => null);
  const parsed = Evaluated.safeParse(answer);
  return parsed.success ? parsed.data.result.value : '';
}

/** Ends what `placeFrames` began, in every session. */
export async function endPlacing(debuggee: Debuggee): Promise<void> {
  const sessions = [undefined, ...debuggee.children.keys()];
  await Promise.allSettled(sessions.map((sessionId) => debuggee.send('Runtime.disable', {}, { sessionId })));
}

export function raiseFrameGone(): never {
  raise('stale-ref', 'The frame is no longer there.', 'Look at the page again.');
}
