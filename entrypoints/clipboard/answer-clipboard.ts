import type { ClipboardAnswer, ClipboardRequest } from '../../shared/clipboard-messages.ts';

/** Reads or writes the clipboard by the browser's editing commands, which an extension's page may use unseen. */
export function answerClipboard(request: ClipboardRequest): ClipboardAnswer {
  if (request.clipboard === 'write' && !write(request.text)) return { done: false, text: '' };
  return read();
}

/** By the copy event itself: a field would change line ends, and an empty one copies nothing. */
function write(text: string): boolean {
  let taken = false;
  const give = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    taken = event.clipboardData !== null;
  };
  document.addEventListener('copy', give, { once: true });
  const done = document.execCommand('copy');
  document.removeEventListener('copy', give);
  return done && taken;
}

/** By the paste event likewise; nothing is put into the page. */
function read(): ClipboardAnswer {
  let text: string | null = null;
  const take = (event: ClipboardEvent): void => {
    text = event.clipboardData?.getData('text/plain') ?? null;
    event.preventDefault();
  };
  document.addEventListener('paste', take, { once: true });
  document.querySelector('textarea')?.focus();
  document.execCommand('paste');
  document.removeEventListener('paste', take);
  return { done: text !== null, text: text ?? '' };
}
