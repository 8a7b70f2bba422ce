import { ancestorsOf, flatChildrenOf, flatParentOf, isInside } from './flat-tree.ts';
import {
  attributeOf,
  clientHeightOf,
  clientWidthOf,
  hasAttribute,
  pageElement,
  queryAll,
  rectOf,
  scrollHeightOf,
  scrollWidthOf,
  tagOf,
  textContentOf,
} from './natives.ts';
import { isRendered } from './visibility.ts';

// The part of a page that a table scrolls in: an inner box, or the page itself.

const slackPx = 2;
/** Frames come slower than this only where none are drawn. */
const frameMs = 50;

/** One place to scroll, whatever scrolls there. */
export type View = {
  readonly box: Element | null;
  /** Edges of what is seen of it, in the viewport's coordinates. */
  edges(): { readonly top: number; readonly bottom: number };
  top(): number;
  left(): number;
  /** Height of all there is to scroll. */
  height(): number;
  width(): number;
  scrollTo(top: number, left: number): void;
  isAtEnd(): boolean;
};

/** The inner box that scrolls a table's rows, in it or around it; null if only the page does, or nothing. */
export function scrollerOf(table: Element, rows: readonly Element[]): Element | null {
  // Header and foot may stand outside of what scrolls.
  const middle = rows[Math.floor(rows.length / 2)];
  for (const around of ancestorsOf(middle ?? table)) {
    if (around === pageElement() || tagOf(around) === 'body') return null;
    if (scrolls(around)) return around;
  }
  return null;
}

function scrolls(element: Element): boolean {
  const down = scrollHeightOf(element) > clientHeightOf(element) + slackPx && clientHeightOf(element) > 0;
  return down && /auto|scroll|overlay/.test(getComputedStyle(element).overflowY);
}

export function viewOf(box: Element | null): View {
  const page = pageElement();
  if (box === null) {
    return {
      box,
      edges: () => ({ top: 0, bottom: innerHeight }),
      top: () => scrollY,
      left: () => scrollX,
      height: () => (page === null ? innerHeight : scrollHeightOf(page)),
      width: () => (page === null ? innerWidth : scrollWidthOf(page)),
      scrollTo: (top, left) => scrollTo({ top, left, behavior: 'instant' }),
      isAtEnd: () => page === null || scrollY + innerHeight >= scrollHeightOf(page) - slackPx,
    };
  }
  return {
    box,
    edges: () => {
      const { top } = rectOf(box);
      return { top, bottom: top + clientHeightOf(box) };
    },
    top: () => box.scrollTop,
    left: () => box.scrollLeft,
    height: () => scrollHeightOf(box),
    width: () => scrollWidthOf(box),
    scrollTo: (top, left) => box.scrollTo({ top, left, behavior: 'instant' }),
    isAtEnd: () => box.scrollTop + clientHeightOf(box) >= scrollHeightOf(box) - slackPx,
  };
}

/** Width of what is seen of a view. */
export function widthSeen(view: View): number {
  return view.box === null ? innerWidth : clientWidthOf(view.box);
}

/**
 * Where the room of a table ends: that of the outermost box that holds nothing else, as far as all that scrolls. Rows that
 * are not in the document leave their room there.
 */
export function roomOf(table: Element, view: View): { readonly top: number; readonly bottom: number } {
  let room = table;
  for (let parent = flatParentOf(table); parent !== null; parent = flatParentOf(parent)) {
    if (tagOf(parent) === 'body' || parent === pageElement()) break;
    const inner = room;
    const others = flatChildrenOf(parent).filter((child) => child !== inner);
    if (others.some((child) => textContentOf(child).trim() !== '' && isShown(child))) break;
    room = parent;
    if (parent === view.box) break;
  }
  const holdsAll = view.box !== null && (room === view.box || isInside(view.box, room));
  if (!holdsAll) return rectOf(room);
  const top = view.edges().top - view.top();
  return { top, bottom: top + view.height() };
}

function isShown(node: Node): boolean {
  return !(node instanceof Element) || isRendered(node);
}

/** Whether something at a table says that it is still loading. */
export function isLoading(table: Element): boolean {
  let around: Element | null = table;
  for (let level = 0; level < 3 && around !== null && tagOf(around) !== 'body'; level++) {
    if (attributeOf(around, 'aria-busy') === 'true') return true;
    const marks = queryAll(
      around,
      '[aria-busy=true], [role=progressbar], [class*=spinner i], [class*=loading i], [class*=skeleton i], [class*=loader i]',
    );
    for (const mark of marks) {
      const rect = rectOf(mark);
      if (rect.height > 0 && rect.width > 0 && isRendered(mark) && !hasAttribute(mark, 'hidden')) return true;
    }
    around = flatParentOf(around);
  }
  return false;
}

/** The next frame, or a moment where none are drawn. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, frameMs);
    function done(): void {
      clearTimeout(timer);
      resolve();
    }
    requestAnimationFrame(done);
  });
}
