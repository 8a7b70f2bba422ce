import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type Fault, failed, fault, ok, type Result } from '../../../shared/faults.ts';
import type { Repair, RepairPreparation } from '../../../shared/fingerprint.ts';
import { tools } from '../../../shared/tools/index.ts';
import { endingOf, repeatable } from '../after-failure.ts';
import { type Means, type Performed, performStep, type StepWork } from '../perform-step.ts';
import { selectorPlaces } from '../selector-places.ts';
import { type DoneAct, StepCalls } from '../step-calls.ts';
import { type ChosenSelector, chosenSelectors } from './chosen-selectors.ts';
import type { Tracked } from './mend-selectors.ts';
import { printOfSelector } from './print-of-selector.ts';
import { RepairCalls, selectorsReturned } from './repair-calls.ts';
import type { RepairMessage, RepairModel, RepairPorts, RepairScript } from './repair-ports.ts';
import { nextWords, openingWords, type PageShown, repairRules } from './repair-prompt.ts';
import { withReferences } from './take-fingerprint.ts';

// A step whose selectors neither further choices nor memory could mend: what a job brought along is tried, then a model is asked,
// a few times and within a budget. Its script looks and opens; the step itself acts, once, with what was found, and only on what
// passes the same guards as every mended selector. What may have happened ends the repair.

const Snapshot = z.object({ url: z.string(), title: z.string(), outline: z.string() });
/** Tokens of the outline that is asked for; how much of it is shown depends on the model. */
const outlineTokens = 6_000;
const messagesMax = 24;

/** How the step failed, and what of it was done. */
export type Failure = { readonly fault: Fault; readonly acts: readonly DoneAct[] };
type Ending = Pick<Performed, 'result'>;
type Tried =
  | { readonly performed: Ending }
  /** Nothing was done; the model is told why. */
  | { readonly performed: null; readonly why: string };

/** One attempt at mending; without success, the failure as it was, or what ended the run meanwhile. */
export async function repairStep(work: StepWork, failure: Failure, means: Means): Promise<Ending> {
  const { repair } = means;
  const { title } = work.step;
  const note = (text: string): void => means.emit({ type: 'note', text: `In "${title}" ${text}` });
  const unmended: Ending = { result: failed(failure.fault) };
  if (repair === undefined) {
    note('no model was asked for a repair: config.yaml has "repair.model: off".');
    return unmended;
  }
  if (!(await new StepCalls(work, means).mayLook())) {
    note('no repair was tried: the rules would ask before each look at the page.');
    return unmended;
  }
  const one = new StepRepair(work, failure, means, repair);
  const brought = await one.tryProposed();
  if (brought !== null) return brought;
  const opened = await repair.open();
  if (!opened.ok) {
    note(`no model was asked for a repair: ${opened.fault.message} ${opened.fault.hint}`);
    return unmended;
  }
  try {
    const done = await one.ask(opened.value);
    if ('performed' in done) return done.performed;
    note(`the model ${opened.value.name} did not mend it: ${done.why}.`);
    return unmended;
  } finally {
    await opened.value.close();
  }
}

/** Who chose the selectors, and how. */
type Proof = {
  readonly evidence: readonly string[];
  readonly script?: RepairScript;
  readonly iterations?: number;
};

class StepRepair {
  readonly #work: StepWork;
  readonly #failure: Failure;
  readonly #means: Means;
  readonly #ports: RepairPorts;
  readonly #places: readonly Tracked[];
  readonly #until: number;
  readonly #calls: RepairCalls;
  readonly #seal = randomBytes(4).toString('hex');

