import { z } from 'zod';

// Methods of the page engine round one act: the proof that its input arrived, and what came of it; a part of the
// table in `engine-methods.ts`.

const Spot = z.strictObject({ x: z.number(), y: z.number() });
const Stray = z.strictObject({ ref: z.string(), role: z.string(), name: z.string() });

export const Delivery = z.strictObject({
  delivered: z.boolean(),
  /** Where the event went instead; it was stopped there. */
  stray: Stray.nullable(),
  /** Where the pointer must let go when the target has moved from under it; null: where it is. */
  release: Spot.nullable().default(null),
  /** The page has set out for another document in answer. */
  leaving: z.boolean().default(false),
});
export type Delivery = z.infer<typeof Delivery>;

export const DeliveryEnd = z.strictObject({
  holds: z.boolean(),
  /** Presses that the target got. */
  presses: z.int().default(1),
  /** A click (or menu) event followed at the target. */
  clicked: z.boolean().default(true),
  /** The target is still in the page. */
  attached: z.boolean().default(true),
  /** It is not, and another element has taken its place: the page drew it anew. */
  redrawn: z.boolean().default(false),
  /** What got some of the input after the target had got the first; it was stopped there. */
  stray: Stray.nullable().default(null),
});
export type DeliveryEnd = z.infer<typeof DeliveryEnd>;

export const Effects = z.strictObject({ effects: z.array(z.string()).max(20) });

/** `text` is what `Input.insertText` sends: no keys, only the input itself. */
export type DeliveryKind = 'mouse' | 'move' | 'key' | 'text';

export type ActArgs = {
  /** Starts to watch for the first trusted event of a kind; `ref` null: wherever the focus is. */
  delivery_arm: {
    readonly ref: number | null;
    readonly kind: DeliveryKind;
    readonly timeout_ms: number;
    /** Presses that will come; those that go elsewhere are stopped until the target has had them all. */
    readonly presses?: number;
    /** Nothing but the target may get any of it, to the end; else what is typed may move on to further fields. */
    readonly strict?: boolean;
  };
  /** Resolves when that event was seen and worked off, or when the time given is over. */
  delivery: Record<string, never>;
  /** Whether the browser holds the target for pressed, whatever listeners keep back; if so, that is the proof. */
  delivery_active: Record<string, never>;
  delivery_end: Record<string, never>;
  /** Resolves with the first such event, before the page's own listeners have heard of it. */
  delivery_word: Record<string, never>;
  /** Whether input came to this document before an act could have meant it; it was stopped. */
  newborn_stopped: Record<string, never>;
  /** Reads what an act could change, and watches the page from here on; `ref` null: the act takes place in another frame. */
  before: { readonly ref: number | null };
  /** What has changed since. */
  effects: Record<string, never>;
};

export const actAnswers = {
  delivery_arm: z.strictObject({ holds: z.boolean() }),
  delivery: Delivery,
  delivery_active: z.strictObject({ holds: z.boolean() }),
  delivery_end: DeliveryEnd,
  delivery_word: z.strictObject({ holds: z.boolean() }),
  newborn_stopped: z.strictObject({ holds: z.boolean() }),
  before: z.strictObject({ holds: z.boolean() }),
  effects: Effects,
} as const satisfies Record<keyof ActArgs, z.ZodType>;
