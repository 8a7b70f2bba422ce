import { attempt, type Fault, FaultError } from '../../../shared/faults.ts';

// What can still be done in a page that the debugger cannot reach, or that does not answer, and how that is told.

/** Tools that need no debugger: they go on where policy refuses it. */
const withoutDebugger: ReadonlySet<string> = new Set([
  'get_text',
  'extract_table',
  'snapshot',
  'wait',
  'screenshot',
  'navigate',
  'close_page',
  'select_page',
]);
/** Ways out of a page that has been silent since before anybody could hear why. */
const outOfSilence: ReadonlySet<string> = new Set(['navigate', 'close_page', 'select_page', 'list_pages']);

export function needsNoDebugger(tool: string): boolean {
  return withoutDebugger.has(tool);
}

/** Whether a tool has something to do in a page that could not be attached to. */
export function mayGoOn({ code }: Fault, tool: string): boolean {
  if (code === 'attach-refused') return withoutDebugger.has(tool);
  return (code === 'dialog-open' || code === 'timeout') && outOfSilence.has(tool);
}

/** Says of a call that came to nothing before anything was sent to the page, that nothing was. */
export async function nothingSent<T>(work: () => Promise<T>): Promise<T> {
  const done = await attempt(work);
  if (done.ok) return done.value;
  const { code, message, detail } = done.fault;
  if (code !== 'timeout') throw new FaultError(done.fault);
  throw new FaultError({
    ...done.fault,
    message: `${message} Nothing was done.`,
    detail: { ...detail, sent: false },
  });
}
