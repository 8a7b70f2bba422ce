import type { Named } from '../../../shared/engine-methods.ts';
import { attempt, FaultError, raise } from '../../../shared/faults.ts';
import { collapse } from '../../../shared/plain-text.ts';
import { askEngine, numberOfRef, pause, prefixOf, stopIfCancelled } from './ask-engine.ts';
import type { Filled, Filling } from './fill.ts';
import { clear, focusAll, readBack, textIn } from './fill-text.ts';
import { insertText, typeText } from './keyboard.ts';
import { clickTarget, leftClick, withProof } from './mouse.ts';
import { resolveTarget } from './resolve-targets.ts';
import { sameValue } from './same-value.ts';

/**
 * Longest wait for a list to open under a field, and for the wanted option once other options are there.
 */
const listMs = 2_000;
const restMs = 400;
const pollMs = 60;
const typedCharactersMax = 200;

/**
 * Types into a text field with a list under it, as a person does, key by key. If the list then has an
 * option of exactly this name it is chosen; else the text stays and the list stays open, for the caller to
 * choose from.
 */
export async function fillCombobox(filling: Filling, wanted: string): Promise<Filled> {
  const { page, target, context } = filling;
  if (!(await focusAll(filling)))
    raise('not-actionable', 'The field does not take the focus.', 'Click it first.');
  await clear(filling);
  if (wanted !== '') {
    const long = wanted.length > typedCharactersMax;
    await withProof(page, target, long ? 'text' : 'key', context.deadline, () =>
      long ? insertText(page, wanted) : typeText(page, wanted, context.signal),
    );
    const option = await awaitOption(filling, wanted);
    if (option !== null) await chooseOption(filling, option);
  }
  const held = textIn(await readBack(filling));
  return { value: held, matches: sameValue(held, wanted) };
}

/** Opens a box that only offers choices, and chooses the option of this name. */
export async function fillPicker(filling: Filling, wanted: string): Promise<Filled> {
  const { page, target, frameId, ref, context } = filling;
  if (sameValue(textIn(filling.state), wanted)) return { value: wanted, matches: true };
  const open = await askEngine(page, frameId, 'choices', { ref }, context.deadline);
  if (!open.open) await clickTarget(page, target, leftClick, context);
  const option = await awaitOption(filling, wanted);
  if (option === null) {
    const { options } = await askEngine(page, frameId, 'choices', { ref }, context.deadline);
    const choices = options.slice(0, 50).map(({ name }) => name);
    raise('bad-arguments', 'The list has no option of this name.', 'Use one of the choices in the detail.', {
      choices,
    });
  }
  await chooseOption(filling, option);
  const held = collapse(textIn(await readBack(filling)));
  return { value: held, matches: sameValue(held, wanted) || held.includes(collapse(wanted)) };
}

/**
 * The option that is named exactly so; null once the list has come to rest without it, or none opened in
 * time.
 */
async function awaitOption(filling: Filling, wanted: string): Promise<Named | null> {
  const { page, frameId, ref, context } = filling;
  const until = Math.min(context.deadline, Date.now() + listMs);
  let last = '';
  let restsSince = Date.now();
  while (Date.now() < until) {
    stopIfCancelled(context.signal);
    const { open, options } = await askEngine(page, frameId, 'choices', { ref }, context.deadline);
    const exact = options.find(({ name }) => collapse(name) === collapse(wanted));
    if (exact !== undefined) return exact;
    const names = options.map(({ name }) => name).join('\n');
    if (names !== last) restsSince = Date.now();
    last = names;
    if (open && Date.now() - restsSince > restMs) return null;
    await pause(pollMs, context.signal);
  }
  return null;
}

async function chooseOption(filling: Filling, option: Named): Promise<void> {
  const { page, frameId, context } = filling;
  const selector = `ref=${prefixOf(frameId)}e${numberOfRef(option.ref)}`;
  const query = { selector, readiness: 'enabled' } as const;
  const target = await attempt(() => resolveTarget(page, query, context.deadline, context.signal));
  if (!target.ok) throw new FaultError(target.fault);
  await clickTarget(page, target.value, leftClick, context);
}
