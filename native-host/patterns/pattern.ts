import { z } from 'zod';
import type { Bucket } from '../../shared/actions.ts';
import {
  type Fault,
  type FaultCode,
  FaultError,
  failed,
  fault,
  ok,
  type Result,
  raise,
} from '../../shared/faults.ts';
import { CommonResult, type ToolDeclaration } from '../../shared/tools/define-tool.ts';
import { extensionTools } from '../../shared/tools/index.ts';

// A pattern does what sites have in common (signing in, searching, choosing, sending) with primitive calls
// alone, each of which goes through the gate by itself. It decides from what those calls tell and never
// repeats an act.

/** One primitive call, as the gate answers it. */
export type CallTool = (
  tool: string,
  args: Readonly<Record<string, unknown>>,
) => Promise<Result<Readonly<Record<string, unknown>>>>;

export type Means = {
  readonly call: CallTool;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly signal: AbortSignal;
  /** Hears of an argument that no longer named its control, and of the control that was used instead. */
  readonly repaired?: (repair: PatternRepair) => void;
};

export type PatternRepair = {
  /** The argument, as `action`. */
  readonly place: string;
  readonly was: string;
  readonly now: string;
  readonly target: string;
  readonly evidence: readonly string[];
};

export type Pattern = {
  readonly declaration: ToolDeclaration;
  /**
   * The primitive calls that these arguments can lead to; values that are not known yet may be references.
   */
  readonly plan: (
    args: Readonly<Record<string, unknown>>,
  ) => readonly { readonly tool: string; readonly bucket: Bucket }[];
  /**
   * Runs with arguments that are parsed here; a fault says what the page did not let it do. A fault of a call
   * that ends everything (denied, cancelled, outcome unknown, browser gone) is raised as it is.
   */
  readonly run: (
    args: Readonly<Record<string, unknown>>,
    means: Means,
  ) => Promise<Result<Record<string, unknown>>>;
};

/** Declares a pattern: what runs gets parsed arguments and the primitives on its page. */
export function definePattern<Input extends z.ZodObject, Output extends z.ZodObject>(pattern: {
  readonly declaration: ToolDeclaration<string, Input, Output>;
  readonly plan: Pattern['plan'];
  readonly run: (args: z.output<Input>, browser: Browser) => Promise<Result<z.output<Output>>>;
}): Pattern {
  return Object.freeze({
    // A declaration's functions take its own arguments; nothing calls them here.
    declaration: pattern.declaration as unknown as ToolDeclaration,
    plan: pattern.plan,
    async run(given: Readonly<Record<string, unknown>>, means: Means) {
      const args = pattern.declaration.input.safeParse(given);
      if (!args.success) {
        const { name } = pattern.declaration;
        const issue = args.error.issues[0];
        const where = issue === undefined ? '' : `${issue.path.join('.')}: ${issue.message}`;
        return failed(fault('bad-arguments', `"${name}": ${where}`, `Look at "localagent tools ${name}".`));
      }
      const { page, timeout_ms: timeoutMs } = Timing.parse(args.data);
      return pattern.run(args.data, createBrowser(means, { page, timeout_ms: timeoutMs }));
    },
  });
}

/** What the arguments of every pattern hold. */
const Timing = z.object({ page: z.string().optional(), timeout_ms: z.number() });

type Primitives = typeof extensionTools;
type Name = keyof Primitives;
const common = CommonResult.partial();
export type PrimitiveResult<N extends Name> = z.output<Primitives[N]['output']> & z.output<typeof common>;

/** The primitives with their types, on one page, within one deadline. */
export type Browser = {
  call<N extends Name>(
    tool: N,
    args: Omit<z.input<Primitives[N]['input']>, 'page' | 'timeout_ms'>,
    timeoutMs?: number,
  ): Promise<Result<PrimitiveResult<N>>>;
  /** Milliseconds left; never below 0. */
  left(): number;
  /** Whether something that matches is visible now, or becomes so within the time (100 ms at least). */
  shows(selector: string, withinMs?: number): Promise<boolean>;
  /** The text of what matches, in one line; empty when there is nothing. */
  textOf(selector: string): Promise<string>;
  /** Tells that an argument no longer named its control. */
  repaired(repair: PatternRepair): void;
};

