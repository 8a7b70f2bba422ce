import type { PersonQuestion } from '../../shared/objective.ts';
import type { PanelState } from './panel-state.ts';
import { isOver } from './run-story.ts';

/** The question that waits longest; null when none does. */
export function pendingQuestion(
  state: PanelState,
): { readonly question: PersonQuestion; readonly title: string } | null {
  const told = Object.values(state.stories).map(({ run }) => run);
  const untold = [...(state.status?.active_runs ?? []), ...(state.runs ?? [])].filter(
    (run) => state.stories[run.run_id] === undefined,
  );
  const waiting = [...told, ...untold].flatMap((run) => {
    const question = run.objective?.question ?? run.question ?? null;
    return question === null || isOver(run) ? [] : [{ question, title: run.template.title }];
  });
  return waiting.sort((a, b) => a.question.asked_at.localeCompare(b.question.asked_at))[0] ?? null;
}
