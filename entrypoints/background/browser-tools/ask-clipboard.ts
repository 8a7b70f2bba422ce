import {
  ClipboardAnswer as Answer,
  type ClipboardAnswer,
  type ClipboardRequest,
} from '../../../shared/clipboard-messages.ts';
import { raise } from '../../../shared/faults.ts';
import { left, within } from '../driver/deadline.ts';

const page = 'clipboard.html';

/** One question at a time: the page is closed after each, and there can be only one. */
let turn: Promise<unknown> = Promise.resolve();

/** What the clipboard page answers. It has no window, so that nobody's focus is taken. */
export function askClipboard(request: ClipboardRequest, deadline: number): Promise<ClipboardAnswer> {
  const asked = turn.then(async () => (await within(ask(request), left(deadline), null)) ?? late());
  turn = asked.catch(() => undefined);
  return asked;
}

async function ask(request: ClipboardRequest): Promise<ClipboardAnswer> {
  if (!(await chrome.offscreen.hasDocument())) {
    await chrome.offscreen.createDocument({
      url: page,
      reasons: ['CLIPBOARD'],
      justification: 'Reads or writes the clipboard when you or your rules have allowed it.',
    });
  }
  try {
    const answer = Answer.safeParse(await chrome.runtime.sendMessage(request));
    if (answer.success && answer.data.done) return answer.data;
    return refused();
  } finally {
    await chrome.offscreen.closeDocument();
  }
}

function late(): never {
  return raise('timeout', 'The clipboard did not answer in time.', 'Try again, or give it more time.');
}

function refused(): never {
  return raise(
    'attach-refused',
    'The browser does not let the extension reach the clipboard.',
    'Ask whoever manages this browser whether a policy keeps extensions from it.',
  );
}