/** After these nothing more is tried: they go straight up to whoever runs the pattern. */
const endings: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'denied',
  'approval-timeout',
  'cancelled',
  'outcome-unknown',
  'browser-gone',
  // What a browser policy or the kind of page forbids is no matter of looking elsewhere on the page.
  'restricted-target',
  'attach-refused',
  // The page is closed, or its browser has ended.
  'no-page',
]);

/** Shortest wait that the tools take. */
const waitMsMin = 100;
/** Longest timeout that the shortest-lived tools take. */
const waitMsMax = 120_000;
const messageCharactersMax = 500;

function createBrowser(
  means: Means,
  place: { readonly page?: string | undefined; readonly timeout_ms: number },
): Browser {
  const deadline = means.now() + place.timeout_ms;
  const left = (): number => Math.max(0, deadline - means.now());
  async function call<N extends Name>(
    tool: N,
    args: Readonly<Record<string, unknown>>,
    timeoutMs: number = left(),
  ): Promise<Result<PrimitiveResult<N>>> {
    if (means.signal.aborted) raise('cancelled', 'The call was stopped.', 'What was done before stays done.');
    const declaration = extensionTools[tool];
    const smallest = tool === 'navigate' || tool === 'new_page' ? 1000 : waitMsMin;
    const timeout = Math.max(smallest, Math.min(waitMsMax, timeoutMs, Math.max(left(), smallest)));
    const page = place.page === undefined ? {} : { page: place.page };
    const takesTime = 'timeout_ms' in declaration.input.shape;
    const answer = await means.call(tool, {
      ...args,
      ...page,
      ...(takesTime ? { timeout_ms: Math.round(timeout) } : {}),
    });
    if (answer.ok) return ok(readResult(tool, answer.value));
    if (endings.has(answer.fault.code)) throw new FaultError(answer.fault);
    return answer;
  }
  const shows = async (selector: string, withinMs: number = waitMsMin): Promise<boolean> => {
    const seen = await call('wait', { selector, state: 'visible' }, withinMs);
    // Several visible matches are a match, for the question whether there is one.
    return seen.ok || seen.fault.code === 'ambiguous';
  };
  const textOf = async (selector: string): Promise<string> => {
    const text = await call('get_text', { selector }, waitMsMin);
    return text.ok ? text.value.text.replace(/\s+/g, ' ').trim().slice(0, messageCharactersMax) : '';
  };
  return { call, left, shows, textOf, repaired: (repair) => means.repaired?.(repair) };
}

// The gate has checked results against their tools' schemas; here they get their types back, and a result of
// another shape is a bug.
function readResult<N extends Name>(tool: N, result: Readonly<Record<string, unknown>>): PrimitiveResult<N> {
  const schema: z.ZodObject = z.object({ ...extensionTools[tool].output.shape, ...common.shape });
  // The schema was made from this tool's own declaration, which TypeScript cannot follow through the type
  // parameter.
  return schema.parse(result) as PrimitiveResult<N>;
}

/** A password field, by what it is and not by what it is called. */
export const passwordField = 'input[type="password"]';

/** Says that the site wants to be signed in to again, if it does; else the fault as it is. */
export async function explainFailure(browser: Browser, problem: Fault): Promise<{ ok: false; fault: Fault }> {
  const looksLostCodes = ['not-found', 'timeout', 'stale-ref'];
  if (!looksLostCodes.includes(problem.code) || !(await browser.shows(passwordField))) return failed(problem);
  return failed(
    fault(
      'not-found',
      'The site asks to sign in again: the session has ended.',
      'Run again, so that the sign-in step comes first; if it happens often, the site ends sessions early.',
      { first_fault: problem.message },
    ),
  );
}
