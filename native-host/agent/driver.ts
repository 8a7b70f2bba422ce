import { z } from 'zod';
import { attempt, type Fault, fault } from '../../shared/faults.ts';
import type { TokenUse } from '../../shared/objective.ts';
import { ActionReply, actionSchema } from './action.ts';
import type { AgentEvent, Intent, Outcome, Task } from './events.ts';
import { knownOf } from './finish-run.ts';
import { createUse } from './make-call.ts';
import { offeredActions } from './offered-actions.ts';
import { looked, perform } from './perform.ts';
import type { Means, Message, ModelReply, ModelRequest } from './ports.ts';
import { coverMessages, writeMessages } from './prompts/write-prompt.ts';
import { findingRules, rules } from './rules/index.ts';
import { type AgentState, type Ending, startState } from './state.ts';
import { type Rules, step } from './step.ts';

// Performs what `step` asks for, one thing after the other, and reports what happened. Bounded by turns, by proposals a turn
// and by the run's time; whatever ends it, the run ends with what was found.

const actTokensMax = 700;
const coverTokensMax = 200;
const writeTokensMax = 900;
/** Time kept for writing the answer, in milliseconds, or as long as the slowest call took. */
const writeReserveMs = 20_000;
/** More steps than every turn with its retries can take: beyond it is a bug. */
const stepsPerTurnMax = 12;

export type Start = Pick<AgentState, 'assignment'> & {
  /** The run has a page to begin at. */
  readonly atPage: boolean;
  readonly earlier: AgentState['findings'];
  /** Texts that the person showed it, such as a selection. */
  readonly shown: AgentState['shown'];
};

/** Works on the objective until it ends; only a bug throws. */
export async function runObjective(start: Start, means: Means): Promise<Ending> {
  return new Driver(start, means).run(start.atPage);
}

class Driver {
  readonly #means: Means;
  readonly #rules: Rules;
  #state: AgentState;
  #tokens: TokenUse = { calls: 0, read: 0, reused: 0, written: 0, model_ms: 0 };
  #slowestMs = 0;
  #spent: Fault | null = null;
  #told: readonly Message[] = [];

  constructor({ assignment, earlier, shown }: Start, means: Means) {
    this.#means = means;
    this.#rules = { actions: rules, findings: findingRules, evidence: means.evidence };
    this.#state = { ...startState(assignment, earlier), shown };
  }

  async run(atPage: boolean): Promise<Ending> {
    let event = await this.#begin(atPage);
    const stepsMax = this.#state.assignment.turnsMax * stepsPerTurnMax;
    for (let steps = 0; steps < stepsMax; steps++) {
      const [next, intents] = step(this.#state, event, this.#rules);
      this.#state = next;
      const doing = this.#emitted(intents);
      if (doing.type === 'end') return doing.ending;
      event = await this.#do(doing);
    }
    throw new Error('an objective run took more steps than its turns allow');
  }

  /** Emits what is to be emitted; gives the one thing that is to be done. */
  #emitted(intents: readonly Intent[]): Exclude<Intent, { type: 'emit' }> {
    let doing: Exclude<Intent, { type: 'emit' }> | null = null;
    for (const intent of intents) {
      if (intent.type === 'emit') this.#means.emit(intent.event);
      else doing = intent;
    }
    if (doing === null) throw new Error('a step of an objective run asked for nothing to be done');
    return doing;
  }

