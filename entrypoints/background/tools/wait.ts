import { attempt, FaultError, raise } from '../../../shared/faults.ts';
import type { wait as declaration } from '../../../shared/tools/wait.ts';
import type { Behaviour, CallContext, Page } from '../page.ts';
import { askEngine, pause, stopIfCancelled } from './ask-engine.ts';
import { lookOnce, partsOf } from './resolve-targets.ts';

const pollMs = 100;

type Args = Parameters<Behaviour<typeof declaration>>[1];
type Condition = { readonly what: string; readonly holds: () => Promise<boolean> };

export const wait: Behaviour<typeof declaration> = async (page, args, _targets, context) => {
  const started = Date.now();
  const condition = args.download === true ? downloadBegins(page, context) : conditionOf(page, args, context);
  for (;;) {
    stopIfCancelled(context.signal);
    if (await holdsNow(condition)) {
      return { result: { elapsed_ms: Date.now() - started, met: condition.what }, verified: true };
    }
    if (Date.now() + pollMs >= context.deadline) {
      return raise(
        'timeout',
        `After ${Date.now() - started} ms it has not come about: ${condition.what}.`,
        'Take a snapshot to see what the page shows instead, or wait longer.',
      );
    }
    await pause(pollMs, context.signal);
  }
};

/** A page that is just leaving or coming fulfils nothing yet. */
async function holdsNow(condition: Condition): Promise<boolean> {
  const held = await attempt(condition.holds);
  if (held.ok) return held.value;
  if (['stale-ref', 'internal', 'not-found', 'timeout'].includes(held.fault.code)) return false;
  throw new FaultError(held.fault);
}

function conditionOf(page: Page, args: Args, context: CallContext): Condition {
  const { selector, text, url, state } = args;
  if (selector !== undefined) {
    return {
      what: `${selector} is ${state}`,
      holds: () => isInState(page, selector, state, context.deadline),
    };
  }
  if (text !== undefined)
    return { what: 'the text is there', holds: () => showsText(page, text, context.deadline) };
  if (url !== undefined) {
    const pattern = patternOf(url);
    return { what: 'the address matches', holds: async () => pattern.test((await page.info()).url) };
  }
  return {
    what: 'the page has loaded',
    holds: async () => (await askEngine(page, 0, 'loaded', {}, context.deadline)).holds,
  };
}

async function isInState(
  page: Page,
  selector: string,
  state: Args['state'],
  deadline: number,
): Promise<boolean> {
  const readiness = state === 'hidden' ? 'visible' : state === 'enabled' ? 'enabled' : state;
  const { resolution } = await lookOnce(page, partsOf(selector), readiness, deadline);
  const found = resolution.state === 'found' || resolution.state === 'several';
  if (state === 'hidden') return !found;
  if (state === 'enabled')
    return found || (resolution.state === 'unready' && isBeyondEnabled(resolution.check));
  return found;
}

/** Checks that come after `enabled`: the element is enabled, though something is over it. */
function isBeyondEnabled(check: string): boolean {
  return check === 'covered' || check === 'in-view' || check === 'stable';
}

async function showsText(page: Page, text: string, deadline: number): Promise<boolean> {
  for (const { id } of await page.frames()) {
    const shown = await attempt(() => askEngine(page, id, 'holds_text', { text }, deadline));
    if (shown.ok && shown.value.holds) return true;
    if (!shown.ok && shown.fault.code === 'dialog-open') throw new FaultError(shown.fault);
  }
  return false;
}

/** A URL with `*` for any run of characters, as a pattern for the whole address. */
export function patternOf(url: string): RegExp {
  const literal = url.split('*').map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${literal.join('.*')}$`, 's');
}

function downloadBegins(page: Page, context: CallContext): Condition {
  const pass = async (): Promise<boolean> => {
    const caused = await page.watch().settle(Math.min(context.deadline, Date.now() + pollMs * 5));
    return caused.download !== null;
  };
  return { what: 'a download is there', holds: pass };
}
