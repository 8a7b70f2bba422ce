import { z } from 'zod';
import { raise } from '../../../shared/faults.ts';
import { isNewbornGuard } from './newborn-guard.ts';

// Everything that may be said to chrome.debugger. Raw CDP can do far more than tools need: write cookies
// away, make virtual passkeys, open file: pages, switch off a page's content policy. A method or an argument
// that is not here is a bug of ours or an attack, and is refused before Chrome sees it. Going to an address is
// done by chrome.tabs alone: `Page.navigate` to about:blank would give a document with the extension's own
// origin.

/** Puts the node it is called on where the page engine of the same world finds it. */
export const noteChosen = 'function () { globalThis.__localagentChosen = this; }';

const coordinate = z.number().min(-100_000).max(1_000_000);
const modifiers = z.int().min(0).max(15).optional();
const none = z.strictObject({});

const Clip = z.strictObject({
  x: z.number(),
  y: z.number(),
  width: z.number().positive(),
  height: z.number().positive(),
  scale: z.number().positive().max(4),
});

const MouseEvent = z.strictObject({
  type: z.enum(['mousePressed', 'mouseReleased', 'mouseMoved', 'mouseWheel']),
  x: coordinate,
  y: coordinate,
  modifiers,
  button: z.enum(['none', 'left', 'middle', 'right', 'back', 'forward']).optional(),
  buttons: z.int().min(0).max(31).optional(),
  clickCount: z.int().min(0).max(3).optional(),
  deltaX: z.number().optional(),
  deltaY: z.number().optional(),
  pointerType: z.enum(['mouse', 'pen']).optional(),
  force: z.number().min(0).max(1).optional(),
});

const KeyEvent = z.strictObject({
  type: z.enum(['keyDown', 'keyUp', 'rawKeyDown', 'char']),
  modifiers,
  text: z.string().max(16).optional(),
  unmodifiedText: z.string().max(16).optional(),
  code: z.string().max(40).optional(),
  key: z.string().max(40).optional(),
  windowsVirtualKeyCode: z.int().optional(),
  nativeVirtualKeyCode: z.int().optional(),
  autoRepeat: z.boolean().optional(),
  isKeypad: z.boolean().optional(),
  location: z.int().min(0).max(3).optional(),
  commands: z.array(z.string().max(60)).max(4).optional(),
});

const FetchPattern = z.strictObject({
  urlPattern: z.string().max(1_000),
  resourceType: z.literal('Document').optional(),
  requestStage: z.enum(['Request', 'Response']),
});

