import { fault } from '../../shared/faults.ts';
import { asksToChange } from './asks-to-act.ts';
import type { AgentEvent, Intent, Step } from './events.ts';
import { emit } from './events.ts';
import type { Evidence, Known } from './ports.ts';
import type { AgentState, Ending } from './state.ts';

/** From the decision to end to the end: what code cannot tell is asked once, the answer is written and checked. */
export function concluded(state: AgentState, ending: Ending, evidence: Evidence): Step {
  const ended = { ...state, ending: endingOf(state, ending) };
  if (state.findings.length === 0) return over(ended);
  const { undecided } = evidence.coverage(state.items, state.findings, state.assignment.objective);
  const open = undecided.filter((n) => state.items.some((item) => item.n === n && item.state === 'open'));
  if (open.length > 0 && ending.status === 'succeeded') {
    return [{ ...ended, phase: 'covering' }, [{ type: 'cover', items: open }]];
  }
  return [{ ...ended, phase: 'writing' }, [{ type: 'write' }]];
}

/** Finished, and nothing to show: then it did not come about. What a page offers is not what was ordered of it. */
function endingOf({ findings, actsDone, assignment }: AgentState, ending: Ending): Ending {
  if (ending.status !== 'succeeded') return ending;
  if (assignment.acts && actsDone === 0 && asksToChange(assignment.objective)) {
    const undone = fault(
      'not-found',
      'The objective asks for something to be done, and no act was made on any page.',
      'See the report for what was found. Name the site and what to press, or use a larger model.',
    );
    return { status: 'failed', fault: undone };
  }
  if (findings.length > 0) return ending;
  if (actsDone > 0) {
    const unproven = fault(
      'not-found',
      `${actsDone} ${actsDone === 1 ? 'act was' : 'acts were'} done, but no page was recorded that says that it came about.`,
      'See the report for what was done, and look at the site.',
    );
    return { status: 'failed', fault: unproven };
  }
  const nothing = fault(
    'not-found',
    'Nothing that answers the objective was found on the pages that were read.',
    'Put it in other words, name a site to look at, or use a larger model.',
  );
  return { status: 'failed', fault: nothing };
}

/** The model's opinion on what code could not decide; it shapes the text and proves nothing. */
export function covered(state: AgentState, told: Extract<AgentEvent, { type: 'covered' }>): Step {
  const items = state.items.map((item) =>
    item.state === 'open' && told.covered.includes(item.n) ? { ...item, state: 'found' as const } : item,
  );
  const findings = state.findings.map((finding) => {
    const more = Object.entries(told.by).flatMap(([n, by]) => (by.includes(finding.n) ? [Number(n)] : []));
    return { ...finding, items: [...new Set([...finding.items, ...more])] };
  });
  const changed: Intent = emit({ type: 'checklist.changed', checklist: items });
  const retold = findings
    .filter(({ items: own }, at) => own.length !== state.findings[at]?.items.length)
    .map((finding) => emit({ type: 'finding.recorded', finding }));
  return [{ ...state, items, findings, phase: 'writing' }, [...retold, changed, { type: 'write' }]];
}

/** The text is checked claim by claim; one that is of no use is replaced by what the findings say themselves. */
export function wrote(state: AgentState, markdown: string | null, evidence: Evidence): Step {
  const known = knownOf(state);
  const checked = markdown === null ? null : evidence.checkedAnswer(markdown, known);
  const answer = checked ?? evidence.plainAnswer({ ...known, findings: ownFindings(state) });
  const [ended, end] = over(state);
  return [ended, [emit({ type: 'answer.written', markdown: answer }), ...end]];
}

/** Without what an earlier run found and this one had no use for. */
function ownFindings({ findings, earlier }: AgentState): Known['findings'] {
  const own = findings.filter(({ n, items }) => n > earlier || items.length > 0);
  return own.length === 0 ? findings : own;
}

/** No more time or no more model: the answer is made of the findings by code. */
export function halted(state: AgentState, ending: Ending, evidence: Evidence): Step {
  const ended = {
    ...state,
    ending: state.phase === 'writing' && state.ending !== null && isMild(ending) ? state.ending : ending,
  };
  return state.findings.length === 0 ? over(ended) : wrote(ended, null, evidence);
}

/** A model that fails at the last step takes nothing away from what the run came to. */
function isMild({ fault: problem }: Ending): boolean {
  return problem?.code === 'model-unavailable' || problem?.code === 'too-large';
}

function over(state: AgentState): Step {
  const { ending } = state;
  if (ending === null) throw new Error('a run ended without a reason');
  return [{ ...state, phase: 'ended' }, [{ type: 'end', ending }]];
}

export function knownOf({ assignment, items, findings }: AgentState): Known {
  return { objective: assignment.objective, items, findings };
}
