// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { answerClipboard } from '../../../entrypoints/clipboard/answer-clipboard.ts';

type Held = { text: string };

/** The editing commands as a browser has them: each asks the page by an event, and minds what it says. */
function clipboardOf(held: Held | null) {
  document.execCommand = vi.fn((command: string) => {
    if (held === null) return false;
    const event = new Event(command, { bubbles: true, cancelable: true });
    const clipboardData = {
      setData: (_type: string, text: string) => {
        held.text = text;
      },
      getData: () => held.text,
    };
    document.dispatchEvent(Object.assign(event, { clipboardData }));
    return true;
  });
}

afterEach(() => {
  Reflect.deleteProperty(document, 'execCommand');
});

test('what is written is what is read back, the empty text too', () => {
  const held = { text: 'before' };
  clipboardOf(held);
  expect(answerClipboard({ clipboard: 'read' })).toEqual({ done: true, text: 'before' });
  for (const text of ['two\nlines', '']) {
    expect(answerClipboard({ clipboard: 'write', text })).toEqual({ done: true, text });
    expect(held.text).toBe(text);
  }
});

test('a browser that refuses is told as such, for reading and for writing', () => {
  clipboardOf(null);
  expect(answerClipboard({ clipboard: 'read' })).toEqual({ done: false, text: '' });
  expect(answerClipboard({ clipboard: 'write', text: 'x' })).toEqual({ done: false, text: '' });
});
