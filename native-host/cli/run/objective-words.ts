import type { ObjectiveView, TokenUse, TurnView } from '../../../shared/objective.ts';
import type { RunView } from '../../../shared/run.ts';
import type { LedgerVerdict } from '../parts.ts';
import { visibleText } from '../table.ts';
import type { Colour, Terminal } from '../terminal.ts';
import { filesLines, headLines, ledgerLine } from './run-words.ts';

// An objective run in words, for a terminal.

type Paint = Terminal['paint'];

const turnColours: Readonly<Record<TurnView['state'], Colour>> = {
  running: 'bold',
  done: 'green',
  failed: 'red',
  refused: 'red',
};

/** The lines that stay of a turn that has ended. */
export function turnLines(turn: TurnView, paint: Paint): readonly string[] {
  const number = String(turn.n).padStart(3);
  const first = `${number}  ${paint(turnColours[turn.state], titleOf(turn))}`;
  const why = turn.why === '' ? [] : [paint('dim', `     ${visibleText(turn.why)}`)];
  const outcome = turn.outcome === '' ? [] : [`     ${visibleText(turn.outcome)}`];
  return [first, ...why, ...outcome];
}

/** What a turn does, also while the model has not said it in words yet. */
export function titleOf(turn: TurnView): string {
  if (turn.action === 'THINK') return decideWords;
  return turn.words === '' ? turn.action.toLowerCase().replaceAll('_', ' ') : visibleText(turn.words);
}

const decideWords = 'Deciding what to do next';

/** What is going on: the turn, or between two of them what the model is at. */
export function goingOn(last: TurnView): string {
  if (last.state === 'running') return titleOf(last);
  return last.action === 'FINISH' && last.state === 'done' ? 'Writing the result' : decideWords;
}

/** How far a run has come, in one line: `turn 3/100 · 2 of 3 found · 12,400 tokens read (9,100 reused), 310 written`. */
export function standLine({ turns, turns_max: max, checklist, findings, tokens }: ObjectiveView): string {
  const found = checklist.filter(({ state }) => state === 'found').length;
  const items =
    checklist.length === 0 ? `${findings.length} findings` : `${found} of ${checklist.length} found`;
  return [`turn ${turns.length}/${max}`, items, tokenWords(tokens)].join(' · ');
}

export function tokenWords({ calls, read, reused, written }: TokenUse): string {
  return `${calls} calls, ${count(read)} tokens read (${count(reused)} reused), ${count(written)} written`;
}

/** The whole result. `copied` is where the report was put besides its own place. */
export function objectiveLines(
  run: RunView,
  objective: ObjectiveView,
  ledger: LedgerVerdict,
  places: Readonly<{ home: string; copied: string | null }>,
  paint: Paint,
): readonly string[] {
  const missing = objective.checklist.filter(({ state }) => state !== 'found');
  return [
    ...headLines(run, objective.text, paint),
    '',
    ...(objective.answer === null
      ? ['No result was written before it ended.']
      : objective.answer.split('\n').map(visibleText)),
    ...sourceLines(objective, paint),
    ...(missing.length === 0
      ? []
      : ['', paint('bold', 'Not found'), ...missing.map(({ text }) => `  ${visibleText(text)}`)]),
    ...filesLines(run.files),
    '',
    standLine(objective),
    `Report   ${places.copied ?? run.report ?? 'none was written'}`,
    ledgerLine(ledger, places.home, paint),
  ];
}

// Several findings of one page are told one after the other, each with the address that leads to its words.
function sourceLines({ findings }: ObjectiveView, paint: Paint): readonly string[] {
  if (findings.length === 0) return [];
  const lines = findings.flatMap(({ n, text, link }) => [
    `  [${n}] ${visibleText(text)}`,
    paint('dim', `      ${visibleText(link)}`),
  ]);
  return ['', paint('bold', 'Found'), ...lines];
}

function count(tokens: number): string {
  return tokens.toLocaleString('en-GB');
}
