import type { z } from 'zod';
import {
  type EngineAnswer,
  type EngineArgs,
  type EngineMethod,
  EngineReply,
  type EngineSetting,
  engineAnswers,
} from '../../../shared/engine-methods.ts';
import { FaultError, raise } from '../../../shared/faults.ts';
import type { Page } from '../page.ts';
import { firstRefOf, noteRef } from './ref-numbers.ts';

/** Calls one method of the page engine in a frame; its faults are raised, its answer is parsed. */
export async function askEngine<Method extends EngineMethod>(
  page: Page,
  frameId: number,
  method: Method,
  args: EngineArgs[Method],
  deadline: number,
): Promise<EngineAnswer<Method>> {
  const setting: EngineSetting = { refs_from: await firstRefOf(page.page, frameId) };
  const reply = EngineReply.safeParse(await page.engine(frameId, method, { ...args, ...setting }, deadline));
  if (!reply.success) return raise('internal', unreadable, 'Reload the page and try again.');
  if (reply.data.next_ref !== undefined) await noteRef(page.page, frameId, reply.data.next_ref - 1);
  if ('fault' in reply.data) throw new FaultError(reply.data.fault);
  // The table pairs each method with the schema of its own answer; TypeScript cannot follow that through
  // the index.
  const schema = engineAnswers[method] as unknown as z.ZodType<EngineAnswer<Method>>;
  const answer = schema.safeParse(reply.data.value);
  return answer.success ? answer.data : raise('internal', unreadable, 'Reload the page and try again.');
}

const unreadable = 'The page gave an answer that cannot be read.';

/** Refs as a person and a model see them: `e12` in the page itself, `f3e12` in frame 3. */
export function prefixOf(frameId: number): string {
  return frameId === 0 ? '' : `f${frameId}`;
}

export function withPrefix<T extends { readonly ref: string }>(frameId: number, named: T): T {
  return { ...named, ref: `${prefixOf(frameId)}${named.ref}` };
}

/** The engine's number of a ref. */
export function numberOfRef(ref: string): number {
  return Number(/e(\d+)$/.exec(ref)?.[1] ?? 0);
}

/** The frame that a ref is of. */
export function frameOfRef(ref: string): number {
  return Number(/^f(\d+)e/.exec(ref)?.[1] ?? 0);
}

/** Waits, and ends early when the call is cancelled. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
    signal?.addEventListener('abort', done, { once: true });
  });
}

/** Raises `cancelled` when the caller has given up. */
export function stopIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) raise('cancelled', 'The call was cancelled.', 'Nothing more was done.');
}
