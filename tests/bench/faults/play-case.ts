import { type Caller, NoTool, type Outcome } from './caller.ts';
import type { CaseResult, FaultCase, Finding, Stage } from './fault-case.ts';
import type { FaultSite, Mounted } from './fault-site.ts';

// Plays one case with one tool and judges it. Every call is noted, so that a page which did not come out right can be told
// apart: the tool said so (an honest failure), or it said that all was well (wrong, but reported ok).

export type Witness = (urlStart: string, css: string) => Promise<string>;

const caseMs = 60_000;
const sayMs = 4000;
/** How long a page may take to feel the same act a second time. */
const againMs = 250;
const pollMs = 25;
const seenMax = 300;

type Noted = { readonly verb: string; readonly outcome: Outcome };

export class CaseTimeout extends Error {}

export async function playCase(
  faultCase: FaultCase,
  caller: Caller,
  site: Pick<FaultSite, 'mount'>,
  witness: Witness,
  patienceMs = sayMs,
): Promise<CaseResult> {
  const started = Date.now();
  const notes: Noted[] = [];
  const expected = new Set<Outcome>();
  const { pages } = faultCase;
  const mounted = site.mount(typeof pages === 'function' ? await pages() : pages);
  const stage = stageOf(recorded(caller, notes), mounted, expected, { witness, patienceMs });
  const result = (judgement: CaseResult['judgement'], seen: string, timedOut = false): CaseResult => ({
    name: faultCase.name,
    kind: faultCase.kind,
    judgement,
    seen: oneLine(seen),
    ms: Date.now() - started,
    timedOut,
  });
  try {
    await caller.fresh();
    const finding = await inTime(faultCase.play(stage), faultCase.timeoutMs ?? caseMs);
    const failures = notes.filter(({ outcome }) => outcome.failed !== null && !expected.has(outcome));
    const told = failures.map(({ verb, outcome }) => `${verb}: ${outcome.failed}`).join('; ');
    if (finding.harm !== null) return result('wrong', `${finding.harm}; ${told}`);
    if (finding.right) return result('pass', '');
    if (failures.length > 0) return result('honest', told);
    const last = notes.at(-1);
    return result('wrong', `${finding.seen}; ${last?.verb} said: ${last?.outcome.told}`);
  } catch (error) {
    if (error instanceof NoTool) return result('no tool', error.message);
    if (error instanceof CaseTimeout) return result('honest', error.message, true);
    return result('broken', error instanceof Error ? `${error.message} ${error.stack ?? ''}` : String(error));
  }
}

/** The caller, each of its answers noted. */
function recorded(caller: Caller, notes: Noted[]): Caller {
  return new Proxy(caller, {
    get(target, verb) {
      const method: unknown = Reflect.get(target, verb);
      if (typeof method !== 'function') return method;
      return async (...args: readonly unknown[]) => {
        const outcome: unknown = await Reflect.apply(method, target, args);
        if (isOutcome(outcome)) notes.push({ verb: String(verb), outcome });
        if (isRemembered(outcome)) return { click: async () => noted('click', await outcome.click(), notes) };
        return outcome;
      };
    },
  });
}

function noted(verb: string, outcome: Outcome, notes: Noted[]): Outcome {
  notes.push({ verb, outcome });
  return outcome;
}

function isOutcome(value: unknown): value is Outcome {
  return typeof value === 'object' && value !== null && 'failed' in value && 'told' in value;
}

function isRemembered(value: unknown): value is { click(): Promise<Outcome> } {
  return typeof value === 'object' && value !== null && 'click' in value && typeof value.click === 'function';
}

type Looking = Readonly<{ witness: Witness; patienceMs: number }>;

function stageOf(
  tool: Caller,
  site: Mounted,
  expected: Set<Outcome>,
  { witness, patienceMs }: Looking,
): Stage {
  return {
    tool,
    site,
    said: (...wanted) => whatWasSaid(site, wanted, patienceMs),
    holds: (outcome, wanted, never = []) => {
      const lacking = wanted.filter((text) => !spaced(outcome.told).includes(spaced(text)));
      const found = never.filter((text) => spaced(outcome.told).includes(spaced(text)));
      return {
        right: outcome.failed === null && lacking.length === 0,
        harm: found.length === 0 ? null : `told ${JSON.stringify(found)}`,
        seen: `lacks ${JSON.stringify(lacking)} in ${JSON.stringify(outcome.told.slice(0, seenMax))}`,
      };
    },
    refuses: (outcome, words = /./s) => {
      const right = outcome.failed !== null && words.test(outcome.failed);
      if (right) expected.add(outcome);
      return { right, harm: null, seen: `was not refused with ${words}: ${outcome.told.slice(0, seenMax)}` };
    },
    accepts: (outcome) => ({ right: outcome.failed === null, harm: null, seen: outcome.failed ?? '' }),
    is: (right, seen) => ({ right, harm: null, seen }),
    shown: (css) => witness(site.at(''), css),
  };
}

async function whatWasSaid(site: Mounted, wanted: readonly string[], patienceMs: number): Promise<Finding> {
  for (const end = Date.now() + patienceMs; Date.now() < end && site.said().length < wanted.length; ) {
    await pause(pollMs);
  }
  await pause(againMs);
  const said = site.said();
  const right = said.length === wanted.length && said.every((what, place) => what === wanted[place]);
  const strange = said.find((what, place) => what !== wanted[place]);
  const seen = `the page felt ${JSON.stringify(said)}, not ${JSON.stringify(wanted)}`;
  // What was asked for and did not come about is no harm; anything else that did is.
  const harm =
    strange !== undefined && !wanted.includes(strange) ? seen : said.length > wanted.length ? seen : null;
  return { right, harm, seen };
}

function spaced(text: string): string {
  return text.replace(/\s+/gu, ' ');
}

function oneLine(text: string): string {
  return spaced(text)
    .trim()
    .slice(0, 2 * seenMax);
}

async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new CaseTimeout(`not done after ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
