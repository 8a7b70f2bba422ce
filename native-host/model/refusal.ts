import { type Fault, fault } from '../../shared/faults.ts';
import { ServerTrouble } from './server-trouble.ts';

/** What a server said instead of an answer. */
export type Refusal = {
  readonly status: number;
  /** Its own words, which are data. */
  readonly words: string;
  readonly retryAfterMs: number | null;
};

const wordsCharactersMax = 500;
/** How servers say that a prompt does not fit, in their own words. */
const tooLongWords =
  /context[ _]?(length|size|window)|exceed_context|maximum context|too many tokens|prompt is too long|tokens to keep|n_ctx|truncate/i;
/** Refusals that another attempt can get past. Other 4xx are the caller's doing and stay what they are. */
const passing = [408, 429];
const overloaded = [429, 503, 529];

/** The refusal as a trouble, with what to do about it. */
export function troubleOf(
  { status, words, retryAfterMs }: Refusal,
  { place, name }: { readonly place: string; readonly name: string },
): ServerTrouble {
  const detail = { status, words: words.slice(0, wordsCharactersMax) };
  const say = (code: Fault['code'], message: string, hint: string): Fault =>
    fault(code, message, hint, detail);
  const once = { again: false };
  if (status === 413 || ([400, 422, 500].includes(status) && tooLongWords.test(words))) {
    return new ServerTrouble(
      say('too-large', `${place} says that the prompt does not fit ${name}.`, 'Give it a larger context.'),
      once,
    );
  }
  if (status === 401 || status === 403) {
    const hint =
      'See `models.servers` in config.yaml, or the variable of the environment that holds the key.';
    return new ServerTrouble(say('model-unavailable', `${place} refused the key.`, hint), once);
  }
  if (status === 404) {
    const hint = 'See `localagent model list` for what it has.';
    return new ServerTrouble(say('model-unavailable', `${place} has no model ${name}.`, hint), once);
  }
  const again = passing.includes(status) || status >= 500;
  const wait = retryAfterMs === null ? '' : ` It asks to wait ${Math.ceil(retryAfterMs / 1000)} seconds.`;
  const message = overloaded.includes(status)
    ? `${place} is overloaded, or its quota is used up (${status}).${wait}`
    : `${place} answered with an error (${status}).`;
  const hint = again ? 'Try later, or name another model.' : 'See what the server says about it.';
  return new ServerTrouble(say('model-unavailable', message, hint), { again, waitMs: retryAfterMs });
}

/** The server could not be asked at all. */
export function unreachable(place: string, cause: unknown): ServerTrouble {
  const words = reason(cause);
  return new ServerTrouble(
    fault('model-unavailable', `${place} cannot be reached: ${words}.`, 'Start the server of the model.', {
      words,
    }),
    { again: true },
  );
}

/** What it answers is not what such a server says. */
export function unreadable(place: string): ServerTrouble {
  return new ServerTrouble(
    fault(
      'model-unavailable',
      `What ${place} answered is not what a server of models says.`,
      'See whether another program has taken its port.',
    ),
    { again: true },
  );
}

function reason(cause: unknown): string {
  for (let error = cause, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth++) {
    const code = 'code' in error ? String(error.code) : '';
    if (code === 'ECONNREFUSED') return 'nothing listens there';
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'its name is not known';
    if (code === 'ECONNRESET') return 'the connection broke off';
    if (/CERT|SSL|TLS|SELF_SIGNED/.test(code)) return `its certificate is not valid (${code})`;
    if (error.cause === undefined) return (code || error.message).slice(0, 200);
  }
  return 'it does not answer';
}

/** `Retry-After` in seconds or as a date, or in milliseconds as some servers say it. */
export function retryAfterMs(headers: Headers | undefined, now: number): number | null {
  const exact = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(exact)) return Math.max(0, exact);
  const given = headers?.get('retry-after') ?? '';
  if (given === '') return null;
  const seconds = Number(given);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(given);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
