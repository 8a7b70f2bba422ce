import type { FieldState } from '../../../shared/engine-input.ts';
import { attempt, type Fault, FaultError, fault } from '../../../shared/faults.ts';
import { askEngine, withPrefix } from './ask-engine.ts';
import type { Filling } from './fill.ts';
import { endsInDialog, refuseUnderDialog, stoppedAtBirth, strayFault, strayFrameFault } from './proof.ts';

// Trusted input into one field, in three steps: focus it and start the watch, send, read it back once the
// page has answered. A page that leaves or asks something in between ends it early; then nothing can be read.

/** The field after the input; `cut` says what kept it from being read back. */
export type Put = { readonly state: FieldState; readonly cut: 'dialog' | 'left' | 'stray' | null };

type Way = {
  readonly kind: 'key' | 'text';
  /** Whether what the field holds is selected first, so that it is replaced. */
  readonly select: boolean;
  /** Frames that the field must stay the same before it is read. */
  readonly frames: number;
};

/** Null when the field does not take the focus; nothing was sent then. */
export async function putIn(filling: Filling, way: Way, send: () => Promise<void>): Promise<Put | null> {
  const { page, frameId, ref, context } = filling;
  refuseUnderDialog(page);
  const timeout_ms = Math.max(1, Math.min(context.deadline - Date.now(), 120_000));
  const begin = { ref, select: way.select, kind: way.kind, timeout_ms };
  const [endOthers, { holds }] = await Promise.all([
    page.guardOthers(frameId),
    askEngine(page, frameId, 'field_begin', begin, context.deadline),
  ]);
  if (!holds) {
    await endOthers();
    return null;
  }
  const sent = await attempt(() => endsInDialog(send));
  const strayFrame = await endOthers();
  if (!sent.ok) throw new FaultError(sent.fault);
  if (strayFrame !== null) throw new FaultError(strayFrameFault(strayFrame, false));
  if (sent.value || page.dialog() !== null) return cutShort(filling, 'dialog');
  return readEnd(filling, way.frames);
}

/** The field as it is once the page has answered. */
export async function readBack(filling: Filling, frames = 1): Promise<FieldState> {
  return (await readEnd(filling, frames)).state;
}

async function readEnd(filling: Filling, frames: number): Promise<Put> {
  const { page, frameId, ref, context } = filling;
  const read = await attempt(() => askEngine(page, frameId, 'field_end', { ref, frames }, context.deadline));
  if (!read.ok) {
    const cut = cutBy(read.fault);
    if (cut === 'left' && (await stoppedAtBirth(page, frameId))) throw new FaultError(otherDocument);
    return cutShort(filling, cut);
  }
  const { state, stray, delivered } = read.value;
  if (stray !== null && !delivered) throw new FaultError(strayFault(withPrefix(frameId, stray)));
  if (stray !== null) return cutShort(filling, 'stray');
  if (frames > 0) context.noteDrawn?.();
  return { state, cut: null };
}

function cutBy(why: Fault): 'dialog' | 'left' {
  if (why.code === 'dialog-open') return 'dialog';
  if (why.code === 'stale-ref' || why.code === 'no-page') return 'left';
  throw new FaultError(why);
}

const otherDocument = fault(
  'stale-ref',
  'The page became another document before the input came; it was stopped there. Nothing was filled.',
  'Look at the page again.',
);

function cutShort({ state }: Filling, cut: NonNullable<Put['cut']>): Put {
  return { state: { ...state, value: '', labels: [], invalid: [] }, cut };
}
