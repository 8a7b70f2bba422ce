import type { DragSeen } from '../../shared/engine-input.ts';
import { nextFrame } from './at-rest.ts';
import { isInside } from './flat-tree.ts';
import { deepestAt } from './hit-test.ts';
import { isConnected, rectOf } from './natives.ts';
import { named } from './refs.ts';

// What becomes of a drag: whether the browser's own drag and drop began, where it was let go, whether an
// element took the drop, and whether what was dragged lies elsewhere now. Only trusted events count.

type Seen = {
  start: DragEvent | null;
  dragging: boolean;
  released: boolean;
  dropped: boolean;
  on: Element | null;
};
type Watched = {
  readonly source: Element | null;
  readonly rect: DOMRect | null;
  readonly selection: string;
  readonly seen: Seen;
  readonly end: () => void;
};

const types = [
  'dragstart',
  'drag',
  'dragover',
  'drop',
  'dragend',
  'pointerup',
  'mouseup',
  'pointercancel',
] as const;
/** A drop is told after the pointer; the element's own listeners run in between. */
const dropMs = 400;
const selectedCharactersMax = 1_000;

let watched: Watched | null = null;
let wake: () => void = () => undefined;

/** Starts the watch. `source` is what is dragged; null in a frame that something is dragged into. */
export function armDrag(source: Element | null): void {
  watched?.end();
  const seen: Seen = { start: null, dragging: false, released: false, dropped: false, on: null };
  const listener = (event: Event): void => {
    if (!event.isTrusted) return;
    note(seen, event, source);
    wake();
  };
  for (const type of types) addEventListener(type, listener, { capture: true, passive: true });
  watched = {
    source,
    rect: source === null ? null : rectOf(source),
    selection: selectedText(),
    seen,
    end: () => {
      for (const type of types) removeEventListener(type, listener, { capture: true });
    },
  };
}

function note(seen: Seen, event: Event, source: Element | null): void {
  switch (event.type) {
    case 'dragstart':
      if (event instanceof DragEvent) seen.start = event;
      return;
    case 'drag':
    case 'dragover':
      seen.dragging = true;
      return;
    case 'drop':
      seen.dragging = true;
      seen.dropped = true;
      seen.released = true;
      seen.on = under(event, source);
      return;
    case 'dragend':
      seen.dragging = true;
      seen.released = true;
      if (event instanceof DragEvent && event.dataTransfer?.dropEffect === 'none') seen.dropped = false;
      return;
    case 'pointercancel':
      return;
    default:
      seen.released = true;
      seen.on ??= under(event, source);
  }
}

/** What lies where the pointer is: not the dragged thing itself, which may follow the pointer. */
function under(event: Event, source: Element | null): Element | null {
  if (!(event instanceof MouseEvent)) return null;
  const at = { x: event.clientX, y: event.clientY };
  const top = deepestAt(at);
  if (top === null || source === null || !isInside(top, source)) return top;
  const stack = Document.prototype.elementsFromPoint.call(document, at.x, at.y);
  return stack.find((element) => !isInside(element, source)) ?? top;
}

/** What was seen; waits until it was let go, and, in a native drag, until its end is told. */
export async function dragSeen(timeoutMs: number, end: boolean): Promise<DragSeen> {
  const watch = watched;
  if (watch === null)
    return { native: false, released: false, dropped: false, on: null, moved: false, selected: null };
  const { seen, source } = watch;
  await untilReleased(seen, timeoutMs);
  if (end && seen.released) await nextFrame();
  const told = {
    native: seen.dragging && seen.start?.defaultPrevented !== true,
    released: seen.released,
    dropped: seen.dropped,
    on: seen.on === null || !isConnected(seen.on) ? null : named(seen.on),
    moved: source !== null && isConnected(source) && hasMoved(watch.rect, rectOf(source)),
    selected: selectedText() === watch.selection ? null : selectedText().slice(0, selectedCharactersMax),
  };
  if (end) {
    watch.end();
    watched = null;
  }
  return told;
}

async function untilReleased(seen: Seen, timeoutMs: number): Promise<void> {
  const over = (): boolean => seen.released;
  if (over() || timeoutMs <= 0) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, Math.min(timeoutMs, dropMs * 5));
    wake = () => {
      if (!over()) return;
      clearTimeout(timer);
      wake = () => undefined;
      resolve();
    };
  });
}

function hasMoved(before: DOMRect | null, after: DOMRect): boolean {
  if (before === null) return false;
  const distances = [
    before.left - after.left,
    before.top - after.top,
    before.width - after.width,
    before.height - after.height,
  ];
  return distances.some((distance) => Math.abs(distance) >= 1);
}

function selectedText(): string {
  return getSelection()?.toString() ?? '';
}
