import { z } from 'zod';

// Methods of the page engine for dragging, scrolling and choosing; a part of the table in `engine-methods.ts`.

const Extent = z.strictObject({ up: z.number(), down: z.number(), left: z.number(), right: z.number() });
const Element = z.strictObject({ ref: z.string(), role: z.string(), name: z.string() });
const Holds = z.strictObject({ holds: z.boolean() });
const Offset = z.strictObject({ x: z.number(), y: z.number() });

/** What became of a drag so far, as one frame saw it. */
export const DragSeen = z.strictObject({
  /** `dragstart` was seen and let happen: the browser's own drag and drop. */
  native: z.boolean(),
  /** The pointer was seen to be let go, or the browser's drag to end. */
  released: z.boolean(),
  /** An element took the drop. */
  dropped: z.boolean(),
  /** What lies where it was let go, under what is dragged. */
  on: Element.nullable(),
  moved: z.boolean(),
  /** Text selected since; null when the selection is what it was. */
  selected: z.string().nullable(),
});
export type DragSeen = z.infer<typeof DragSeen>;

export const Scrolled = z.strictObject({
  /** `page`, or the ref of what was scrolled; null when nothing there scrolls that way. */
  scroller: z.string().nullable(),
  moved: Offset,
  remaining: Extent,
  in_view: z.boolean().nullable(),
  /** Height and width of the content, by which a page that adds to it is known. */
  size: Offset,
});
export type Scrolled = z.infer<typeof Scrolled>;

/** What a choice offers, native or drawn by the page. */
export const OptionList = z.strictObject({
  /** False for a drawn list that does not show now. */
  open: z.boolean(),
  multiple: z.boolean(),
  /** The page says that more is coming. */
  busy: z.boolean(),
  /** Ref of the drawn list; null for a native choice. */
  list: z.string().nullable(),
  options: z.array(
    z.strictObject({
      /** Null in a native choice. */
      ref: z.string().nullable(),
      value: z.string(),
      label: z.string(),
      selected: z.boolean(),
      disabled: z.boolean(),
    }),
  ),
});
export type OptionList = z.infer<typeof OptionList>;

export const FieldKind = z.enum([
  'text',
  'checkbox',
  'radio',
  'select',
  'typed-value',
  'radio-group',
  'rich-text',
  'code-editor',
  'combobox',
  'picker',
  'stepped',
  'file',
  'none',
]);
export type FieldKind = z.infer<typeof FieldKind>;
export const FieldState = z.strictObject({
  kind: FieldKind,
  input_type: z.string(),
  /** What the field holds; empty for sensitive fields. */
  value: z.union([z.string(), z.boolean(), z.array(z.string())]),
  /** Labels of the chosen options of a choice; empty otherwise. */
  labels: z.array(z.string()),
  multiple: z.boolean(),
  sensitive: z.boolean(),
  focused: z.boolean(),
  /** Its `maxlength`; null without one. */
  characters_max: z.int().nullable(),
  /** What the browser or the page finds wrong with the value: `patternMismatch`, `stepMismatch`. */
  invalid: z.array(z.string()),
});
export type FieldState = z.infer<typeof FieldState>;
/** Whether a field took what was written into it, and if not why. */
export const FieldSet = z.strictObject({
  set: z.boolean(),
  reason: z.string(),
  choices: z.array(z.string()),
});

export const FieldEnd = z.strictObject({
  state: FieldState,
  delivered: z.boolean(),
  /** Where the event went instead; it was stopped there. */
  stray: Element.nullable(),
});
export type FieldEnd = z.infer<typeof FieldEnd>;

/** The number of a ref without its `e`; the frame is the one that is called. */
type ByRef = { readonly ref: number };

export type InputArgs = {
  field: ByRef;
  /**
   * Focuses an element; with `select`, all that it holds is selected, so that what is typed replaces it.
   */
  field_focus: ByRef & { readonly select: boolean };
  /** Sets the value by the browser's own setter, and tells the page as a person's input would. */
  field_set: ByRef & { readonly value: string };
  /**
   * Writes a secret into exactly this node, if the frame still has the origin; nothing of it ever comes
   * back.
   */
  field_secret: ByRef & { readonly value: string; readonly origin: string };
  option_choose: ByRef;
  /** Starts to watch for what becomes of a drag; `ref` is what is dragged, null in a frame that it is dragged to. */
  drag_arm: { readonly ref: number | null };
  /** What was seen since, once the pointer was let go, or after `timeout_ms`; ends the watch with `end`. */
  drag_seen: { readonly timeout_ms: number; readonly end: boolean };
  /** Where a point of an element lies, given from its top left corner; scrolls it into view first. */
  point_show: { readonly ref: number; readonly x: number; readonly y: number };
  /** Scrolls the page so that both elements show at once, if they fit. */
  both_show: { readonly ref: number; readonly other: number };
  /** Resolves with the next frame that the page draws, so that it has seen the pointer where it is. */
  frame_drawn: Record<string, never>;
  /** Scrolls; without `ref` the page, or the largest area that scrolls. */
  scroll: {
    readonly ref: number | null;
    readonly by: { readonly x: number; readonly y: number } | null;
    readonly to: 'top' | 'bottom' | 'left' | 'right' | null;
  };
  /** Where the area that was scrolled last stands now; nothing is scrolled. */
  scrolled: { readonly ref: number | null };
  option_list: { readonly ref: number };
  /** Chooses exactly these options of a native choice: by place, or where that is null by value or label. */
  field_choose: {
    readonly ref: number;
    readonly values: readonly string[];
    readonly indexes: readonly number[] | null;
  };
  /** Focuses a field, selects what it holds if asked, and watches for the first trusted event of a kind there. */
  field_begin: {
    readonly ref: number;
    readonly select: boolean;
    readonly kind: 'key' | 'text';
    readonly timeout_ms: number;
  };
  /** The field once it has stayed the same for so many frames, and where the event went; ends the watch. */
  field_end: { readonly ref: number; readonly frames: number };
  /**
   * Hands a text to an editor as its own paste handler takes it, or to a region without an editor line by
   * line; false when nothing took it.
   */
  field_paste: { readonly ref: number; readonly text: string };
  /** All that an editor would copy of what is selected in it; null when it does not say. */
  field_copied: { readonly ref: number };
  /** The radio button of a value or label in the group of an element; null when there is none. */
  radio_find: { readonly ref: number; readonly text: string };
  /** Whether a text shows in or near a field, outside the list under it. */
  shows_near: { readonly ref: number; readonly text: string };
};

export const inputAnswers = {
  drag_arm: Holds,
  drag_seen: DragSeen,
  point_show: Offset,
  both_show: Holds,
  frame_drawn: Holds,
  scroll: Scrolled,
  scrolled: Scrolled,
  option_list: OptionList,
  field_choose: FieldSet,
  field_begin: Holds,
  field_end: FieldEnd,
  field_paste: Holds,
  field_copied: z.strictObject({ text: z.string().nullable() }),
  radio_find: z.strictObject({ ref: z.string().nullable(), choices: z.array(z.string()) }),
  shows_near: Holds,
  field: FieldState,
  field_focus: Holds,
  field_set: FieldSet,
  field_secret: z.strictObject({ matches: z.boolean() }),
  option_choose: FieldSet,
} as const satisfies Record<keyof InputArgs, z.ZodType>;
