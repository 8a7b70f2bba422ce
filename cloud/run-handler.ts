import { ZodError } from 'zod';
import { type HandlerName, handlers } from './handlers/index.ts';
import { HandlerError, type Means } from './means.ts';

export type HandlerEnd =
  | { readonly ok: true; readonly result: unknown }
  /** What the state machine catches: a name, and a cause in words. */
  | { readonly ok: false; readonly error: string; readonly cause: string };

const causeCharactersMax = 32_000;

/** Runs one handler; whatever it throws becomes a named error, so that no state ends without a reason. */
export async function runHandler(name: HandlerName, input: unknown, means: Means): Promise<HandlerEnd> {
  try {
    return { ok: true, result: await handlers[name](input, means) };
  } catch (error) {
    if (error instanceof HandlerError) return failed(error.name, error.message);
    if (error instanceof ZodError) return failed('BadInput', error.message);
    return failed(
      'HandlerFailed',
      error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    );
  }
}

function failed(error: string, cause: string): HandlerEnd {
  return { ok: false, error, cause: cause.slice(0, causeCharactersMax) };
}
