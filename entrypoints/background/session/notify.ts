import type { RunEvent, RunView } from '../../../shared/run.ts';

// Tells a person who looks elsewhere that a run has ended or waits for them. Only of objectives: they take minutes, and
// nobody watches them all the time. The words of pages and models stay out of it.

export type Notice = { readonly id: string; readonly title: string; readonly message: string };

const endWords: Readonly<Partial<Record<RunView['status'], string>>> = {
  succeeded: 'Finished',
  failed: 'It could not be finished; what was found is in the report',
  refused: 'It was not allowed to go on',
  outcome_unknown: 'The outcome of its last act is not known',
};

/** Runs remembered by name; the oldest are forgotten first. */
const titlesMax = 20;

/** Folds the events of runs into what a person should be told; null: nothing. */
export class Notices {
  readonly #titles = new Map<string, string>();

  hear(event: RunEvent): Notice | null {
    if (event.type === 'run.started') this.#remember(event.run);
    if (event.type === 'run.finished') {
      const words = event.run.objective === undefined ? undefined : endWords[event.run.status];
      return words === undefined ? null : noticeOf(event.run_id, words, event.run.template.title);
    }
    const title = this.#titles.get(event.run_id);
    if (event.type === 'question.asked') return noticeOf(event.run_id, 'It asks you something', title ?? '');
    if (event.type !== 'approval.requested' || title === undefined) return null;
    return noticeOf(event.run_id, 'It waits for your decision', title);
  }

  #remember(run: RunView): void {
    if (run.objective === undefined) return;
    this.#titles.set(run.run_id, run.template.title);
    const [oldest] = this.#titles.keys();
    if (this.#titles.size > titlesMax && oldest !== undefined) this.#titles.delete(oldest);
  }
}

// One notification a run: a later one takes the place of the one before.
function noticeOf(runId: string, title: string, message: string): Notice {
  return { id: `run ${runId}`, title, message };
}

/** Shows a notice, unless the person sees the panel. */
export async function notify(notice: Notice, panelSeen: boolean): Promise<void> {
  if (panelSeen && (await inBrowser())) return;
  await chrome.notifications.create(notice.id, {
    type: 'basic',
    iconUrl: chrome.runtime.getURL('icon/128.png'),
    title: `LocalAgent: ${notice.title}`,
    message: notice.message,
  });
}

/** Pressing a notification brings the browser to the front, with the panel where Chrome lets it be opened by that. */
export function followNotices(): void {
  chrome.notifications.onClicked.addListener((id) => {
    if (id.startsWith('run ')) void toFront(id);
  });
}

async function toFront(id: string): Promise<void> {
  const { id: windowId } = await chrome.windows.getLastFocused({ windowTypes: ['normal'] });
  if (windowId === undefined) return;
  // Asked for before anything is awaited again, as the press counts only for a moment.
  const opened = chrome.sidePanel.open({ windowId });
  await Promise.allSettled([
    opened,
    chrome.windows.update(windowId, { focused: true }),
    chrome.notifications.clear(id),
  ]);
}

/** One of the browser's windows is the one that the person works in. */
async function inBrowser(): Promise<boolean> {
  return (await chrome.windows.getAll()).some(({ focused }) => focused);
}
