import { z } from 'zod';
import { TargetDescription } from './actions.ts';
import { type ActArgs, actAnswers } from './engine-act.ts';
import { type InputArgs, inputAnswers } from './engine-input.ts';
import { Fault } from './faults.ts';
import { type FileArgs, fileAnswers } from './file-methods.ts';
import type { SelectorPart } from './selector.ts';
import type { Readiness } from './tools/define-tool.ts';
import { Cell, TableKind } from './tools/extract-table.ts';
import { PageElement } from './tools/get-elements.ts';

// The methods of the page engine (the extension's code inside a frame): what the service worker asks and
// what comes back. The engine sees only these types; the worker parses every answer, because it has passed
// through the browser.

/** Every answer: the method's value, or a fault; and the ref that the document would give out next. */
export const EngineReply = z.union([
  z.strictObject({ value: z.unknown(), next_ref: z.int().optional() }),
  z.strictObject({ fault: Fault, next_ref: z.int().optional() }),
]);
export type EngineReply = z.infer<typeof EngineReply>;

/** A frame's viewport coordinates in CSS pixels. */
export const Spot = z.strictObject({ x: z.number(), y: z.number() });
export type Spot = z.infer<typeof Spot>;
export const Box = z.strictObject({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
export type Box = z.infer<typeof Box>;

/** An element in short, for faults and lists. */
export const Named = z.strictObject({ ref: z.string(), role: z.string(), name: z.string() });
export type Named = z.infer<typeof Named>;

/**
 * A target as the engine sees it; `ref` is without the frame's prefix, the frame is the worker's to add.
 */
export const SeenTarget = TargetDescription.omit({ frame: true, fingerprint: true }).extend({
  url: z.string(),
  origin: z.string(),
});
export type SeenTarget = z.infer<typeof SeenTarget>;

/** The first check that a target does not pass. */
export const FailedCheck = z.enum([
  'attached',
  'visible',
  'stable',
  'enabled',
  'editable',
  'in-view',
  'covered',
  /** The part of the page that holds it takes no input at all. */
  'inert',
  /** It lets the pointer through to what lies under it. */
  'pointer-events',
  /** The place asked for lies outside the element. */
  'position',
]);
export type FailedCheck = z.infer<typeof FailedCheck>;

export const Resolution = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('found'), target: SeenTarget, point: Spot.nullable() }),
  z.strictObject({
    state: z.literal('unready'),
    target: SeenTarget,
    check: FailedCheck,
    /** The cause in one word, where the check has several; the element's size for `position`. */
    why: z.string().default(''),
    covered_by: Named.nullable(),
    /** What in the thing that covers seems to close it. */
    way_out: Named.nullable().default(null),
  }),
  /**
   * The chain goes on in a child frame: its place among `window.frames` (−1 in a shadow root), and the
   * parts used up.
   */
  z.strictObject({
    state: z.literal('frame'),
    ref: z.string(),
    index: z.int(),
    src: z.string(),
    used: z.int(),
  }),
  z.strictObject({ state: z.literal('none'), nearest: z.array(Named) }),
  z.strictObject({ state: z.literal('several'), count: z.int(), candidates: z.array(Named) }),
  z.strictObject({
    state: z.literal('stale'),
    /** `earlier`: the ref is of a document before this one. `unknown`: no ref of that number was given out. */
    why: z.enum(['gone', 'earlier', 'unknown']),
    was: Named.nullable(),
    nearest: z.array(Named),
  }),
]);
export type Resolution = z.infer<typeof Resolution>;

/** What a frame knows of its place among its siblings. */
export const FramePlace = z.strictObject({ index: z.int(), url: z.string(), name: z.string() });
/**
 * The child frame under a point: where the point lies in this frame, and what is over it, if not the child.
 */
export const FrameHit = z.strictObject({
  point: Spot,
  hit: z.boolean(),
  covered_by: Named.nullable(),
  /** What in the thing that covers seems to close it. */
  way_out: Named.nullable().default(null),
});

export const SnapshotLine = z.strictObject({
  depth: z.int(),
  text: z.string(),
  /** Set on a frame element's line: its place among `window.frames`. */
  frame: z.strictObject({ index: z.int(), src: z.string() }).nullable(),
});
export type SnapshotLine = z.infer<typeof SnapshotLine>;
export const SnapshotAnswer = z.strictObject({
  lines: z.array(SnapshotLine),
  nodes: z.int(),
  /** Only changes were told. */
  changed: z.boolean(),
  /** Lines of the last look that are not there any more. */
  gone: z.array(z.string()),
  /** What comes after the last line that is told, in words. */
  rest: z.array(z.string()),
});

export const TextBlock = z.strictObject({
  kind: z.enum(['heading', 'paragraph', 'list', 'table', 'code', 'quote', 'frame']),
  /** Heading level; 0 otherwise. */
  level: z.int(),
  text: z.string(),
  markdown: z.string(),
  frame: z.strictObject({ index: z.int(), src: z.string() }).nullable(),
});
export type TextBlock = z.infer<typeof TextBlock>;
export const TextAnswer = z.strictObject({
  blocks: z.array(TextBlock),
  content_type: z.string(),
  heading: z.string(),
  byline: z.string(),
  published: z.string(),
});

export const FileBytes = z.strictObject({
  state: z.enum(['read', 'too-large', 'failed']),
  base64: z.string(),
});

