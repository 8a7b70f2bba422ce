import { z } from 'zod';
import { raise } from '../../../shared/faults.ts';
import type { OpenDialog } from '../page.ts';
import { readStored, type StorageArea } from './session-store.ts';
import type { TabEvents } from './tab-events.ts';

const Stored = z.record(
  z.string(),
  z.strictObject({
    kind: z.enum(['alert', 'confirm', 'prompt', 'beforeunload']),
    message: z.string(),
    given: z.string(),
  }),
);

/** `given`: the text that the page put into a prompt; empty for other dialogs. */
type Open = { readonly dialog: OpenDialog; readonly given: string };

/**
 * Which dialog is open in which tab. A dialog stays open until somebody answers it: it is the page's question
 * to the person or to the run, and never answered by itself. Kept in `storage.session`, for a page with an
 * open dialog answers nothing that could tell a new worker about it.
 */
export class Dialogs {
  readonly #open = new Map<number, Open>();
  /** Tabs heard of since this worker began: what was stored about them is older. */
  readonly #heard = new Set<number>();
  readonly #area: StorageArea;
  readonly #events: TabEvents;

  constructor(area: StorageArea, events: TabEvents) {
    this.#area = area;
    this.#events = events;
  }

  async load(): Promise<void> {
    const stored = await readStored(this.#area, 'dialogs', Stored, {});
    for (const [tabId, { given, ...dialog }] of Object.entries(stored)) {
      if (!this.#heard.has(Number(tabId))) this.#open.set(Number(tabId), { dialog, given });
    }
  }

  get(tabId: number): OpenDialog | null {
    return this.#open.get(tabId)?.dialog ?? null;
  }

  /** What a prompt is answered with by whoever only says yes to it: the text that the page put there. */
  givenTo(tabId: number): string {
    return this.#open.get(tabId)?.given ?? '';
  }

  opened(tabId: number, dialog: OpenDialog, given: string): void {
    this.#heard.add(tabId);
    this.#open.set(tabId, { dialog, given });
    this.#save();
  }

  closed(tabId: number): void {
    this.#heard.add(tabId);
    if (this.#open.delete(tabId)) this.#save();
  }

  /** The value of `work`; `whenOpen` decides what an open dialog means, at once or as soon as one opens. */
  async race<T>(tabId: number, work: () => Promise<T>, whenOpen: (dialog: OpenDialog) => T): Promise<T> {
    const already = this.get(tabId);
    if (already !== null) raiseDialogOpen(already);
    let stop = () => {};
    const interrupted = new Promise<OpenDialog>((done) => {
      stop = this.#events.on(tabId, (event) => {
        if (event.type === 'dialog-opened') done(event.dialog);
      });
    });
    const working = work();
    working.catch(() => undefined);
    try {
      return await Promise.race([working, interrupted.then(whenOpen)]);
    } finally {
      stop();
    }
  }

  #save(): void {
    const open = [...this.#open].map(([tabId, { dialog, given }]) => [tabId, { ...dialog, given }]);
    this.#area.set({ dialogs: Object.fromEntries(open) }).catch((error: unknown) => {
      console.warn('The open dialogs could not be noted.', error);
    });
  }
}

const explained: Readonly<Record<OpenDialog['kind'], readonly [message: string, hint: string]>> = {
  alert: ['The page has an open alert dialog.', 'Read it in the detail, then close it with handle_dialog.'],
  confirm: [
    'The page has an open confirm dialog: it asks a question.',
    'Answer it with handle_dialog: accept false says no, which is the safe answer.',
  ],
  prompt: [
    'The page has an open prompt dialog: it asks for a text.',
    'Answer it with handle_dialog: prompt_text is the answer (left out: the text that the page put there), accept false gives none.',
  ],
  beforeunload: [
    'The page asks whether to leave it: it says that something in it is not saved.',
    'Answer it with handle_dialog: accept false stays on the page, accept true leaves and loses what is not saved.',
  ],
};

/** For a call that an open dialog keeps from going on. */
export function raiseDialogOpen({ kind, message }: OpenDialog): never {
  const [what, hint] = explained[kind];
  raise('dialog-open', what, hint, { kind, dialog: message.slice(0, 2000) });
}
