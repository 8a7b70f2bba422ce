import { shadowRootOf } from './flat-tree.ts';
import { isFrame } from './frames.ts';
import { openRootOf, queryAll, rootOf, tagOf, textContentOf } from './natives.ts';

// What changes in the tree round an act. Changes that the page makes while it works the input off are told
// apart from those that come later, which may have another cause; and what was already changing before the
// act by itself, such as a clock, is not counted at all.

export type Phase = 'before' | 'handling' | 'after';

/** All that happened to one node, in the order of first happening. */
export type Change = {
  readonly node: Node;
  readonly added: Set<Node>;
  /** What was taken away, with the text that it held. */
  readonly removed: Map<Node, string>;
  readonly attributes: Set<string>;
  text: boolean;
  /** False once any of it happened in the handling of the input. */
  later: boolean;
};

const nodesMax = 500;
const removedTextMax = 200;
const rootsMax = 300;
/** What the browser itself does on a click, such as opening `<details>`, comes right after the listeners. */
const defaultsMs = 4;
/** A watch that nobody ends ends by itself. */
const watchMs = 15_000;

const watchedAttributes = (
  'class style hidden open disabled value checked selected src href title alt placeholder readonly required inert ' +
  'popover data-state aria-expanded aria-hidden aria-selected aria-checked aria-pressed aria-disabled ' +
  'aria-current aria-invalid aria-busy aria-label aria-valuenow aria-valuetext aria-sort'
).split(' ');

/** What leaves no mark in the tree is told by events: popovers that open, frames with a new document. */
const unmarked = ['beforetoggle', 'load'];

/** Kinds of change that nodes went through while nothing was done to the page. */
const restless = new WeakMap<Node, Set<string>>();

let observer: MutationObserver | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let phase: Phase = 'before';
let handled: { readonly event: Event; readonly at: number } | null = null;
let changes = new Map<Node, Change>();

/** Begins to watch; what changes until `enterPhase('handling')` is the page's own doing. */
export function watchChanges(target: Element | null): void {
  clearTimeout(timer);
  timer = setTimeout(endChanges, watchMs);
  if (observer !== null && phase === 'before') return;
  observer?.disconnect();
  phase = 'before';
  changes = new Map();
  observer = new MutationObserver(take);
  for (const type of unmarked) addEventListener(type, noteEvent, { capture: true, passive: true });
  for (const root of rootsAround(target)) {
    observer.observe(root, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: watchedAttributes,
    });
  }
}

/** What changes from here on belongs to another phase; `event` is what is being handled in it. */
export function enterPhase(next: Phase, event: Event | null = null): void {
  if (observer === null) return;
  take(observer.takeRecords());
  phase = next;
  handled = event === null ? null : { event, at: performance.now() };
}

/** The end of the handling is told a little late; by then the page's timers may have had their turn. */
function phaseNow(): Phase {
  if (phase !== 'handling' || handled === null || isUnderWay()) return phase;
  return performance.now() - handled.at < defaultsMs ? 'handling' : 'after';
}

/** The page's own listeners run now: whatever changes is their doing, even what changes by itself at other times. */
function isUnderWay(): boolean {
  return phase === 'handling' && handled !== null && handled.event.eventPhase !== Event.NONE;
}

/** What has changed since the act began; the watch goes on. */
export function changesSoFar(): readonly Change[] {
  if (observer !== null) take(observer.takeRecords());
  return [...changes.values()];
}

export function endChanges(): void {
  clearTimeout(timer);
  observer?.disconnect();
  for (const type of unmarked) removeEventListener(type, noteEvent, { capture: true });
  observer = null;
  changes = new Map();
}

/** The document and the shadow roots in it: an observer does not look into these by itself. */
function rootsAround(target: Element | null): readonly Node[] {
  const roots = new Set<Document | ShadowRoot>([document]);
  for (let at = target === null ? null : rootOf(target); at instanceof ShadowRoot; at = rootOf(at.host))
    roots.add(at);
  for (const root of roots) {
    for (const element of queryAll(root, '*')) {
      // Closed roots are asked for where components have them: the question costs more than the look.
      const inner = openRootOf(element) ?? (tagOf(element).includes('-') ? shadowRootOf(element) : null);
      if (inner !== null) roots.add(inner);
      if (roots.size >= rootsMax) return [...roots];
    }
  }
  return [...roots];
}

function take(records: readonly MutationRecord[]): void {
  if (records.length === 0) return;
  const now = phaseNow();
  for (const record of records) {
    const kind = record.type === 'attributes' ? (record.attributeName ?? '') : record.type;
    if (now === 'before') noteRestless(record.target, kind);
    else if (isUnderWay() || restless.get(record.target)?.has(kind) !== true) note(record, now);
  }
}

function noteEvent(event: Event): void {
  const { target } = event;
  const now = phaseNow();
  if (!(target instanceof Element) || now === 'before' || (event.type === 'load' && !isFrame(target))) return;
  const change = changes.get(target) ?? changeOf(target);
  change.attributes.add(event.type);
  if (now === 'handling') change.later = false;
  if (changes.size < nodesMax) changes.set(target, change);
}

function noteRestless(node: Node, kind: string): void {
  const kinds = restless.get(node) ?? new Set();
  kinds.add(kind);
  restless.set(node, kinds);
}

function note(record: MutationRecord, now: Phase): void {
  const known = changes.get(record.target);
  if (known === undefined && changes.size >= nodesMax) return;
  const change = known ?? changeOf(record.target);
  changes.set(record.target, change);
  if (now === 'handling') change.later = false;
  if (record.type === 'attributes') change.attributes.add(record.attributeName ?? '');
  if (record.type === 'characterData') change.text = true;
  for (const node of record.addedNodes) {
    if (!change.removed.delete(node)) change.added.add(node);
  }
  for (const node of record.removedNodes) {
    if (!change.added.delete(node)) change.removed.set(node, textContentOf(node).slice(0, removedTextMax));
  }
}

function changeOf(node: Node): Change {
  return { node, added: new Set(), removed: new Map(), attributes: new Set(), text: false, later: true };
}
