import { raise } from '../../../shared/faults.ts';
import { stopIfCancelled } from './ask-engine.ts';
import type { Filled, Filling } from './fill.ts';
import { parseCombination } from './key-table.ts';
import { pressCombination } from './keyboard.ts';
import { putIn } from './put-in.ts';

// Sliders and number wheels that the page draws itself: they are moved by the arrow keys, as ARIA has it, and say
// what they hold as they go. How far one press goes is learnt from the first.

const roundsMax = 6;
const pressesMax = 400;

/** Brings a drawn slider or spin button to a number, or as near as its steps allow. */
export async function fillStepped(filling: Filling, text: string): Promise<Filled> {
  const wanted = Number(text.trim().replace(',', '.'));
  if (text.trim() === '' || !Number.isFinite(wanted)) {
    raise(
      'bad-arguments',
      `${JSON.stringify(filling.selector)} holds a number.`,
      'Give a number as its value.',
    );
  }
  const isSpin = filling.target.description.role === 'spinbutton';
  const [up, down] = isSpin ? (['ArrowUp', 'ArrowDown'] as const) : (['ArrowRight', 'ArrowLeft'] as const);
  let held = Number(filling.state.value);
  /** How much one press changes it; null until one was made. */
  let step: number | null = null;
  let left = pressesMax;
  for (let round = 0; round < roundsMax && held !== wanted && left > 0; round++) {
    const distance = wanted - held;
    const presses = step === null ? 1 : Math.min(left, Math.floor(Math.abs(distance) / step + 1e-6));
    if (presses === 0) break;
    const before = held;
    held = await pressed(filling, distance > 0 ? up : down, presses);
    left -= presses;
    const moved = Math.abs(held - before);
    if (moved === 0) break;
    if (step === null) step = moved;
    if (Math.abs(wanted - held) >= Math.abs(distance)) break;
  }
  const matches = sameNumber(held, wanted);
  return { value: String(held), matches, ...(matches ? {} : { detail: whyNot(filling, held, step) }) };
}

function whyNot({ state }: Filling, held: number, step: number | null): string {
  if (step !== null) return `The nearest that its steps reached is ${held}.`;
  return `It stayed at ${String(state.value)}: it does not answer to the arrow keys. Move it with drag.`;
}

async function pressed(filling: Filling, key: string, times: number): Promise<number> {
  const combination = parseCombination(key);
  if (combination === null) throw new Error(`${key} is not in the table of keys`);
  const put = await putIn(filling, { kind: 'key', select: false, frames: 2 }, async () => {
    for (let turn = 0; turn < times; turn++) {
      stopIfCancelled(filling.context.signal);
      await pressCombination(filling.page, combination);
    }
  });
  if (put === null) {
    return raise(
      'not-actionable',
      `${JSON.stringify(filling.selector)} does not take the focus, so no key reaches it.`,
      'Move it with drag.',
    );
  }
  return Number(put.state.value);
}

/** Steps like 0.1 add up inexactly. */
function sameNumber(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(other));
}
