import type { FieldState } from '../../shared/engine-input.ts';
import { nextFrame } from './at-rest.ts';
import { isCodeInput } from './code-editor.ts';
import { fieldStateOf } from './field-state.ts';
import { focusedElement, isInside } from './flat-tree.ts';
import { attributeOf } from './natives.ts';

// What a field makes of what was put in: read once the page has answered, which frameworks and editors do
// within a frame or two. And the two ways of an editor's own clipboard, which leave the person's alone.

const framesMax = 12;

/** The field once its value has stayed the same for so many frames in a row. */
export async function answeredState(element: Element, frames: number): Promise<FieldState> {
  let state = fieldStateOf(element);
  let same = 0;
  for (let frame = 0; frame < framesMax && same < frames; frame++) {
    await nextFrame();
    const now = fieldStateOf(element);
    same = String(now.value) === String(state.value) ? same + 1 : 0;
    state = now;
  }
  return state;
}

/**
 * Hands a text to an editor as its own paste handler takes it, or to a region without an editor line by line
 * in one go; false when nothing took it.
 */
export function pasteInto(element: Element, text: string): boolean {
  const data = new DataTransfer();
  data.setData('text/plain', text);
  if (!inputOf(element).dispatchEvent(clipboardEvent('paste', data))) return true;
  if (attributeOf(element, 'contenteditable') === 'plaintext-only' || isCodeInput(element)) return false;
  const lines = text.split('\n').map((line) => `<div>${line === '' ? '<br>' : escaped(line)}</div>`);
  // The browser's own command, with the events and the undo of one; text by text it takes minutes.
  return Document.prototype.execCommand.call(document, 'insertHTML', false, lines.join(''));
}

function escaped(line: string): string {
  const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
  return line.replace(/[&<>]/g, (sign) => signs[sign] ?? sign).replace(/^ | (?= )/g, '\u00a0');
}

/** All that an editor would copy of what is selected in it; null when it does not say. */
export function copiedFrom(element: Element): string | null {
  const data = new DataTransfer();
  const taken = !inputOf(element).dispatchEvent(clipboardEvent('copy', data));
  return taken ? data.getData('text/plain') : null;
}

function clipboardEvent(type: 'copy' | 'paste', clipboardData: DataTransfer): ClipboardEvent {
  return new ClipboardEvent(type, { clipboardData, bubbles: true, cancelable: true, composed: true });
}

/** Editors listen where they have the focus. */
function inputOf(element: Element): Element {
  const focus = focusedElement();
  return focus !== null && isInside(focus, element) ? focus : element;
}
