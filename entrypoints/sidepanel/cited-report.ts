import type { RunView } from '../../shared/run.ts';
import { withSources } from './citations.ts';
import { type Block, parseMarkdown } from './markdown.ts';
import type { PanelState } from './panel-state.ts';

/** A report as it is drawn: each citation leads to its source. */
export function citedBlocks(markdown: string, run: RunView | null): readonly Block[] {
  return withSources(parseMarkdown(markdown), run?.objective?.findings ?? []);
}

/** What the panel knows of a run, from wherever it has it. */
export function runOf({ stories, runs }: PanelState, runId: string): RunView | null {
  return stories[runId]?.run ?? runs?.find((run) => run.run_id === runId) ?? null;
}
