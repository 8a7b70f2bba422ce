import { fault } from '../../shared/faults.ts';
import { label } from '../../shared/prompt-text.ts';
import type { RunEventBody } from '../../shared/run.ts';
import type { Action } from './action.ts';
import { actionWords } from './action-words.ts';
import { heard, openConversation, tell } from './conversation.ts';
import { type AgentEvent, emit, type Intent, type Step } from './events.ts';
import { concluded, covered, halted, wrote } from './finish-run.ts';
import { handedBack } from './handed-back.ts';
import { judgeProposal } from './judge-proposal.ts';
import type { Evidence } from './ports.ts';
import { sentBackLine } from './prompts/turn-message.ts';
import { recordFindings } from './record-findings.ts';
import type { FindingRule, Rule } from './rules/define-rule.ts';
import { showPage, showPart } from './show.ts';
import { type AgentState, counted, unreadParts } from './state.ts';
import { stepLeft, withStepTaken } from './step-left.ts';
import { takeIn } from './take-in.ts';
import { taskOf } from './task-of.ts';

export type Rules = {
  readonly actions: readonly Rule[];
  readonly findings: readonly FindingRule[];
  readonly evidence: Evidence;
};

/** Proposals of one turn beyond the first. */
const retriesMax = 2;
/** Turns in a row in which nothing was done; then the model goes in circles, and the run ends with what there is. */
const idleTurnsMax = 3;

/** Decides, never does. The driver performs the intents; what happened is the next event. */
export function step(state: AgentState, event: AgentEvent, rules: Rules): Step {
  switch (event.type) {
    case 'began':
      return began(state, event);
    case 'unreadable':
      return unreadable(state, event, rules);
    case 'proposed':
      return proposed(state, event, rules);
    case 'performed':
      return nextTurn(
        takeIn(state, event.outcome),
        event.outcome.ok ? 'done' : 'failed',
        event.outcome.line,
        rules,
      );
    case 'handed-back':
      return handedBack(state, event.look);
    case 'covered':
      return covered(state, event);
    case 'wrote':
      return wrote(state, event.markdown, rules.evidence);
    case 'late':
      return concluded(state, { status: 'refused', fault: event.fault }, rules.evidence);
    case 'halted':
      return halted(state, event.ending, rules.evidence);
  }
}

function began(state: AgentState, { look, words }: Extract<AgentEvent, { type: 'began' }>): Step {
  const shown = look === null ? { state, observation: words } : showPage(state, look);
  const open = openConversation(shown.state, shown.observation);
  const read: Intent[] = look === null ? [] : [emit({ type: 'page.read', url: look.url, title: look.title })];
  // Those of the run that this one follows up are its own too: the report cites them.
  const earlier = state.findings.map((finding) => emit({ type: 'finding.recorded', finding }));
  return [open, [...earlier, ...read, ...thinking(open)]];
}

/** The turn as it begins: nothing is proposed yet. */
function thinking(state: AgentState): readonly Intent[] {
  const url = state.page?.url ?? null;
  const turn = {
    n: state.turn,
    action: 'THINK',
    words: 'Think',
    why: '',
    url,
    state: 'running',
    outcome: '',
  } as const;
  return [emit({ type: 'turn.changed', turn }), { type: 'think' }];
}

function unreadable(
  state: AgentState,
  { reply, hint }: Extract<AgentEvent, { type: 'unreadable' }>,
  rules: Rules,
): Step {
  const refusal: RunEventBody = {
    type: 'proposal.refused',
    turn: state.turn,
    rule: 'readable',
    reason: hint,
  };
  const aside = [
    { role: 'assistant', content: label(reply, 300) || '(nothing)' },
    { role: 'user', content: `${sentBackLine(hint)}` },
  ] as const;
  if (state.retries < retriesMax) {
    return [{ ...state, retries: state.retries + 1, aside }, [emit(refusal), { type: 'think' }]];
  }
  const [next, intents] = idleTurn(
    { ...state, aside },
    'THINK',
    'The model gave no answer that can be read.',
    rules,
  );
  return [next, [emit(refusal), ...intents]];
}

