import { type RecordedAct, type RecorderMessage, recorderPortName } from '../../shared/recording.ts';
import { tagOf } from '../page-engine/natives.ts';
import { inputTypeOf, roleOf } from '../page-engine/roles.ts';
import { isSensitive } from '../page-engine/sensitive.ts';
import { isEditable } from '../page-engine/states.ts';
import { controlOf, targetOf, textPlaceOf } from './lasting-target.ts';
import { openToolbar, type Reading } from './toolbar.ts';

// Listens while a person works in a page, in a world that the page cannot reach, and tells each act once: a field when it is
// left or sent, a press when it comes. Only the person's own input counts; what a script of the page does is heard of and left out.

const mark = '__localagentRecorder';
const pressEvents = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'] as const;
const valueMax = 5_000;
const ownPresses = new Set([
  'checkbox',
  'radio',
  'switch',
  'option',
  'combobox',
  'listbox',
  'textbox',
  'searchbox',
  'spinbutton',
  'slider',
]);

/** Begins to record in this document; a second time does nothing. */
export function startRecorder(): void {
  if (Reflect.get(globalThis, mark) === true) return;
  Reflect.set(globalThis, mark, true);
  const port = chrome.runtime.connect({ name: recorderPortName });
  let ended = false;
  port.onDisconnect.addListener(() => {
    ended = true;
    toolbar.close();
  });
  const send = (message: RecorderMessage): void => {
    if (!ended) port.postMessage(message);
  };
  const toolbar = openToolbar({ onFinish: () => send({ type: 'finished' }) });
  listen(send, toolbar);
}

type Toolbar = ReturnType<typeof openToolbar>;

function listen(send: (act: RecordedAct) => void, toolbar: Toolbar): void {
  const fields = trackFields(send);
  /** Enter in a field makes the browser press the form's button by itself, within the same turn. */
  let entered = false;

  for (const type of pressEvents) {
    const onPress = (event: Event): void => {
      const element = pressed(event, toolbar);
      if (element === null) return;
      if (toolbar.reading !== null) {
        event.preventDefault();
        event.stopImmediatePropagation();
        if (type === 'click') readHere(element, toolbar.reading, send, toolbar);
        return;
      }
      if (type !== 'click' || (entered && event instanceof MouseEvent && event.detail === 0)) return;
      fields.flush();
      const control = controlOf(element);
      if (control === null || isField(control) || isLabel(element)) return;
      send({ type: 'click', url: location.href, target: targetOf(control) });
    };
    addEventListener(type, onPress, { capture: true });
  }
  addEventListener(
    'keydown',
    (event) => {
      const element = pressed(event, toolbar);
      if (element === null || event.key !== 'Enter' || event.isComposing || !isLineField(element)) return;
      fields.flush();
      entered = true;
      setTimeout(() => {
        entered = false;
      });
      send({ type: 'enter', url: location.href, target: targetOf(element) });
    },
    { capture: true },
  );
  addEventListener(
    'mousemove',
    (event) => {
      const element = pressed(event, toolbar);
      toolbar.point(element === null || toolbar.reading === null ? null : readable(element, toolbar.reading));
    },
    { capture: true, passive: true },
  );
}

/** The page's own element that a person has pressed; null for the bar, and for what a script did. */
function pressed(event: Event, toolbar: Toolbar): Element | null {
  if (!event.isTrusted) return null;
  const [innermost] = event.composedPath();
  const element = innermost instanceof Element ? innermost : null;
  return element === null || toolbar.holds(event) ? null : element;
}

function trackFields(send: (act: RecordedAct) => void): { readonly flush: () => void } {
  let open: Element | null = null;
  const told = new WeakMap<Element, string>();
  const flush = (): void => {
    const field = open;
    open = null;
    const act = field === null ? null : fieldAct(field);
    if (field === null || act === null) return;
    // Enter tells the value before the browser says that it has changed.
    const said = JSON.stringify(act);
    if (told.get(field) !== said) send(act);
    told.set(field, said);
  };
  addEventListener(
    'input',
    (event) => {
      const [element] = event.composedPath();
      if (!event.isTrusted || !(element instanceof Element) || !isField(element)) return;
      if (open !== null && open !== element) flush();
      open = element;
    },
    { capture: true },
  );
  addEventListener(
    'change',
    (event) => {
      const [element] = event.composedPath();
      if (!event.isTrusted || !(element instanceof Element) || !isField(element)) return;
      open = element;
      flush();
    },
    { capture: true },
  );
  addEventListener('focusout', flush, { capture: true });
  addEventListener('pagehide', flush, { capture: true });
  return { flush };
}

function fieldAct(field: Element): RecordedAct | null {
  const base = { url: location.href, target: targetOf(field) };
  if (isSensitive(field)) return { type: 'fill_secret', ...base };
  if (field instanceof HTMLSelectElement) {
    const text = (option: HTMLOptionElement): string => option.label.trim().slice(0, valueMax);
    const labels = [...field.selectedOptions].map(text).slice(0, 50);
    return { type: 'choose', ...base, labels, options: [...field.options].map(text).slice(0, 200) };
  }
  if (field instanceof HTMLInputElement) {
    const type = inputTypeOf(field);
    if (type === 'file') return null;
    if (type === 'checkbox' || type === 'radio')
      return { type: 'fill', ...base, kind: 'check', value: field.checked };
    const kind = type === 'date' || type === 'month' || type === 'number' ? type : 'text';
    return { type: 'fill', ...base, kind, value: field.value.slice(0, valueMax) };
  }
  const value = field instanceof HTMLTextAreaElement ? field.value : (field.textContent ?? '');
  return { type: 'fill', ...base, kind: 'text', value: value.slice(0, valueMax) };
}

function isField(element: Element): boolean {
  return ['input', 'select', 'textarea', 'option'].includes(tagOf(element))
    ? !(
        element instanceof HTMLInputElement &&
        ['button', 'submit', 'reset', 'image'].includes(inputTypeOf(element))
      )
    : isEditable(element) || (ownPresses.has(roleOf(element)) && isEditable(element));
}

function isLineField(element: Element): boolean {
  return (
    element instanceof HTMLInputElement &&
    isField(element) &&
    !['checkbox', 'radio', 'file'].includes(inputTypeOf(element))
  );
}

/** A press on a label is one on its field, which tells it itself. */
function isLabel(element: Element): boolean {
  return element.closest('label')?.control != null;
}

function readHere(
  element: Element,
  reading: Reading,
  send: (act: RecordedAct) => void,
  toolbar: Toolbar,
): void {
  const meant = readable(element, reading);
  if (meant === null) {
    toolbar.say('There is no table here. Press one, or choose "Read text".');
    return;
  }
  const target = reading === 'read_text' ? textPlaceOf(meant) : targetOf(meant);
  send({ type: reading, url: location.href, target });
  toolbar.done(reading === 'read_table' ? 'The table is read here.' : 'The text is read here.');
}

function readable(element: Element, reading: Reading): Element | null {
  return reading === 'read_table' ? element.closest('table, [role=table], [role=grid]') : element;
}
