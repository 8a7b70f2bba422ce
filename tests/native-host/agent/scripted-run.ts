import { runObjective, type Start } from '../../../native-host/agent/driver.ts';
import type { Means, ModelReply, ModelRequest } from '../../../native-host/agent/ports.ts';
import type { Assignment, Ending } from '../../../native-host/agent/state.ts';
import { readReply } from '../../../native-host/model/read-reply.ts';
import { type Fault, failed, ok } from '../../../shared/faults.ts';
import { foldObjective, newObjective, type ObjectiveView } from '../../../shared/objective.ts';
import type { RunEventBody } from '../../../shared/run.ts';
import { fakeEvidence } from './fake-evidence.ts';
import { PaperCalls, type PaperWeb, search } from './fake-web.ts';

/** What the model answers to a prompt: an object, raw text, or a fault. It sees the prompt and nothing else. */
export type Script = (prompt: string, request: ModelRequest, call: number) => unknown | Promise<unknown>;

export const seal = '5f3a9c';

export function assignmentOf(objective: string, more: Partial<Assignment> = {}): Assignment {
  return {
    objective,
    today: '2026-11-30',
    readOnly: false,
    acts: false,
    turnsMax: 100,
    promptTokensMax: 7_000,
    seal,
    before: '',
    trusted: [],
    ...more,
  };
}

export type Told = {
  readonly ending: Ending;
  readonly events: readonly RunEventBody[];
  readonly view: ObjectiveView;
  readonly requests: readonly ModelRequest[];
  readonly calls: PaperCalls;
  readonly traces: readonly Readonly<Record<string, unknown>>[];
};

const emptyView = newObjective({
  text: '',
  follows: null,
  model: { provider: 'scripted', name: 'paper', remote: false },
  read_only: false,
  turns_max: 100,
});

function isFault(answer: unknown): answer is Fault {
  return typeof answer === 'object' && answer !== null && 'code' in answer && 'hint' in answer;
}

/** One whole run on paper. */
export async function runOnPaper(
  assignment: Assignment,
  web: PaperWeb | PaperCalls,
  script: Script,
  more: Partial<Means> & { readonly start?: Partial<Start> } = {},
): Promise<Told> {
  const calls = web instanceof PaperCalls ? web : new PaperCalls({ ...web });
  const requests: ModelRequest[] = [];
  const events: RunEventBody[] = [];
  const traces: Readonly<Record<string, unknown>>[] = [];
  const { start, ...means } = more;
  const ending = await runObjective(
    { assignment, atPage: false, earlier: [], shown: [], ...start },
    {
      model: {
        contextTokens: 8_192,
        complete: async (request) => {
          requests.push(request);
          const prompt = request.messages.map(({ content }) => content).join('\n');
          const answer = await script(prompt, request, requests.length);
          if (isFault(answer)) return failed(answer);
          const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
          const use = {
            promptTokens: Math.ceil(prompt.length / 4),
            cachedTokens: null,
            completionTokens: 20,
            estimated: true,
          };
          const reply: ModelReply = { text, finish: 'stop', use, durationMs: 1 };
          return ok(reply);
        },
      },
      readReply,
      calls,
      search,
      evidence: fakeEvidence,
      keeper: {
        table: (name) => ({
          name,
          path: `/runs/${name}`,
          bytes: 1,
          sha256: 'a'.repeat(64),
          state: 'downloaded',
        }),
        trace: (entry) => void traces.push(entry),
      },
      ask: async () => null,
      unpaused: async () => false,
      leftMs: () => 3_600_000,
      spendTokens: () => null,
      redact: (text) => text,
      emit: (event) => void events.push(event),
      signal: new AbortController().signal,
      ...means,
    },
  );
  const view = events.reduce<ObjectiveView>(
    (so, event) => ('step_id' in event || !isObjectiveEvent(event) ? so : foldObjective(so, event)),
    emptyView,
  );
  return { ending, events, view, requests, calls, traces };
}

type ObjectiveEvent = Parameters<typeof foldObjective>[1];
const names: ReadonlySet<string> = new Set([
  'turn.changed',
  'proposal.refused',
  'checklist.changed',
  'finding.recorded',
  'page.read',
  'model.called',
  'question.asked',
  'question.answered',
  'answer.written',
]);
function isObjectiveEvent(event: RunEventBody): event is Extract<RunEventBody, ObjectiveEvent> {
  return names.has(event.type);
}

/** Reasons for which proposals were sent back, in order. */
export function refusals({ events }: Told): readonly string[] {
  return events.flatMap((event) => (event.type === 'proposal.refused' ? [event.rule] : []));
}

/** Answers one after the other, whatever is asked; the last again and again. */
export function inTurn(...answers: readonly unknown[]): Script {
  return (_prompt, _request, call) => answers[Math.min(call, answers.length) - 1];
}
