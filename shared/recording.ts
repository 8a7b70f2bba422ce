import { z } from 'zod';
import { selectorCharactersMax, urlCharactersMax } from './limits.ts';

// What a person does in a tab while it is recorded, as the recorder in the page tells it. What a field hides is never told:
// of a password only that there was one.

/** Acts that one recording holds at most. */
export const recordedActsMax = 200;
/** Further pages that one recording follows into. */
export const recordedPagesMax = 8;
/** Choices of a selector that the recorder gives for one control. */
export const selectorChoicesMax = 4;
const valueMax = 5_000;
const nameMax = 300;

const Url = z.url({ protocol: /^https?$/ }).max(urlCharactersMax);
// What a page says must not become a reference of the template that is made of it.
const isPlain = (text: string): boolean => !text.includes('{{');
const plain = 'must not hold "{{"';
const Name = z.string().max(nameMax);
const Value = z.string().max(valueMax);

/** A control as it was acted on: what a person calls it, and what finds it again, the most lasting first. */
export const RecordedTarget = z.strictObject({
  role: z.string().max(60),
  name: Name,
  tag: z.string().max(60),
  selectors: z
    .array(z.string().min(1).max(selectorCharactersMax).refine(isPlain, plain))
    .min(1)
    .max(selectorChoicesMax),
});
export type RecordedTarget = z.infer<typeof RecordedTarget>;

const at = { url: Url, target: RecordedTarget };
export const RecordedAct = z.discriminatedUnion('type', [
  /** An address that the person went to by herself. */
  z.strictObject({ type: z.literal('open'), url: Url }),
  z.strictObject({ type: z.literal('click'), ...at }),
  z.strictObject({
    type: z.literal('fill'),
    ...at,
    kind: z.enum(['text', 'number', 'date', 'month', 'check']),
    value: z.union([Value, z.boolean()]),
  }),
  /** A field whose content nobody is told. */
  z.strictObject({ type: z.literal('fill_secret'), ...at }),
  z.strictObject({
    type: z.literal('choose'),
    ...at,
    labels: z.array(Value.refine(isPlain, plain)).max(50),
    options: z.array(Value).max(200),
  }),
  z.strictObject({ type: z.literal('enter'), ...at }),
  z.strictObject({ type: z.literal('read_table'), ...at }),
  z.strictObject({ type: z.literal('read_text'), ...at }),
  /** The act before opened a further page; pages are counted from 0, the one that the recording began in. */
  z.strictObject({ type: z.literal('opened'), url: Url, page: z.int().min(1).max(recordedPagesMax) }),
  /** What follows was done in that page. */
  z.strictObject({ type: z.literal('page'), url: Url, page: z.int().min(0).max(recordedPagesMax) }),
  /** The click before brought a file. */
  z.strictObject({ type: z.literal('download'), url: Url, name: Name }),
]);
export type RecordedAct = z.infer<typeof RecordedAct>;

/** recorder → worker, besides the acts: the person has pressed "Finish". */
export const RecorderMessage = z.union([RecordedAct, z.strictObject({ type: z.literal('finished') })]);
export type RecorderMessage = z.infer<typeof RecorderMessage>;

/** Name of the line between the recorder in a page and the service worker. */
export const recorderPortName = 'recorder';