  constructor(work: StepWork, failure: Failure, means: Means, ports: RepairPorts) {
    this.#work = work;
    this.#failure = failure;
    this.#means = means;
    this.#ports = ports;
    this.#places = placesOf(work);
    this.#until = means.clock.now() + ports.limits.ms;
    this.#calls = new RepairCalls(
      this.#stepCalls(),
      this.#places.flatMap(({ print }) => print ?? []),
    );
  }

  /** What the job brought along for this step, held to the same guards; null: nothing came of it. */
  async tryProposed(): Promise<Ending | null> {
    const mine = this.#places.flatMap(({ place }) => {
      const selector = this.#ports.proposed[`${this.#work.step.id}.${place}`];
      return selector === undefined ? [] : [[place, selector] as const];
    });
    if (mine.length === 0) return null;
    const evidence = ['it came with the job, as a proposal of the cloud'];
    const tried = await this.#perform(Object.fromEntries(mine), { evidence });
    return tried.performed;
  }

  /** Asks until a script holds, the budget is spent, or something ends the run. */
  async ask(model: RepairModel): Promise<{ readonly performed: Ending } | { readonly why: string }> {
    const { limits } = this.#ports;
    const first = await this.#look();
    if (!first.ok) return { why: first.fault.message };
    const goal = { ...this.#work, places: this.#places, failure: this.#failure.fault };
    const most = model.promptCharactersMax - repairRules.length;
    const opening = this.#safe(openingWords(goal, first.value, this.#seal, most));
    const head: RepairMessage[] = [
      { role: 'system', content: repairRules },
      { role: 'user', content: opening },
    ];
    let talk: RepairMessage[] = [];
    let tokens = 0;
    let why = 'it gave no script';
    for (let iteration = 1; iteration <= limits.iterations; iteration += 1) {
      if (this.#means.signal.aborted) break;
      if (this.#means.clock.now() >= this.#until) return { why: `its time was used up; ${why}` };
      if (tokens >= limits.tokens) return { why: `its tokens were used up; ${why}` };
      const reply = await model.ask([...head, ...talk], this.#means.signal);
      if (!reply.ok) return { why: reply.fault.message };
      tokens += reply.value.tokens;
      const overspent = this.#ports.spend(reply.value.tokens);
      if (overspent !== null) return { performed: { result: failed(overspent) } };
      const { answer, text, hint } = reply.value;
      if (answer !== null && answer.code.trim() === '')
        return { why: `it sees no way: ${oneLine(answer.why)}` };
      const tried =
        answer === null
          ? { performed: null, why: hint }
          : await this.#tryCode(answer.code, { iteration, why: answer.why, model: model.name });
      if (tried.performed !== null) return { performed: tried.performed };
      why = tried.why;
      const now = await this.#look();
      const words = nextWords(why, now.ok ? now.value : null, this.#seal, most / 2);
      talk = [...talk, { role: 'assistant', content: text }, { role: 'user', content: this.#safe(words) }];
      if (sizeOf([...head, ...talk]) > model.promptCharactersMax || talk.length > messagesMax)
        talk = talk.slice(-2);
    }
    return { why };
  }

  async #tryCode(
    code: string,
    told: { readonly iteration: number; readonly why: string; readonly model: string },
  ): Promise<Tried> {
    const checked = this.#ports.check(code);
    if (!checked.ok) return { performed: null, why: checked.problems.join(' ') };
    const { script } = checked;
    const refusals = this.#calls.refusals(script, this.#work.declared);
    if (refusals.length > 0) return { performed: null, why: refusals.join(' ') };
    const calls = this.#calls;
    calls.renew(this.#stepCalls());
    const ran = await script.run({
      args: { step: this.#work.args },
      signal: this.#means.signal,
      call: (tool, args) => calls.call(tool, args),
      end: () => calls.ending !== null,
    });
    if (calls.ending !== null) return { performed: { result: failed(calls.ending) } };
    const returned = ran.ok ? selectorsReturned(ran.value) : ran;
    if (!returned.ok) return { performed: null, why: returned.fault.message };
    return this.#perform(returned.value, {
      evidence: [`the model ${told.model} chose it: ${oneLine(told.why)}`],
      script,
      iterations: told.iteration,
    });
  }

  // The step itself, with other selectors. Each is held to what is remembered of its control at the moment of the call.
  async #perform(given: Readonly<Record<string, string>>, proof: Proof): Promise<Tried> {
    const { step } = this.#work;
    const chosen = chosenSelectors(this.#places, given, {
      done: this.#failure.acts,
      prepared: this.#calls.prepared.length > 0,
    });
    if (!chosen.ok) return { performed: null, why: chosen.fault.message };
    const selectors = chosen.value;
    const mended = new Map(this.#means.mended ?? []);
    for (const [place, { selector, own }] of selectors.byPlace)
      if (!own) mended.set(`${step.id}.${place}`, selector);
    const performed = await performStep(
      { ...this.#work, tracked: this.#places },
      { ...this.#means, mended, around: selectors.around },
    );
    if (!performed.result.ok) {
      const { fault: problem } = performed.result;
      const over = endingOf(problem) !== null || !repeatable(performed.receipts);
      if (over) return { performed: { result: failed(afterActing(problem)) } };
      return { performed: null, why: selectors.refused ?? problem.message };
    }
    for (const repair of this.#repairs(selectors.byPlace, proof)) {
      if (!repair.now.startsWith('ref=')) this.#means.mended?.set(`${step.id}.${repair.place}`, repair.now);
      this.#means.emit({ type: 'selector.repaired', repair });
    }
    return { performed };
  }

  #repairs(
    byPlace: ReadonlyMap<string, ChosenSelector>,
    { evidence, script, iterations }: Proof,
  ): readonly Repair[] {
    const changed = [...byPlace].filter(([, { own }]) => !own);
    // Where the selectors were right, and only what hid their controls had to be opened, one tells of that.
    return (changed.length > 0 ? changed : [...byPlace].slice(0, 1)).map(([place, one]) => ({
      step_id: this.#work.step.id,
      place,
      was: this.#places.find((known) => known.place === place)?.choices[0] ?? '',
      now: one.own ? one.selector : (one.lasting ?? one.selector),
      how: 'model',
      target: one.target ?? one.selector,
      evidence: [...one.evidence, ...evidence, ...this.#openedAfter()],
      // What was opened after the step had acted is nothing that could be done before it.
      ...(this.#calls.prepared.length === 0 || this.#failure.acts.length > 0
        ? {}
        : { before: this.#calls.prepared.map((one) => this.#withReferences(one)) }),
      ...(script === undefined ? {} : { code: script.code, code_hash: script.codeHash }),
      ...(iterations === undefined ? {} : { iterations }),
    }));
  }

  // A template outlives the values that one run was given.
  #withReferences({ tool, args, title }: RepairPreparation): RepairPreparation {
    const open = (text: string): string => withReferences(text, this.#work.values ?? {});
    return {
      tool,
      title,
      args: Object.fromEntries(Object.entries(args).map(([key, one]) => [key, open(one)])),
    };
  }

  #openedAfter(): readonly string[] {
    const opened = this.#calls.prepared.map(({ title }) => title).join(', ');
    if (opened === '' || this.#failure.acts.length === 0) return [];
    return [`after the step had acted, this was opened to see what came of it: ${opened}`];
  }

  async #look(): Promise<Result<PageShown>> {
    this.#calls.renew(this.#stepCalls());
    const seen = await this.#calls.read('snapshot', { changed: false, max_tokens: outlineTokens });
    return seen.ok ? ok(Snapshot.parse(seen.value)) : seen;
  }

  #stepCalls(): StepCalls {
    const left = Math.max(100, this.#until - this.#means.clock.now());
    const { step, declared } = this.#work;
    return new StepCalls({ step: { ...step, timeout_ms: left }, declared }, this.#means);
  }

  #safe(text: string): string {
    return this.#ports.redact(text);
  }
}

/** Every selector of the step; where nothing was recorded, with what the selector itself says. */
function placesOf({ step, args, tracked = [] }: StepWork): readonly Tracked[] {
  const tool = tools.get(step.tool);
  if (tool === undefined) return tracked;
  return selectorPlaces(tool, args).map((place) => {
    const known = tracked.find((one) => one.place === place.place);
    return { ...place, ...known, print: known?.print ?? printOfSelector(place.choices[0] ?? '') };
  });
}

function afterActing(problem: Fault): Fault {
  const hint = `${problem.hint} The repair acted once and was not tried further.`;
  return fault(problem.code, problem.message, hint, problem.detail);
}

function sizeOf(messages: readonly RepairMessage[]): number {
  return messages.reduce((sum, { content }) => sum + content.length, 0);
}

const reasonMax = 300;

function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, reasonMax);
}