function proposed(
  state: AgentState,
  { proposal, reply }: Extract<AgentEvent, { type: 'proposed' }>,
  rules: Rules,
): Step {
  const opened = withChecklist(state, proposal, rules.evidence);
  const recorded = recordFindings(opened, proposal, rules.evidence, rules.findings);
  const events = [
    ...(opened === state ? [] : [emit({ type: 'checklist.changed', checklist: [...opened.items] })]),
    ...recorded.events.map(emit),
  ];
  const spoken = heard({ ...recorded.state, proposal }, reply);
  const judged = recorded.sendBack
    ? {
        kind: 'refused' as const,
        state: spoken,
        rule: null,
        reason: 'Say each finding in the words of the page, or leave it out, and propose again.',
      }
    : judgeProposal(spoken, proposal, rules);
  if (judged.kind === 'refused') {
    const [next, intents] = sentBack(judged.state, proposal, judged.rule, judged.reason, rules);
    return [next, [...events, ...intents]];
  }
  const endsEmpty = judged.proposal.action === 'FINISH' && judged.state.findings.length === 0;
  const [next, intents] =
    (endsEmpty ? withoutModel(judged.state, rules) : null) ??
    carriedOut(judged.state, judged.proposal, rules);
  return [next, [...events, ...intents]];
}

/** The checklist is made once, from the first answer and the objective; a first answer without one makes no difference. */
function withChecklist(state: AgentState, { checklist }: Action, evidence: Evidence): AgentState {
  if (state.items.length > 0 || state.told.includes('checklist')) return state;
  const items = evidence.makeChecklist(checklist, state.assignment.objective);
  return { ...state, items, told: [...state.told, 'checklist'] };
}

function sentBack(
  state: AgentState,
  { action }: Action,
  rule: string | null,
  reason: string,
  rules: Rules,
): Step {
  const refusal =
    rule === null ? [] : [emit({ type: 'proposal.refused', turn: state.turn, rule, reason } as const)];
  if (state.retries >= retriesMax) {
    const [next, intents] = idleTurn(state, action, reason, rules);
    return [next, [...refusal, ...intents]];
  }
  const told = tell({ ...state, retries: state.retries + 1 }, [sentBackLine(reason)], '');
  return [told, [...refusal, { type: 'think' }]];
}

/** The step that is left when the run would end without having found anything, if the rules allow it. */
function withoutModel(state: AgentState, rules: Rules): Step | null {
  const left = stepLeft(state);
  if (left === null) return null;
  const judged = judgeProposal(state, left, rules);
  if (judged.kind === 'refused') return null;
  const taken = withStepTaken(judged.state);
  // Chat models want the two to take turns.
  const isAnswered = taken.messages.at(-1)?.role === 'assistant';
  const spoken = isAnswered ? taken : heard({ ...taken, proposal: judged.proposal }, '');
  return carriedOut(spoken, judged.proposal, rules);
}

/** A turn in which nothing came about. */
function idleTurn(state: AgentState, action: string, reason: string, rules: Rules): Step {
  const idle = { ...state, idleTurns: state.idleTurns + 1 };
  const url = state.page?.url ?? null;
  const turn = {
    n: state.turn,
    action,
    words: 'No step that could be done',
    why: '',
    url,
    state: 'refused',
    outcome: label(reason, 300),
  } as const;
  const over = emit({ type: 'turn.changed', turn });
  if (idle.idleTurns >= idleTurnsMax) {
    const taken = withoutModel({ ...idle, turn: idle.turn + 1 }, rules);
    if (taken !== null) return [taken[0], [over, ...taken[1]]];
    const circles = fault(
      'not-found',
      `The model proposed nothing that could be done, ${idleTurnsMax} turns in a row.`,
      'Put the objective in other words, or use a larger model.',
    );
    const [next, intents] = concluded(idle, { status: 'failed', fault: circles }, rules.evidence);
    return [next, [over, ...intents]];
  }
  const next = begunTurn(
    state.messages.at(-1)?.role === 'user' ? idle : tell(idle, [sentBackLine(reason)], ''),
  );
  const [last, intents] = orEnd(next, rules);
  return [last, [over, ...intents]];
}