export const FoundTable = z.strictObject({
  ref: z.string(),
  /** By its tag, by roles, by how its boxes are drawn, or a list that was asked for as a table. */
  kind: TableKind,
  caption: z.string(),
  headers: z.array(z.string()),
  header_rows: z.array(z.array(z.string())),
  cells: z.array(z.array(Cell)),
  /** Body rows that the document holds or the table declares. */
  row_count: z.int(),
  foot_rows: z.int(),
  levels: z.array(z.int()),
  /** Visible area in square CSS pixels, and cells: what makes a table the main one. */
  weight: z.number(),
  /** Cells that show a placeholder, because the page fills them when they come into view. */
  unfilled: z.int(),
  /** What `aria-rowcount` says, header rows counted; 0 if nothing, −1 if it is not known. */
  declared: z.int(),
  /** Scrolling may bring more rows. */
  more: z.boolean(),
  next: z.strictObject({ ref: z.string(), name: z.string() }).nullable(),
});
export type FoundTable = z.infer<typeof FoundTable>;
export const TablesAnswer = z.strictObject({ tables: z.array(FoundTable) });
export const CollectedTable = z.strictObject({
  found: FoundTable.nullable(),
  /** What kept it from being whole; empty when every row was reached and the end was seen. */
  left: z.enum(['', 'rows_max', 'time', 'declared', 'gaps']),
});

/** What a selector means in this frame; or the child frame into which it leads, as `Resolution` tells it. */
export const ElementsAnswer = z.strictObject({
  elements: z.array(PageElement),
  count: z.int(),
  frame: z.strictObject({ ref: z.string(), index: z.int(), src: z.string(), used: z.int() }).nullable(),
});

export const PageMetrics = z.strictObject({
  scroll: Spot,
  viewport: z.strictObject({ width: z.number(), height: z.number() }),
  page: z.strictObject({ width: z.number(), height: z.number() }),
  pixel_ratio: z.number(),
});
export const Boxes = z.strictObject({ boxes: z.array(Box) });
export const Holds = z.strictObject({ holds: z.boolean() });
export const Appeared = z.strictObject({ appeared: z.array(z.string()).max(20) });

/** The number of a ref without its `e`; the frame is the one that is called. */
type ByRef = { readonly ref: number };
type ChildFrame = { readonly index: number; readonly ref: number | null };

/** Comes with the arguments of every call: where a document without refs begins to count them. */
export type EngineSetting = { readonly refs_from: number };

export type EngineArgs = ActArgs &
  FileArgs &
  InputArgs & {
    /** One look: finds the target, checks how far it has come, scrolls it into view if a point is needed. */
    resolve: {
      readonly parts: readonly SelectorPart[];
      readonly readiness: Readiness;
      /** A place of the caller's choice, from the target's top left corner. */
      readonly position?: Spot | null;
    };
    /** The same for an element that was resolved before, with the readiness it was resolved for. */
    recheck: ByRef & { readonly position?: Spot | null };
    place: Record<string, never>;
    frame_hit: ChildFrame & { readonly inner: Spot; readonly given: Spot | null };
    frame_show: ChildFrame;
    /** Remembers what is visible, for `appeared`. */
    appearing: Record<string, never>;
    appeared: Record<string, never>;
    /** The focused element; `none` without one. */
    focused: Record<string, never>;
    snapshot: {
      readonly ref: number | null;
      readonly prefix: string;
      readonly viewport_only: boolean;
      /** Only what changed since the reader's last look; `auto`: if there was one. */
      readonly changed: 'auto' | 'yes' | 'no';
      readonly reader: string;
      readonly find: string | null;
      readonly characters_max: number;
    };
    text: { readonly ref: number | null };
    /** The document's own file, fetched again with the page's session: a PDF has no text in its document. */
    file_bytes: { readonly bytes_max: number };
    tables: { readonly ref: number | null; readonly rows_max: number };
    /**
     * Scrolls a table through, so that the page loads and fills all its rows, reads it, and scrolls back; gives up after
     * `timeout_ms`.
     */
    collect_table: ByRef & { readonly rows_max: number; readonly timeout_ms: number };
    /** Scrolls to where more rows of a table would be loaded. `collect_table` scrolls back from there. */
    table_end: ByRef;
    elements: {
      readonly parts: readonly SelectorPart[];
      readonly styles: readonly string[];
      readonly visible_only: boolean;
      readonly max: number;
    };
    masks: Record<string, never>;
    box: ByRef;
    metrics: Record<string, never>;
    holds_text: { readonly text: string };
    loaded: Record<string, never>;
  };

export const engineAnswers = {
  ...actAnswers,
  ...inputAnswers,
  resolve: Resolution,
  recheck: Resolution,
  place: FramePlace,
  frame_hit: FrameHit,
  frame_show: Holds,
  appearing: Holds,
  appeared: Appeared,
  focused: Resolution,
  snapshot: SnapshotAnswer,
  text: TextAnswer,
  file_bytes: FileBytes,
  tables: TablesAnswer,
  collect_table: CollectedTable,
  table_end: Holds,
  elements: ElementsAnswer,
  ...fileAnswers,
  masks: Boxes,
  box: Box,
  metrics: PageMetrics,
  holds_text: Holds,
  loaded: Holds,
} as const satisfies Record<keyof EngineArgs, z.ZodType>;

export type EngineMethod = keyof EngineArgs;
export type EngineAnswer<Method extends EngineMethod> = z.infer<(typeof engineAnswers)[Method]>;
