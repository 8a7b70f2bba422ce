import { useMemo } from 'preact/hooks';
import type { ViewProps } from '../app.tsx';
import { parseMarkdown } from '../markdown.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Icon } from '../parts/icon.tsx';
import { MarkdownView } from '../parts/markdown-view.tsx';
import { Shown } from '../parts/shown.tsx';
import { Waiting } from './home-view.tsx';

type Props = ViewProps & { readonly runId: string };

/** The report of a run, as it lies in its file. */
export function ReportView({ runId, state, actions }: Props) {
  const markdown = state.reports[runId];
  const blocks = useMemo(() => parseMarkdown(markdown ?? ''), [markdown]);
  const run = state.stories[runId]?.run ?? state.runs?.find((each) => each.run_id === runId);
  const path = run?.report ?? null;
  return (
    <article>
      <button type="button" class="quiet back" onClick={() => actions.open({ name: 'run', runId })}>
        <Icon name="back" /> Back to the run
      </button>
      <h1 tabIndex={-1} class="unseen">
        Report
      </h1>
      {markdown === undefined ? <Waiting /> : <MarkdownView blocks={blocks} />}
      {path === null ? null : (
        <p class="soft copied report-path">
          <code>
            <Shown text={path} charactersMax={64} />
          </code>
          <CopyButton text={path} label="the path of the report" />
        </p>
      )}
    </article>
  );
}