function carriedOut(state: AgentState, proposal: Action, rules: Rules): Step {
  const url = state.page?.url ?? null;
  const turn = {
    n: state.turn,
    action: proposal.action,
    words: actionWords(state, proposal),
    why: proposal.why,
    url,
    state: 'running',
    outcome: '',
  } as const;
  const begins = emit({ type: 'turn.changed', turn });
  const active = { ...state, proposal };
  if (proposal.action === 'FINISH') {
    const items = state.items.map((item) =>
      proposal.missing.includes(item.n) && item.state === 'open'
        ? { ...item, state: 'missing' as const }
        : item,
    );
    const over = emit({
      type: 'turn.changed',
      turn: { ...turn, state: 'done', outcome: 'Finished looking.' },
    });
    const [next, intents] = concluded(
      { ...active, items },
      { status: 'succeeded', fault: null },
      rules.evidence,
    );
    return [
      next,
      [
        over,
        ...(items === state.items ? [] : [emit({ type: 'checklist.changed', checklist: [...items] })]),
        ...intents,
      ],
    ];
  }
  const task = taskOf(active, proposal);
  if (task !== null) return [{ ...active, phase: 'performing' }, [begins, { type: 'perform', task }]];
  const [read, line] = withoutCall(active, proposal);
  const [next, intents] = nextTurn(read, 'done', line, rules);
  return [next, [begins, ...intents]];
}

/** Reading on and recording need nobody: the page was read whole when it was opened. */
function withoutCall(state: AgentState, { action, part }: Action): readonly [AgentState, string] {
  if (action === 'DISCOVER' || state.page === null) return [tell(state, ['DONE: recorded.'], ''), 'Noted.'];
  const wanted = part ?? unreadParts(state.page)[0] ?? 1;
  const shown = showPart(state, wanted);
  const tried = counted(shown.state);
  return [
    tell(tried, [`DONE: part ${wanted}.`], shown.observation),
    `Part ${wanted} of ${state.page.parts.length}.`,
  ];
}

function nextTurn(state: AgentState, became: 'done' | 'failed', outcome: string, rules: Rules): Step {
  const { proposal, page, turn } = state;
  if (proposal === null) throw new Error('a turn ended without a proposal');
  const words = actionWords(state, proposal);
  const view = {
    n: turn,
    action: proposal.action,
    words,
    why: proposal.why,
    url: page?.url ?? null,
    state: became,
    outcome: label(outcome, 300),
  } as const;
  const journal = [...state.journal, `${turn} ${words}: ${label(outcome, 120)}`].slice(-60);
  const [next, intents] = orEnd(begunTurn({ ...state, idleTurns: 0, journal }), rules);
  return [next, [emit({ type: 'turn.changed', turn: view }), ...intents]];
}

function begunTurn(state: AgentState): AgentState {
  return { ...state, phase: 'thinking', turn: state.turn + 1, retries: 0, proposal: null };
}

/** The next turn, or the end when all of them are used up. */
function orEnd(state: AgentState, rules: Rules): Step {
  const { turnsMax } = state.assignment;
  if (state.turn <= turnsMax) return [state, thinking(state)];
  const used = fault(
    'timeout',
    `The run used up its ${turnsMax} turns.`,
    'What was found is in the report. Ask for less at once, or follow it up.',
  );
  return concluded({ ...state, turn: turnsMax }, { status: 'failed', fault: used }, rules.evidence);
}
