import { z } from 'zod';
import { raise } from '../../../shared/faults.ts';
import type { Page } from '../page.ts';
import { left, within } from './deadline.ts';
import type { Debuggee } from './debuggee.ts';

type CaptureOptions = Parameters<Page['capture']>[0];

// The session's screencast keeps a hidden tab drawing. A shot that hangs all the same is released by a second
// one.

const Shot = z.object({ data: z.string() });
const hedgeMs = 400;
const shotMs = 8_000;
const late = Symbol('late');

/** Base64 of the picture of a rectangle of the page. Raises `timeout` when the page cannot be drawn. */
export async function capture(
  debuggee: Debuggee,
  options: CaptureOptions,
  deadline: number,
): Promise<string> {
  const params = {
    format: options.format,
    clip: { ...options.clip },
    // Beyond the viewport the page draws itself anew at another size; so only where that is needed.
    captureBeyondViewport: !options.inView,
  };
  const first = debuggee.send('Page.captureScreenshot', params, { timeoutMs: shotMs });
  first.catch(() => undefined);
  const early = await within(first, hedgeMs, late);
  const shot =
    early === late ? await within(hedged(debuggee, params, first), left(deadline, shotMs), late) : early;
  if (shot === late)
    raise('timeout', 'The page could not be pictured in time.', 'Select the page with raise.');
  return Shot.parse(shot).data;
}

function hedged(
  debuggee: Debuggee,
  params: Record<string, unknown>,
  first: Promise<unknown>,
): Promise<unknown> {
  return Promise.any([first, debuggee.send('Page.captureScreenshot', params, { timeoutMs: shotMs })]);
}
