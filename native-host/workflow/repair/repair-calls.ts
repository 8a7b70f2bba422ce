import { type Fault, failed, fault, ok, type Result } from '../../../shared/faults.ts';
import type { Fingerprint, RepairPreparation } from '../../../shared/fingerprint.ts';
import { endingOf, repeatable } from '../after-failure.ts';
import type { Declared } from '../ports.ts';
import type { StepCalls } from '../step-calls.ts';
import { type Guarded, guardLink, guardOpener } from './guard-selector.ts';
import { lastingSelector } from './lasting-selector.ts';
import type { Read } from './look-at-page.ts';
import { wordsOf } from './read-elements.ts';
import type { RepairScript } from './repair-ports.ts';

// What the script of a repair may call: it looks, it goes where a link of the page leads, and it opens what hides a part of the
// page. The step's own act is never the script's: it is done afterwards by the step, once, with what the script has found.

type Answer = Result<Readonly<Record<string, unknown>>>;

const looks: ReadonlySet<string> = new Set(['snapshot', 'get_elements', 'get_text', 'wait', 'extract_table']);
/** Acts of the scripts of one step. */
const preparationsMax = 10;

export class RepairCalls {
  /** What was opened and gone to, in order. */
  readonly prepared: RepairPreparation[] = [];
  /** Ends the run: a denial, a stop, an outcome that nobody knows. */
  ending: Fault | null = null;
  #calls: StepCalls;
  readonly #prints: readonly Fingerprint[];

  /** `prints`: what the step's places are remembered by. */
  constructor(calls: StepCalls, prints: readonly Fingerprint[]) {
    this.#calls = calls;
    this.#prints = prints;
  }

  /** The calls of a further iteration, whose time is counted anew. */
  renew(calls: StepCalls): void {
    this.#calls = calls;
  }

  get read(): Read {
    return (tool, args) => this.#calls.read(tool, args);
  }

  /** Why a script may not be run at all, as far as its calls show before. */
  refusals(
    { calls }: Pick<RepairScript, 'calls'>,
    { buckets }: Pick<Declared, 'buckets'>,
  ): readonly string[] {
    return calls.flatMap(({ line, path, tool, secrets }) => {
      if (tool === 'click' && !buckets.includes('write'))
        return [`Line ${line}: the step declares no "write", so its repair clicks nothing.`];
      if (secrets.length > 0) return [`Line ${line}: a repair fills in no secret.`];
      if (tool !== null && (looks.has(tool) || tool === 'navigate' || tool === 'click')) return [];
      const instead = 'Return the selectors; the step itself does what it does.';
      return [`Line ${line}: "${path}" is not for repairs. ${instead}`];
    });
  }

  async call(tool: string, args: Readonly<Record<string, unknown>>): Promise<Answer> {
    const answer = await this.#answer(tool, args);
    if (!answer.ok && endingOf(answer.fault) !== null) this.ending ??= answer.fault;
    return answer;
  }

  async #answer(tool: string, args: Readonly<Record<string, unknown>>): Promise<Answer> {
    if (looks.has(tool)) {
      return this.#calls.read(tool, tool === 'snapshot' ? { ...args, changed: false } : args);
    }
    if (this.prepared.length >= preparationsMax) return failed(refused('it has opened enough'));
    if (tool === 'navigate') return this.#navigate(args);
    return tool === 'click' ? this.#open(args) : failed(refused(`"${tool}" is not for repairs`));
  }

  async #navigate(args: Readonly<Record<string, unknown>>): Promise<Answer> {
    const { url, ...rest } = args;
    if (typeof url !== 'string' || Object.keys(rest).some((key) => key !== 'timeout_ms'))
      return failed(refused('a repair goes to an address that a link of the page shows, and nowhere else'));
    const shown = await guardLink(this.read, url, this.#prints);
    if (!shown.ok) return failed(refused(shown.why));
    const selector = await lastingSelector(this.read, shown.candidate);
    const { address } = shown;
    const answer = await this.#calls.read('navigate', { ...rest, url: address });
    if (answer.ok && !selector.startsWith('ref=')) this.#prepare('click', { selector }, shown);
    else if (answer.ok) this.#prepare('navigate', { url: address }, shown);
    return answer;
  }

  async #open(args: Readonly<Record<string, unknown>>): Promise<Answer> {
    const { selector } = args;
    if (typeof selector !== 'string' || Object.keys(args).length > 1)
      return failed(refused('a repair clicks with nothing but a selector'));
    const opener = await guardOpener(this.read, selector);
    if (!opener.ok) return failed(refused(opener.why));
    const lasting = await lastingSelector(this.read, opener.candidate);
    const before = this.#calls.receipts.length;
    const answer = await this.#calls.call('click', { selector: lasting }, { mended: true });
    if (answer.ok) this.#prepare('click', { selector: lasting }, opener);
    // What may have happened is not tried again in another way.
    else if (!repeatable(this.#calls.receipts.slice(before))) this.ending ??= answer.fault;
    return answer;
  }

  #prepare(tool: RepairPreparation['tool'], args: RepairPreparation['args'], target: Guarded): void {
    if (!target.ok) return;
    const title = `${tool === 'click' ? 'Open' : 'Go to'} ${wordsOf(target.candidate)}`.slice(0, 200);
    this.prepared.push({ tool, args, title });
  }
}

function refused(why: string): Fault {
  return fault('not-actionable', `It was not done: ${why}.`, 'Find another way, or none.');
}

/** The selectors that a script returned, by place; null when it returned something else. */
export function selectorsReturned(value: unknown): Result<Readonly<Record<string, string>>> {
  const selectors: unknown = Reflect.get(Object(value), 'selectors');
  const entries = Object.entries(Object(selectors));
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  if (typeof selectors === 'object' && selectors !== null && texts.length === entries.length)
    return ok(Object.fromEntries(texts));
  return failed(refused('the script returned no { selectors: { PLACE: "selector" } }'));
}
