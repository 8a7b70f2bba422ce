import type { EngineAnswer, EngineArgs } from '../../shared/engine-methods.ts';
import { elementsUnder } from './flat-tree.ts';
import { rectOf } from './natives.ts';
import { refOf } from './refs.ts';
import { roleOf } from './roles.ts';
import { isDisabled } from './states.ts';

// Files put into a page without the disk: their bytes come in parts from the worker and become the page's own
// File objects, in a field or as a drop. Nothing here opens a file chooser.

type Part = EngineArgs['files_part'];
type Kind = EngineAnswer<'file_field'>;

const clickedRoles: ReadonlySet<string> = new Set(['button', 'link', 'menuitem', 'tab', 'option', 'switch']);
/** Elements looked through under a target for the field that it holds. */
const lookMax = 2_000;

let pending: { readonly name: string; readonly type: string; readonly parts: Uint8Array<ArrayBuffer>[] }[] =
  [];

/** The field that a page's own file chooser was opened for; the worker puts it there by the debugger. */
function chosenField(): Element | null {
  const chosen: unknown = Reflect.get(globalThis, '__localagentChosen');
  return chosen instanceof Element ? chosen : null;
}

/** What a target is to files. `element` null: the field behind the file chooser. */
export function fileField(element: Element | null): Kind {
  const from = element ?? chosenField();
  const field = from === null ? null : fieldOf(from);
  if (field !== null) {
    return {
      kind: 'field',
      ref: element === null ? '' : refOf(field),
      multiple: field.multiple,
      accept: field.accept,
      disabled: isDisabled(field),
      folder: field.webkitdirectory,
    };
  }
  const clicked = from !== null && (clickedRoles.has(roleOf(from)) || from instanceof HTMLLabelElement);
  return {
    kind: clicked ? 'button' : 'other',
    ref: '',
    multiple: true,
    accept: '',
    disabled: false,
    folder: false,
  };
}

/** The element itself, the field of a label, or the only field that it holds. */
function fieldOf(element: Element): HTMLInputElement | null {
  if (isFileField(element)) return element;
  const control = element instanceof HTMLLabelElement ? element.control : null;
  if (control !== null && isFileField(control)) return control;
  let only: HTMLInputElement | null = null;
  let looked = 0;
  for (const inner of elementsUnder(element)) {
    looked += 1;
    if (looked > lookMax) return null;
    if (!isFileField(inner)) continue;
    if (only !== null) return null;
    only = inner;
  }
  return only;
}

function isFileField(element: Element): element is HTMLInputElement {
  return element instanceof HTMLInputElement && element.type === 'file';
}

/** Takes in one part; the part that says `begin` forgets what an earlier call left. */
export function takePart({ begin, next, name, type, base64 }: Part): void {
  if (begin) pending = [];
  if (next) pending.push({ name, type, parts: [] });
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  pending.at(-1)?.parts.push(bytes);
}

function transfer(): DataTransfer {
  const made = new DataTransfer();
  for (const { name, type, parts } of pending) made.items.add(new File(parts, name, { type }));
  pending = [];
  return made;
}

/** Puts the files into a field, with the events of a person's choice. `element` null: behind the chooser. */
export function putFiles(element: Element | null): EngineAnswer<'files_put'> {
  const from = element ?? chosenField();
  const field = from === null ? null : fieldOf(from);
  if (field === null) return { put: false, names: [] };
  const { files } = transfer();
  const count = files.length;
  field.files = files;
  // Read before the page hears of it: a page may take the files and empty the field at once.
  const names = namesIn(field);
  field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
  return { put: names.length === count, names };
}

/** What the field holds now. */
export function heldFiles(element: Element | null): EngineAnswer<'files_put'> {
  const from = element ?? chosenField();
  const field = from === null ? null : fieldOf(from);
  return { put: field !== null, names: field === null ? [] : namesIn(field) };
}

function namesIn(field: HTMLInputElement): { name: string; bytes: number }[] {
  return Array.from(field.files ?? [], ({ name, size }) => ({ name, bytes: size }));
}

/**
 * Drops the files on an element, as a browser does: only where the page says, by cancelling `dragover`, that it takes
 * them. `put` false: it did not, and nothing was dropped.
 */
export function dropFiles(element: Element): EngineAnswer<'files_put'> {
  const dataTransfer = transfer();
  const names = Array.from(dataTransfer.files, ({ name, size }) => ({ name, bytes: size }));
  const { left, top, width, height } = rectOf(element);
  const at = { clientX: left + width / 2, clientY: top + height / 2 };
  const tell = (type: string): boolean => {
    const options = { bubbles: true, cancelable: true, composed: true, dataTransfer, ...at };
    return !element.dispatchEvent(new DragEvent(type, options));
  };
  const entered = tell('dragenter');
  if (!tell('dragover') && !entered) {
    tell('dragleave');
    return { put: false, names: [] };
  }
  tell('drop');
  return { put: true, names };
}
