import { z } from 'zod';
import { type Fault, fault } from '../../../shared/faults.ts';

// chrome.debugger rejects with plain text when the extension layer refuses, and with JSON text `{code,
// message}` when the protocol does.

const Wire = z.object({ code: z.number().optional(), message: z.string() });

/** The bare message of a rejection, whichever of the two forms it has. */
export function cdpMessage(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (!text.startsWith('{')) return text;
  try {
    const parsed = Wire.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data.message : text;
  } catch (parseError) {
    if (parseError instanceof SyntaxError) return text;
    throw parseError;
  }
}

export function saysNotAttached(message: string): boolean {
  return /debugger is not attached/i.test(message);
}

export function saysAlreadyAttached(message: string): boolean {
  return /another debugger is already attached/i.test(message);
}

/** The session ended while a command was under way: it was sent, and its answer is lost. */
export function saysDetachedMeanwhile(message: string): boolean {
  return /detached while handling/i.test(message);
}

/** Another extension's frame is in the page; the page can be worked on again as soon as it has gone. */
export function saysLocked(message: string): boolean {
  return /of different extension/i.test(message);
}

type Row = readonly [pattern: RegExp, message: string, hint: string];

const refusals: readonly Row[] = [
  [
    /cannot attach to this target/i,
    'The browser does not let extensions work on its pages: the policy DeveloperToolsAvailability forbids it.',
    'An administrator sets DeveloperToolsAvailability to 0 or 1, or allows it for this extension.',
  ],
  [
    /host access is restricted by policy|screenshots? (are|is) (restricted|disabled)/i,
    'The browser does not let this extension work on pages: the policy runtime_blocked_hosts or DisableScreenshots restricts it.',
    'An administrator lifts runtime_blocked_hosts (ExtensionSettings) and DisableScreenshots for this extension.',
  ],
  [
    /ExtensionsSettings policy|cannot be scripted due to/i,
    'A part of this page is on a site that the policy runtime_blocked_hosts takes out of reach.',
    'An administrator adds the site to runtime_allowed_hosts (ExtensionSettings) for this extension.',
  ],
  [
    /of different extension/i,
    'Another extension shows a frame in this page, and the browser locks the page while that frame is there.',
    "Close the other extension's frame (often a password manager's), then try again.",
  ],
  [
    /cannot access a chrome|cannot access (contents of )?(the )?(page|url)|webstore|gallery/i,
    'The browser does not let extensions work on this page.',
    'Go to an ordinary http or https page.',
  ],
];

/** What a failed attach means for the person; unknown text is told as it is, in `detail`. */
export function attachFault(message: string): Fault {
  const row = refusals.find(([pattern]) => pattern.test(message));
  const detail = { browser_said: message.slice(0, 500) };
  if (row !== undefined) return fault('attach-refused', row[1], row[2], detail);
  return fault(
    'attach-refused',
    'The browser refused to hand this page over.',
    'Reload the page and try again; `localagent doctor` tells more.',
    detail,
  );
}

/** What a failed command means: the page is out of reach, or the command is a bug of ours. */
export function commandFault(method: string, message: string): Fault {
  const row = refusals.find(([pattern]) => pattern.test(message));
  const detail = { command: method, browser_said: message.slice(0, 500) };
  if (row !== undefined) return fault('attach-refused', row[1], row[2], detail);
  if (/no tab with|no target with|target closed|tab was closed|session with given id/i.test(message)) {
    return fault('no-page', 'The page or frame is gone.', 'List the pages and choose one.', detail);
  }
  return fault(
    'internal',
    `The browser refused the command ${method}.`,
    'Try again; report it if it stays so.',
    detail,
  );
}
