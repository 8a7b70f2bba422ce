import { useEffect } from 'preact/hooks';
import { citedBlocks } from '../cited-report.ts';
import type { KeptRun } from '../history.ts';
import { MarkdownView } from '../parts/markdown-view.tsx';

/** A kept report made for paper. The browser's own printing, which also makes a PDF, opens by itself. */
export function PrintView({ kept }: { readonly kept: KeptRun | null }) {
  useEffect(() => {
    if (kept !== null) window.print();
  }, [kept]);
  if (kept === null) {
    return (
      <main>
        <h1>This report is no longer kept in this browser</h1>
        <p>Open it in the side panel once more, then print it from there.</p>
      </main>
    );
  }
  return (
    <main class="printed">
      <p class="on-screen">
        <button type="button" class="primary" onClick={() => window.print()}>
          Print or save as PDF
        </button>
      </p>
      <MarkdownView blocks={citedBlocks(kept.markdown, kept.run)} />
    </main>
  );
}
