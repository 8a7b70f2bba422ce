import { z } from 'zod';
import { raise } from '../../../shared/faults.ts';
import { noteChosen } from './cdp-methods.ts';
import { pause } from './deadline.ts';
import type { Driver } from './driver.ts';
import { raiseFrameGone, worldOf } from './frame-sessions.ts';
import type { TabPage } from './tab-page.ts';

// Every tab of ours keeps the browser's own file chooser closed: no person need be there to answer it. A page that
// asks for one is told of by an event instead, with the field that the files are for, attached to the page or not.

const Opened = z.object({ frameId: z.string(), mode: z.string(), backendNodeId: z.int().optional() });
const Resolved = z.object({ object: z.object({ objectId: z.string() }) });

type Asked = z.infer<typeof Opened> & { readonly sessionId: string | undefined };

/** How long a page may take to ask for files once it was clicked. */
const askMs = 3_000;
const lookMs = 20;

/** Acts, and waits until the page asks for files; null when it asks for none. */
export async function fileChooserAfter(
  driver: Driver,
  page: TabPage,
  act: () => Promise<void>,
  signal: AbortSignal,
): Promise<Asked | null> {
  let asked: Asked | null = null;
  const stop = driver.overhear(page.tabId, (sessionId, method, params) => {
    const opened = method === 'Page.fileChooserOpened' ? Opened.safeParse(params) : null;
    if (opened?.success === true) asked ??= { ...opened.data, sessionId };
  });
  try {
    await act();
    const by = Date.now() + askMs;
    while (asked === null && Date.now() < by && !signal.aborted && page.dialog() === null)
      await pause(lookMs);
    return asked;
  } finally {
    stop();
  }
}

/** Shows the page engine the field that files were asked for; gives the frame whose engine has it. */
export async function takeChosenField(driver: Driver, page: TabPage, asked: Asked): Promise<number> {
  if (asked.backendNodeId === undefined) {
    raise(
      'not-actionable',
      'The page asks for files by a way that only a person can answer (the file system picker).',
      'Look for a file field or a drop zone on the page.',
    );
  }
  const debuggee = driver.debuggee(page.tabId);
  const world = await worldOf(debuggee, (listener) => driver.overhear(page.tabId, listener), asked.frameId);
  if (world === null) return raiseFrameGone();
  const { sessionId } = world;
  const node = { backendNodeId: asked.backendNodeId, executionContextId: world.id };
  const { object } = Resolved.parse(await debuggee.send('DOM.resolveNode', node, { sessionId }));
  const call = { objectId: object.objectId, functionDeclaration: noteChosen, returnByValue: true };
  await debuggee.send('Runtime.callFunctionOn', call, { sessionId });
  const frame = (await page.frames()).find(({ document_id }) => document_id === world.documentId);
  return frame?.id ?? raiseFrameGone();
}
