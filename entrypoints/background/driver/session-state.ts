import { newbornGuard } from './newborn-guard.ts';

// What a debugging session of a tab is made to hold. All of it is lost with the session, so it is applied anew
// at every attach, on the tab's own session and on that of every frame in another process.

export type Command = readonly [method: string, params: Readonly<Record<string, unknown>>];

const iframesOnly = [{ type: 'iframe', exclude: false }, { exclude: true }];
const autoAttach = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true, filter: iframesOnly };

/** In this order: a dialog that opens before Page is enabled could never be answered. */
export const sessionState = (guardToken: string): readonly Command[] => [
  ['Page.enable', {}],
  ['Page.addScriptToEvaluateOnNewDocument', newbornGuard(guardToken)],
  ['Emulation.setFocusEmulationEnabled', { enabled: true }],
  // Off first: a session that outlived its worker announces its frames again only to one that begins anew.
  ['Target.setAutoAttach', { autoAttach: false, waitForDebuggerOnStart: false, flatten: true }],
  ['Target.setAutoAttach', autoAttach],
  ['Page.setInterceptFileChooserDialog', { enabled: true }],
];

/**
 * A hidden tab draws one frame a second, and its screenshots hang, unless somebody looks at it. So somebody
 * does: a tiny screencast whose frames are never acknowledged, which ends the pictures after a few and leaves
 * the drawing on.
 */
export const smallScreencast = { format: 'jpeg', quality: 1, maxWidth: 16, maxHeight: 16, everyNthFrame: 1 };

/** What is fetched is never read back through the debugger, so nothing need be kept for it. */
export const networkBuffers = {
  maxTotalBufferSize: 65_536,
  maxResourceBufferSize: 65_536,
  maxPostDataSize: 0,
};
