import { raise } from '../../../shared/faults.ts';
import type { selectOption as declaration } from '../../../shared/tools/select-option.ts';
import type { Behaviour } from '../page.ts';
import { fillingOf } from './fill.ts';
import { chooseNative } from './fill-choice.ts';
import { chooseDrawn } from './fill-combobox.ts';

export const selectOption: Behaviour<typeof declaration> = async (page, args, targets, context) => {
  const target = targets[0];
  if (target === undefined) return raise('internal', 'There is nothing to choose in.', 'Propose it again.');
  const filling = await fillingOf(page, target, args.selector, context);
  const wanted =
    args.index === undefined
      ? { by: 'text' as const, values: [args.values ?? []].flat() }
      : { by: 'index' as const, indexes: [args.index].flat() };
  const { kind } = filling.state;
  const lists = kind === 'picker' || kind === 'combobox';
  if (kind !== 'select' && !lists) {
    raise(
      'bad-arguments',
      `${JSON.stringify(args.selector)} offers no options.`,
      'Choose a drop-down or a list; fields are filled with "fill".',
    );
  }
  const result = lists ? await chooseDrawn(filling, wanted) : await chooseNative(filling, wanted);
  return { result, verified: result.matches };
};
