import { raise } from '../../../shared/faults.ts';
import type { clear as declaration } from '../../../shared/tools/clear.ts';
import type { Behaviour } from '../page.ts';
import { type Filled, type Filling, fillingOf } from './fill.ts';
import { chooseNative, fillTypedValue } from './fill-choice.ts';
import { fillCodeEditor, fillRichText } from './fill-editor.ts';
import { fillText } from './fill-text.ts';

export const clear: Behaviour<typeof declaration> = async (page, args, targets, context) => {
  const target = targets[0];
  if (target === undefined) return raise('internal', 'There is nothing to empty.', 'Propose it again.');
  const { value, matches } = await empty(await fillingOf(page, target, args.selector, context));
  return {
    result: { value: value === null ? null : String(value), empty: matches },
    verified: matches,
  };
};

function empty(filling: Filling): Promise<Filled> {
  switch (filling.state.kind) {
    case 'text':
    case 'combobox':
      return fillText(filling, '');
    case 'rich-text':
      return fillRichText(filling, '');
    case 'code-editor':
      return fillCodeEditor(filling, '');
    case 'select':
      return emptyChoice(filling);
    case 'typed-value':
      if (!['color', 'range'].includes(filling.state.input_type)) return fillTypedValue(filling, '');
      return refuse(filling, 'is never empty');
    case 'checkbox':
    case 'radio':
    case 'radio-group':
      return refuse(filling, 'is a box or switch; "fill" with false unsets it');
    case 'picker':
      return refuse(filling, 'is emptied by its own controls');
    case 'stepped':
      return refuse(filling, 'is never empty');
    case 'file':
    case 'none':
      return refuse(filling, 'is no field that can be emptied');
  }
}

/** A multiple choice without any; a single one with the option that has no value, where there is one. */
async function emptyChoice(filling: Filling): Promise<Filled> {
  const values = filling.state.multiple ? [] : [''];
  const chosen = await chooseNative(filling, { by: 'text', values });
  return { value: chosen.values.join(', '), matches: chosen.matches };
}

function refuse({ selector }: Filling, why: string): never {
  return raise(
    'bad-arguments',
    `${JSON.stringify(selector)} ${why}.`,
    'Take a snapshot and choose another field, or another tool.',
  );
}
