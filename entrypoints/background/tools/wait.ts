import { attempt, FaultError, raise } from '../../../shared/faults.ts';
import type { wait as declaration } from '../../../shared/tools/wait.ts';
import type { Behaviour, CallContext, Page } from '../page.ts';
import { askEngine, pause, stopIfCancelled } from './ask-engine.ts';
import { lookOnce, partsOf } from './resolve-targets.ts';

/** Looks are close together at first: most of what is waited for is about to come. */
const pollMs = [10, 20, 40, 70, 100] as const;
/** A download that began longer ago than this is not the one that is waited for. */
const downloadAgeMs = 60_000;

type Args = Parameters<Behaviour<typeof declaration>>[1];
type Met = { readonly holds: boolean; readonly filename?: string };
type Condition = { readonly what: string; readonly look: () => Promise<Met> };

export const wait: Behaviour<typeof declaration> = async (page, args, _targets, context) => {
  const started = Date.now();
  const condition = args.download === true ? downloadEnds(page, started) : conditionOf(page, args, context);
  for (let turn = 0; ; turn++) {
    stopIfCancelled(context.signal);
    const met = await lookNow(condition);
    if (met.holds) {
      const file = met.filename === undefined ? {} : { filename: met.filename };
      return { result: { elapsed_ms: Date.now() - started, met: condition.what, ...file }, verified: true };
    }
    const pauseMs = pollMs[Math.min(turn, pollMs.length - 1)] ?? 100;
    if (Date.now() + pauseMs >= context.deadline) {
      return raise(
        'timeout',
        `After ${Date.now() - started} ms it has not come about: ${condition.what}.`,
        'Take a snapshot to see what the page shows instead, or wait longer.',
      );
    }
    await pause(pauseMs, context.signal);
  }
};

/** A page that is just leaving or coming fulfils nothing yet. */
async function lookNow(condition: Condition): Promise<Met> {
  const looked = await attempt(condition.look);
  if (looked.ok) return looked.value;
  if (['stale-ref', 'internal', 'timeout'].includes(looked.fault.code)) return { holds: false };
  throw new FaultError(looked.fault);
}

function held(what: string, holds: () => Promise<boolean>): Condition {
  return { what, look: async () => ({ holds: await holds() }) };
}

function conditionOf(page: Page, args: Args, { deadline }: CallContext): Condition {
  const { selector, text, url, state } = args;
  if (selector !== undefined) {
    return held(`${selector} is ${state}`, () => isInState(page, selector, state, deadline));
  }
  if (text !== undefined) {
    if (state === 'hidden') return held('the text is gone', () => lacksText(page, text, deadline));
    return held('the text is there', () => showsText(page, text, deadline));
  }
  if (url !== undefined) {
    const pattern = patternOf(url);
    return held('the address matches', async () => pattern.test((await page.info()).url));
  }
  return held('the page has loaded', async () => (await askEngine(page, 0, 'loaded', {}, deadline)).holds);
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

/** Only where every frame that is there has said so: one that does not answer may show it. */
async function lacksText(page: Page, text: string, deadline: number): Promise<boolean> {
  for (const { id } of await page.frames()) {
    const shown = await askEngine(page, id, 'holds_text', { text }, deadline);
    if (shown.holds) return false;
  }
  return true;
}

/** A URL with `*` for any run of characters, as a pattern for the whole address. */
export function patternOf(url: string): RegExp {
  const literal = url.split(/\*+/).map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${literal.join('.*')}$`, 's');
}

/** The end of the oldest download that the page began lately and that nobody was told of. */
function downloadEnds(page: Page, started: number): Condition {
  const look = async (): Promise<Met> => {
    const recent = page.downloads().filter(({ begunAt }) => begunAt >= started - downloadAgeMs);
    const ended = recent.find(({ state }) => state !== 'running');
    if (ended === undefined) return { holds: false };
    page.downloadTold(ended.guid);
    if (ended.state === 'complete') return { holds: true, filename: ended.filename };
    return raise(
      'not-found',
      'A download began and was cancelled, so there is no file.',
      'One that only a click sets off is cancelled: use the download tool, with the selector or the url.',
      { filename: ended.filename },
    );
  };
  return { what: 'a download is done', look };
}