  async #begin(atPage: boolean): Promise<AgentEvent> {
    const words = 'Nothing is open yet. SEARCH first.';
    if (!atPage) return { type: 'began', look: null, words };
    const look = await this.#attempt(async () => ({ look: await this.#looked() }));
    if ('type' in look) return look;
    return { type: 'began', look: look.look, words: 'The page could not be read. SEARCH first.' };
  }

  async #looked() {
    const use = createUse(this.#means, `turn-${this.#state.turn}`);
    const look = await looked(use, this.#state.assignment);
    return look.ok ? look.value : null;
  }

  #do(intent: Exclude<Intent, { type: 'emit' | 'end' }>): Promise<AgentEvent> {
    switch (intent.type) {
      case 'think':
        return this.#think();
      case 'perform':
        return this.#perform(intent.task);
      case 'cover':
        return this.#cover(intent.items);
      case 'write':
        return this.#write();
    }
  }

  async #think(): Promise<AgentEvent> {
    const { unpaused, signal, leftMs, readReply } = this.#means;
    if (await unpaused(signal)) {
      const look = await this.#attempt(async () => ({
        look: this.#state.page === null ? null : await this.#looked(),
      }));
      return 'type' in look ? look : { type: 'handed-back', look: look.look };
    }
    if (this.#spent !== null) return { type: 'late', fault: this.#spent };
    const left = leftMs();
    if (left <= Math.max(writeReserveMs, this.#slowestMs * 2)) return { type: 'late', fault: outOfTime() };
    const { messages, aside, retries } = this.#state;
    const first = this.#state.items.length === 0 && !this.#state.told.includes('checklist');
    const reply = await this.#ask({
      messages: [...messages, ...aside],
      schema: actionSchema(offeredActions(this.#state), first),
      tokensMax: actTokensMax,
      // The same question again gives the same answer again.
      temperature: retries === 0 ? 0 : 0.4,
      purpose: 'act',
    });
    if ('type' in reply) return reply;
    const read = readReply(reply.text, ActionReply);
    if (read.ok) return { type: 'proposed', proposal: read.value, reply: reply.text };
    return { type: 'unreadable', reply: reply.text, hint: read.hint };
  }

  async #perform(task: Task): Promise<AgentEvent> {
    const use = createUse(this.#means, `turn-${this.#state.turn}`);
    const { assignment } = this.#state;
    const done = await this.#attempt(async () => ({
      outcome: await perform(task, use, assignment, this.#means),
    }));
    if ('type' in done) return done;
    this.#tellPage(done.outcome);
    return { type: 'performed', outcome: done.outcome };
  }

  #tellPage({ seen }: Outcome): void {
    if (seen.kind !== 'page') return;
    this.#means.emit({ type: 'page.read', url: seen.look.url, title: seen.look.title });
  }

  async #cover(items: readonly number[]): Promise<AgentEvent> {
    const json = z.toJSONSchema(Cover);
    const reply = await this.#ask({
      messages: coverMessages(knownOf(this.#state), items),
      schema: { name: 'cover', json },
      tokensMax: coverTokensMax,
      temperature: 0,
      purpose: 'cover',
    });
    // An opinion that is not there leaves the items open, and the report says so.
    const nothing = { type: 'covered', covered: [], by: {} } as const;
    if ('type' in reply) return reply.type === 'halted' && isOver(reply.ending.fault) ? reply : nothing;
    const read = this.#means.readReply(reply.text, Cover);
    if (!read.ok) return nothing;
    const covered = read.value.covered.filter((n) => items.includes(n));
    return { type: 'covered', covered, by: read.value.by ?? {} };
  }

  async #write(): Promise<AgentEvent> {
    const reply = await this.#ask({
      messages: writeMessages(knownOf(this.#state)),
      schema: null,
      tokensMax: writeTokensMax,
      temperature: 0,
      purpose: 'write',
    });
    if ('type' in reply) return reply;
    return { type: 'wrote', markdown: reply.text.trim() === '' ? null : reply.text };
  }

  /** One call of the model, counted and traced; what it is told has no secret in it. */
  async #ask(request: ModelRequest): Promise<ModelReply | Extract<AgentEvent, { type: 'halted' }>> {
    const { model, redact, emit, signal } = this.#means;
    const messages = request.messages.map((one) => ({ ...one, content: redact(one.content) }));
    const answer = await model.complete(
      { ...request, messages },
      { signal, onNote: (text) => emit({ type: 'note', text }) },
    );
    this.#traced(request, messages, answer.ok ? answer.value : answer.fault);
    if (!answer.ok) return { type: 'halted', ending: endingOf(answer.fault, signal) };
    this.#count(request.purpose, answer.value);
    return answer.value;
  }

  /** Each prompt is written once: how much of the one before it begins with, and the rest. */
  #traced(request: ModelRequest, messages: readonly Message[], answer: ModelReply | Fault): void {
    const before = this.#told;
    const at = messages.findIndex((one, index) => one.content !== before[index]?.content);
    const shared = at === -1 ? Math.min(messages.length, before.length) : at;
    this.#told = messages;
    const { purpose, temperature, tokensMax } = request;
    const told = { turn: this.#state.turn, purpose, temperature, tokens_max: tokensMax, shared };
    const offered = request.schema === null ? null : request.schema.name;
    const reply =
      'text' in answer
        ? { reply: answer.text, finish: answer.finish, use: answer.use, ms: answer.durationMs }
        : { fault: answer };
    this.#means.keeper.trace({ ...told, schema: offered, messages: messages.slice(shared), ...reply });
  }

  #count(purpose: string, { use, durationMs }: ModelReply): void {
    const { calls, read, reused, written, model_ms } = this.#tokens;
    this.#slowestMs = Math.max(this.#slowestMs, durationMs);
    this.#spent ??= this.#means.spendTokens(use.promptTokens + use.completionTokens);
    this.#tokens = {
      calls: calls + 1,
      read: read + use.promptTokens,
      reused: reused + (use.cachedTokens ?? 0),
      written: written + use.completionTokens,
      model_ms: model_ms + Math.max(0, Math.round(durationMs)),
    };
    this.#means.emit({ type: 'model.called', purpose, tokens: this.#tokens });
  }

  /** What the work gives, or the end that a fault makes of the run. */
  async #attempt<T extends object>(
    work: () => Promise<T>,
  ): Promise<T | Extract<AgentEvent, { type: 'halted' }>> {
    const done = await attempt(work);
    return done.ok ? done.value : { type: 'halted', ending: endingOf(done.fault, this.#means.signal) };
  }
}

const Cover = z.object({
  covered: z.array(z.int()),
  by: z.record(z.string(), z.array(z.int())).optional(),
});

/** Faults that end the run whatever is being done: nobody wants it any more. */
function isOver(problem: Fault | null): boolean {
  return problem?.code === 'cancelled';
}

function endingOf(problem: Fault, signal: AbortSignal): Ending {
  if (signal.aborted || problem.code === 'cancelled') {
    const stopped = fault('cancelled', 'The run was stopped.', 'What was found before is in the report.');
    return { status: 'cancelled', fault: stopped };
  }
  if (problem.code === 'outcome-unknown') return { status: 'outcome_unknown', fault: problem };
  return { status: problem.code === 'denied' ? 'refused' : 'failed', fault: problem };
}

function outOfTime(): Fault {
  return fault(
    'denied',
    "The run's time is used up, so the answer was made of what had been found.",
    'Run it again with more: runs.minutes_max in config.yaml, or --minutes.',
    { policies: ['run.budget'], budget: 'minutes' },
  );
}
