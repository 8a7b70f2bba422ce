import { useMemo } from 'preact/hooks';
import type { ViewProps } from '../app.tsx';
import { citedBlocks, runOf } from '../cited-report.ts';
import type { ReportForm } from '../objective-actions.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Icon } from '../parts/icon.tsx';
import { MarkdownView } from '../parts/markdown-view.tsx';
import { Shown } from '../parts/shown.tsx';
import { Waiting } from './home-view.tsx';

type Props = ViewProps & { readonly runId: string };

const forms: readonly { readonly form: ReportForm; readonly word: string; readonly does: string }[] = [
  { form: 'markdown', word: 'Markdown', does: 'Save the report as Markdown' },
  { form: 'html', word: 'HTML', does: 'Save the report as an HTML page' },
  { form: 'print', word: 'PDF', does: 'Print the report, or save it as PDF' },
];

/** The report of a run, as it lies in its file. */
export function ReportView({ runId, state, actions }: Props) {
  const markdown = state.reports[runId];
  const run = runOf(state, runId);
  const blocks = useMemo(() => citedBlocks(markdown ?? '', run), [markdown, run]);
  const path = run?.report ?? null;
  return (
    <article>
      <button type="button" class="quiet back" onClick={() => actions.open({ name: 'run', runId })}>
        <Icon name="back" /> Back to the run
      </button>
      <h1 tabIndex={-1} class="unseen">
        Report
      </h1>
      {markdown === undefined ? (
        <Waiting />
      ) : (
        <>
          <MarkdownView blocks={blocks} />
          <section aria-label="Take it along" class="take-along">
            <h2>Take it along</h2>
            <div class="buttons">
              {forms.map(({ form, word, does }) => (
                <button
                  type="button"
                  key={form}
                  title={does}
                  aria-label={does}
                  onClick={() => actions.exportReport(runId, form)}
                >
                  {word}
                </button>
              ))}
            </div>
          </section>
        </>
      )}
      {path === null ? null : (
        <p class="soft copied report-path">
          <code>
            <Shown text={path} charactersMax={64} />
          </code>
          <CopyButton text={path} label="the path of the report" />
          <button type="button" class="quiet" onClick={() => actions.showFile(runId, path)}>
            Show in folder
          </button>
        </p>
      )}
    </article>
  );
}
