import '../../shared/no-generated-code.ts';
import { ClipboardRequest } from '../../shared/clipboard-messages.ts';
import { answerClipboard } from './answer-clipboard.ts';

// A page without a window, which the worker opens for one look at the clipboard: workers have none, and the
// browser's newer interface answers only a page that has the person's focus.

chrome.runtime.onMessage.addListener((message: unknown, sender, answer) => {
  if (sender.id !== chrome.runtime.id || sender.tab !== undefined) return;
  const request = ClipboardRequest.safeParse(message);
  if (request.success) answer(answerClipboard(request.data));
});
