import { citedBlocks, runOf } from './cited-report.ts';
import { type History, titleOf } from './history.ts';
import type { ReportForm } from './objective-actions.ts';
import type { PanelState } from './panel-state.ts';
import { reportHtml } from './report-html.ts';

/** A page of the panel that only shows one kept report, made for paper. */
export const printParameter = 'print';

const nameCharactersMax = 60;
/** A blob's address is let go of once the browser has surely taken it. */
const savedMs = 60_000;

/** Hands a report out of the panel: as a file, or to the browser's own printing, which makes a PDF. */
export async function exportReport(
  history: Pick<History, 'keep'>,
  state: PanelState,
  runId: string,
  form: ReportForm,
): Promise<void> {
  const markdown = state.reports[runId];
  const run = runOf(state, runId);
  if (markdown === undefined || run === null) return;
  const title = titleOf(run);
  if (form === 'markdown') return save(`${fileName(title)}.md`, 'text/markdown', markdown);
  if (form === 'html') {
    const html = reportHtml(title, citedBlocks(markdown, run));
    return save(`${fileName(title)}.html`, 'text/html', html);
  }
  await history.keep(run, markdown);
  const address = new URL(chrome.runtime.getURL('/sidepanel.html'));
  address.searchParams.set(printParameter, runId);
  await chrome.tabs.create({ url: address.href });
}

/** The title as the name of a file on any system: `how-tall-is-the-tallest-mountain`. */
export function fileName(title: string): string {
  const words = title
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-');
  const name = words.replace(/^-+|-+$/g, '');
  if (name === '') return 'report';
  const cut = [...name].slice(0, nameCharactersMax).join('');
  // A word that was cut in two is left out, unless it is the only one.
  return cut === name ? name : cut.replace(/(?<=.)-[^-]*$/, '');
}

function save(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), savedMs);
}
