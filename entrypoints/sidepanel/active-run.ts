import type { RunView } from '../../shared/run.ts';
import type { PanelState } from './panel-state.ts';
import { isOver } from './run-story.ts';

/** The run that Stop means: the one on screen, else the newest that goes on; null when nothing does. */
export function activeRun(state: PanelState): RunView | null {
  const told = Object.values(state.stories).map((story) => story.run);
  const untold = (state.runs ?? []).filter((run) => state.stories[run.run_id] === undefined);
  const going = [...told, ...untold]
    .filter((run) => !isOver(run))
    .sort((a, b) => b.started_at.localeCompare(a.started_at));
  const { view } = state;
  return going.find((run) => view.name === 'run' && run.run_id === view.runId) ?? going[0] ?? null;
}
