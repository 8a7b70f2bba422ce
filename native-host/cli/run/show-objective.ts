import { foldObjective, type ObjectiveView } from '../../../shared/objective.ts';
import type { RunEvent } from '../../../shared/run.ts';
import { visibleText } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { goingOn, standLine, turnLines } from './objective-words.ts';

/** How often the seconds of what is going on are drawn anew. */
const tickMs = 1_000;

export type ObjectiveProgress = Readonly<{ tell(event: RunEvent): void; end(): void }>;

/**
 * Tells an objective run as it goes: a turn that has ended stays as lines, what is going on is drawn over. Nothing is drawn
 * while the person is asked something.
 */
export function createObjectiveProgress(terminal: Terminal, now: () => number = Date.now): ObjectiveProgress {
  const { paint } = terminal;
  let view: ObjectiveView | null = null;
  let since = now();
  let asking = false;
  const told = new Set<number>();
  const redraw = (): void => {
    const turn = view?.turns.at(-1);
    if (view === null || asking || turn === undefined) return;
    const seconds = Math.max(0, Math.round((now() - since) / 1000));
    terminal.live([`  … ${goingOn(turn)} (${seconds} s)`, paint('dim', `    ${standLine(view)}`)]);
  };
  const ticker = setInterval(redraw, tickMs);
  ticker.unref();
  const tell = (event: RunEvent): void => {
    const before = view;
    view = folded(view, event);
    if (event.type === 'approval.requested' || event.type === 'question.asked') asking = true;
    if (event.type === 'approval.answered' || event.type === 'question.answered') asking = false;
    if (event.type === 'turn.changed') {
      since = now();
      const { turn } = event;
      if (turn.state !== 'running' && !told.has(turn.n)) {
        told.add(turn.n);
        for (const line of turnLines(turn, paint)) terminal.say(line);
      }
    }
    for (const line of linesOf(event, before, paint)) terminal.say(line);
    if (event.type === 'run.finished') clearInterval(ticker);
    else redraw();
  };
  return {
    tell,
    end: () => {
      clearInterval(ticker);
      terminal.live([]);
    },
  };
}

function folded(view: ObjectiveView | null, event: RunEvent): ObjectiveView | null {
  switch (event.type) {
    case 'run.started':
    case 'run.finished':
      return event.run.objective ?? null;
    case 'turn.changed':
    case 'proposal.refused':
    case 'checklist.changed':
    case 'finding.recorded':
    case 'page.read':
    case 'model.called':
    case 'question.asked':
    case 'question.answered':
    case 'answer.written':
      return view === null ? null : foldObjective(view, event);
    default:
      return view;
  }
}

/** What is told of an event besides the turns. */
function linesOf(event: RunEvent, before: ObjectiveView | null, paint: Terminal['paint']): readonly string[] {
  switch (event.type) {
    case 'run.started': {
      const { objective } = event.run;
      if (objective === undefined) return [];
      const { name, provider, remote } = objective.model;
      const where = remote ? paint('yellow', 'not on this computer') : 'on this computer';
      return [
        paint('bold', visibleText(objective.text)),
        `     with ${visibleText(name)} (${visibleText(provider)}, ${where})${objective.read_only ? ', only reading' : ''} ${paint('dim', event.run_id)}`,
      ];
    }
    case 'checklist.changed':
      return (before?.checklist.length ?? 0) > 0
        ? []
        : event.checklist.map(({ n, text }) => `     ${paint('dim', `item ${n}`)} ${visibleText(text)}`);
    case 'finding.recorded':
      return [`     ${paint('green', `[${event.finding.n}]`)} ${visibleText(event.finding.text)}`];
    case 'proposal.refused':
      return [paint('dim', `     sent back: ${visibleText(event.reason)}`)];
    case 'file.saved':
      return [`     ${paint('green', 'file')} ${visibleText(event.file.path)}`];
    case 'approval.answered':
      return [`     ${paint('yellow', event.answer)} by ${visibleText(event.by)}`];
    case 'run.paused':
      return [`     ${paint('yellow', 'paused')} by ${visibleText(event.by)}: ${visibleText(event.reason)}`];
    case 'run.resumed':
      return [`     ${paint('yellow', 'resumed')} by ${visibleText(event.by)}`];
    case 'note':
      return [`     ${paint('dim', 'note')} ${visibleText(event.text)}`];
    default:
      return [];
  }
}
