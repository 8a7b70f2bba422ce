import type { RunEvent } from '../../../shared/run.ts';
import { cut, onOneLine } from './report-text.ts';

// `research_log.txt`: every action and its reason in the order in which it happened, one line each, so that the end of the
// file is always what happened last.

const lineCharactersMax = 500;

/** The log of a run. */
export function renderLog(events: readonly RunEvent[]): string {
  return events
    .flatMap(linesOf)
    .map((line) => `${line}\n`)
    .join('');
}

function linesOf(event: RunEvent): readonly string[] {
  const said = wordsOf(event);
  const isWithin = said?.startsWith('  ') === true;
  return said === null
    ? []
    : [cut(`${event.at} ${isWithin ? '  ' : ''}${onOneLine(said)}`, lineCharactersMax)];
}

function wordsOf(event: RunEvent): string | null {
  switch (event.type) {
    case 'run.started':
      return `START ${event.run.objective?.text ?? event.run.template.title}`;
    case 'turn.changed':
      return turnWords(event.turn);
    case 'proposal.refused':
      return `  SENT BACK (turn ${event.turn}, ${event.rule}): ${event.reason}`;
    case 'finding.recorded':
      return `  RECORDED [${event.finding.n}] ${event.finding.text} — ${event.finding.url}`;
    case 'checklist.changed':
      return `  CHECKLIST ${event.checklist.map(({ n, text, state }) => `${n} [${state}] ${text}`).join(' · ')}`;
    case 'page.read':
      return `  PAGE ${event.title} ${event.url}`;
    case 'model.called':
      return `  MODEL ${event.purpose}: ${event.tokens.calls} calls, read ${event.tokens.read} (reused ${event.tokens.reused}), written ${event.tokens.written}`;
    case 'call.settled':
      return callWords(event.receipt);
    case 'question.asked':
      return `  ASKED ${event.question.text}`;
    case 'question.answered':
      return `  ANSWER ${event.text ?? 'none in time'}`;
    case 'approval.requested':
      return `  APPROVAL ASKED ${event.approval.title}`;
    case 'approval.answered':
      return `  APPROVAL ${event.answer} by ${event.by}`;
    case 'answer.written':
      return `  ANSWER WRITTEN, ${event.markdown.length} characters`;
    case 'file.saved':
      return `  FILE ${event.file.name} (${event.file.state})`;
    case 'run.paused':
      return `PAUSED by ${event.by}: ${event.reason}`;
    case 'run.resumed':
      return `RESUMED by ${event.by}`;
    case 'note':
      return `  NOTE ${event.text}`;
    case 'run.finished':
      return `END ${event.run.status}${event.run.fault === null ? '' : `: ${event.run.fault.message} ${event.run.fault.hint}`}`;
    case 'step.started':
    case 'step.finished':
    case 'selector.repaired':
    case 'selector.recorded':
    case 'values.extracted':
      return null;
  }
}

function turnWords(turn: Extract<RunEvent, { type: 'turn.changed' }>['turn']): string {
  const why = turn.why === '' ? '' : ` — because: ${turn.why}`;
  if (turn.state === 'running') return `TURN ${turn.n} ${turn.action}: ${turn.words}${why}`;
  return `TURN ${turn.n} ${turn.action} ${turn.state}: ${turn.words}${why}${turn.outcome === '' ? '' : ` → ${turn.outcome}`}`;
}

function callWords(receipt: Extract<RunEvent, { type: 'call.settled' }>['receipt']): string {
  const { tool, target, resource, verdict, transport, domain, evidence, fault } = receipt;
  const what = target === '' ? tool : `${tool} ${target}`;
  const came = fault === null ? `${transport}, ${domain}, ${evidence}` : `${fault.code}: ${fault.message}`;
  return `  CALL ${what} on ${resource} (${verdict.decision}): ${came}`;
}
