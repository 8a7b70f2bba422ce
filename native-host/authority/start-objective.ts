import { randomBytes } from 'node:crypto';
import type { Caller, PageInfo } from '../../shared/actions.ts';
import { raise } from '../../shared/faults.ts';
import { type Finding, newObjective } from '../../shared/objective.ts';
import type { controlRequests } from '../../shared/protocol/control-messages.ts';
import type { Params } from '../../shared/protocol/messages.ts';
import type { RunView } from '../../shared/run.ts';
import { asksToAct } from '../agent/asks-to-act.ts';
import { runObjective, type Start } from '../agent/driver.ts';
import type { Means } from '../agent/ports.ts';
import { beforeWords } from '../agent/prompts/before-words.ts';
import { hostsNamed } from '../agent/sources-of.ts';
import type { Model } from '../model/provider.ts';
import { readReply } from '../model/read-reply.ts';
import { createAgentCalls } from './agent-calls.ts';
import { consentToModel, objectiveSends } from './consent-to-model.ts';
import { objectiveKeeper } from './objective-keeper.ts';
import type { Parts } from './parts.ts';
import { withinTime } from './start-run.ts';
import { given } from './surfaces.ts';

type Asked = Params<typeof controlRequests, 'objective.start'>;

const turnsMax = 100;
/** Tokens of a prompt, also where the model could take more: small ones lose the thread before. */
const promptTokensMost = 12_000;
/** Tokens kept free for the answer and for what a server adds. */
const answerTokens = 1_000;
const titleMax = 80;

/** Checks everything that can be checked before, then begins to work; what is wrong is a fault and no run. */
export async function startObjective(parts: Parts, asked: Asked): Promise<{ run_id: string }> {
  const { runs, engines, budgets, gate } = parts;
  const { options } = asked;
  if (runs.full) raise('too-large', 'Too many runs go on at once.', 'Wait for one to end, or stop one.');
  const session = given(parts.sessions.pick(options.profile));
  const page = asked.page === null ? null : (session.page(asked.page) ?? noPage(asked.page));
  const follows = asked.follows === null ? null : followed(parts, asked.follows);
  const search = given(engines.search(options.search));
  const model = given(await engines.openModel(options.model));
  const runId = runs.newId();
  const caller: Caller = { kind: 'agent', id: runId, unattended: options.unattended };
  const view = startingView(parts, asked, { runId, profile: session.profile, model });
  budgets.open(runId, options.budget);
  if (page !== null) gate.setCurrentPage(runId, page.page);
  const start = startOf(parts, asked, { page, follows, model });
  runs.start({
    view,
    plan: [],
    execute: async (emit, stop) => {
      try {
        const consent = await consentToModel(parts, {
          model,
          runId,
          unattended: options.unattended,
          sends: objectiveSends(asked),
          signal: stop,
        });
        if (consent !== null) return { ...consent, output: null };
        return await withinTime(parts, runId, stop, async (signal) => {
          const keeper = objectiveKeeper(parts, runId);
          const means: Means = {
            model,
            readReply,
            calls: createAgentCalls({
              gate,
              originHere: () => originHere(parts, session.profile, runId),
              profile: session.profile,
              caller,
              readOnly: options.read_only,
            }),
            search,
            evidence: engines.evidence,
            keeper,
            ask: (text, aborted) =>
              parts.questions.ask({ text, unattended: options.unattended, emit, signal: aborted }),
            unpaused: (aborted) => parts.pauses.passed(runId, aborted),
            leftMs: () => budgets.leftMs(runId),
            spendTokens: (tokens) => budgets.spendTokens(runId, tokens),
            redact: (text) => parts.vault.redactor().redactText(text),
            emit: (event) => {
              emit(event);
              keeper.log(event);
            },
            signal,
          };
          const ending = await runObjective(start, means);
          return { ...ending, output: null };
        });
      } finally {
        await model.close();
      }
    },
  });
  return { run_id: runId };
}

function originHere({ gate, sessions }: Parts, profile: string, runId: string): string | null {
  const page = gate.currentPage(runId);
  const session = sessions.pick(profile);
  return page === null || !session.ok ? null : (session.value.page(page)?.origin ?? null);
}

function noPage(id: string): never {
  return raise('no-page', `The page ${id} is not open.`, 'Start without a page, or open it again.');
}

/** The run that is followed up; one that still goes on is not. */
function followed({ runs }: Parts, id: string): RunView {
  const run = runs.get(id);
  const hint = 'Start it as an objective of its own.';
  if (run?.objective === undefined) return raise('not-found', `There is no objective run ${id}.`, hint);
  if (run.ended_at === null)
    return raise('bad-arguments', `The run ${id} still goes on.`, 'Wait until it has ended.');
  return run;
}

function startingView(
  { version, clock }: Parts,
  { objective, follows, options }: Asked,
  { runId, profile, model }: { readonly runId: string; readonly profile: string; readonly model: Model },
): RunView {
  const line = objective.replace(/\s+/g, ' ').trim();
  const title = line.length > titleMax ? `${line.slice(0, titleMax - 1).trimEnd()}…` : line;
  return {
    run_id: runId,
    template: { id: 'objective', version, title },
    profile,
    status: 'running',
    parameters: {},
    steps: [],
    output: null,
    files: [],
    fault: null,
    started_at: new Date(clock()).toISOString(),
    ended_at: null,
    report: null,
    objective: newObjective({
      text: objective,
      follows,
      model: { provider: model.provider, name: model.name, remote: model.remote },
      read_only: options.read_only,
      turns_max: turnsMax,
    }),
  };
}

type Known = { readonly page: PageInfo | null; readonly follows: RunView | null; readonly model: Model };

function startOf({ clock, vault }: Parts, asked: Asked, { page, follows, model }: Known): Start {
  const seal = randomBytes(3).toString('hex');
  const { objective, options } = asked;
  const selected = asked.selection?.trim() ?? '';
  const place = { url: page?.url ?? '', title: page?.title ?? '' };
  const selection = selected === '' ? null : { ...place, text: selected };
  const earlier: readonly Finding[] = follows?.objective?.findings ?? [];
  const told = follows?.objective;
  const before = beforeWords(
    { follows: told === undefined ? null : { ...told, objective: told.text }, selection },
    seal,
  );
  return {
    assignment: {
      objective: vault.redactor().redactText(objective),
      today: new Date(clock()).toISOString().slice(0, 10),
      readOnly: options.read_only,
      acts: !options.read_only && asksToAct(objective),
      turnsMax,
      promptTokensMax: Math.min(model.contextTokens - answerTokens, promptTokensMost),
      seal,
      before,
      trusted: [...hostsNamed(objective), ...(page === null ? [] : [new URL(page.url).host])],
    },
    atPage: page !== null,
    // What they answered is asked anew: their items are those of another checklist.
    earlier: earlier.map((finding) => ({ ...finding, items: [] })),
    shown: selection === null ? [] : [{ ...selection, part: 1 }],
  };
}