const table: Readonly<Record<string, z.ZodType>> = {
  'Page.enable': none,
  'Page.getFrameTree': none,
  'Page.getLayoutMetrics': none,
  'Page.getNavigationHistory': none,
  'Page.navigateToHistoryEntry': z.strictObject({ entryId: z.int() }),
  'Page.handleJavaScriptDialog': z.strictObject({
    accept: z.boolean(),
    promptText: z.string().max(10_000).optional(),
  }),
  'Page.setInterceptFileChooserDialog': z.strictObject({ enabled: z.boolean() }),
  'Page.captureScreenshot': z.strictObject({
    format: z.enum(['png', 'jpeg', 'webp']),
    quality: z.int().min(1).max(100).optional(),
    clip: Clip.optional(),
    captureBeyondViewport: z.boolean().optional(),
  }),
  'Page.startScreencast': z.strictObject({
    format: z.enum(['jpeg', 'png']),
    quality: z.int().min(0).max(100),
    maxWidth: z.int().positive(),
    maxHeight: z.int().positive(),
    everyNthFrame: z.int().positive(),
  }),
  // One script alone goes into every document: the guard, in a world of its own.
  'Page.addScriptToEvaluateOnNewDocument': z.strictObject({
    source: z.string().refine(isNewbornGuard),
    worldName: z.literal('localagent-guard'),
  }),
  'Page.createIsolatedWorld': z.strictObject({
    frameId: z.string(),
    worldName: z.literal('localagent'),
    grantUniveralAccess: z.literal(false).optional(),
  }),
  'Emulation.setFocusEmulationEnabled': z.strictObject({ enabled: z.boolean() }),
  'Target.getTargetInfo': none,
  'Target.setAutoAttach': z.strictObject({
    autoAttach: z.boolean(),
    // A child that waits for the debugger hangs its site if we die before letting it go.
    waitForDebuggerOnStart: z.literal(false),
    flatten: z.literal(true),
    filter: z.array(z.strictObject({ type: z.string().optional(), exclude: z.boolean() })).optional(),
  }),
  'Network.enable': z.strictObject({
    maxTotalBufferSize: z.int().nonnegative(),
    maxResourceBufferSize: z.int().nonnegative(),
    maxPostDataSize: z.int().nonnegative(),
  }),
  'Network.disable': none,
  'Fetch.enable': z.strictObject({
    handleAuthRequests: z.boolean().optional(),
    patterns: z.array(FetchPattern).min(1).max(40),
  }),
  'Fetch.disable': none,
  'Fetch.continueRequest': z.strictObject({
    requestId: z.string(),
    // A body alone may be changed, for a secret that a page holds a stand-in of.
    postData: z.string().max(10_000_000).optional(),
  }),
  'Fetch.failRequest': z.strictObject({ requestId: z.string(), errorReason: z.literal('Aborted') }),
  'Fetch.continueResponse': z.strictObject({
    requestId: z.string(),
    responseCode: z.int().min(200).max(299).optional(),
    responseHeaders: z
      .array(z.strictObject({ name: z.string(), value: z.string() }))
      .max(1000)
      .optional(),
  }),
  'Fetch.continueWithAuth': z.strictObject({
    requestId: z.string(),
    authChallengeResponse: z.union([
      z.strictObject({ response: z.enum(['Default', 'CancelAuth']) }),
      z.strictObject({
        response: z.literal('ProvideCredentials'),
        username: z.string().max(1_000),
        password: z.string().max(10_000),
      }),
    ]),
  }),
  'Runtime.enable': none,
  'Runtime.disable': none,
  'Runtime.evaluate': z.strictObject({
    expression: z.string().max(1_500_000),
    contextId: z.int().optional(),
    awaitPromise: z.boolean(),
    returnByValue: z.literal(true),
  }),
  'Runtime.terminateExecution': none,
  // One function alone may be called on a node: it shows the page engine which field a file chooser is for.
  'DOM.resolveNode': z.strictObject({ backendNodeId: z.int(), executionContextId: z.int() }),
  'Runtime.callFunctionOn': z.strictObject({
    objectId: z.string(),
    functionDeclaration: z.literal(noteChosen),
    returnByValue: z.literal(true),
  }),
  'WebMCP.enable': none,
  'WebMCP.disable': none,
  'WebMCP.invokeTool': z.strictObject({
    frameId: z.string(),
    toolName: z.string().max(200),
    input: z.record(z.string(), z.unknown()),
  }),
  'WebMCP.cancelInvocation': z.strictObject({ invocationId: z.string() }),
  'DOM.enable': none,
  'DOM.disable': none,
  'DOM.getFrameOwner': z.strictObject({ frameId: z.string() }),
  'DOM.getBoxModel': z.strictObject({ backendNodeId: z.int() }),
  'Input.dispatchMouseEvent': MouseEvent,
  'Input.dispatchKeyEvent': KeyEvent,
  'Input.insertText': z.strictObject({ text: z.string().max(1_000_000) }),
};

/** Names of the methods that pass, for the tests and the security page. */
export const cdpMethods: readonly string[] = Object.keys(table);

/** Lets a command through if its method and every argument are on the list; raises `internal` otherwise. */
export function checkCommand(method: string, params: Readonly<Record<string, unknown>>): void {
  const schema = Object.hasOwn(table, method) ? table[method] : undefined;
  if (schema === undefined) refuse(`The browser command ${method.slice(0, 80)} is not allowed.`);
  const parsed = schema?.safeParse(params);
  if (parsed?.success === false) {
    const issue = parsed.error.issues[0];
    refuse(`The browser command ${method} was given "${issue?.path.join('.')}": ${issue?.message}`);
  }
}

function refuse(message: string): never {
  raise('internal', message, 'Report this: no tool should ask for it.');
}

/**
 * Commands that the browser answers itself. A held request keeps the page from answering, so what lets it go on must not
 * wait until the page has answered.
 */
export function isBrowsersOwn(method: string): boolean {
  return method.startsWith('Fetch.') || method === 'Target.getTargetInfo';
}
