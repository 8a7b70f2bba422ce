import type { EngineAnswer } from '../../../shared/engine-methods.ts';
import { raise } from '../../../shared/faults.ts';

type Field = EngineAnswer<'file_field'>;
type File = { readonly name: string; readonly mime_type: string };

/** Refuses files that a person could not choose in this field either; nothing has been given to the page by then. */
export function refuseUnfit(field: Field, files: readonly File[]): void {
  if (field.kind !== 'field') {
    raise('not-found', 'The file field is gone.', 'Take a new snapshot and choose the field.');
  }
  if (field.disabled) {
    raise('not-actionable', 'The file field is disabled.', 'See what the page wants to be done first.', {
      why: 'disabled',
    });
  }
  if (field.folder) {
    raise(
      'not-actionable',
      'The field takes whole folders, not files.',
      'Look for a field that takes files.',
    );
  }
  if (!field.multiple && files.length > 1) {
    raise('bad-arguments', `The field takes one file, and ${files.length} were given.`, 'Upload one file.');
  }
  const unfit = files.filter((file) => !isAccepted(field.accept, file)).map(({ name }) => name);
  if (unfit.length === 0) return;
  raise(
    'bad-arguments',
    'The field does not take files of this type.',
    'Give a file of a type that `accept` names; with content, name and mime_type tell the type.',
    { accept: field.accept.slice(0, 500), refused: unfit },
  );
}

/** By the rules of HTML's `accept`: extensions, exact types, or a kind such as `image/*`; an empty one takes all. */
export function isAccepted(accept: string, { name, mime_type }: File): boolean {
  const wanted = accept
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one !== '');
  const type = mime_type.toLowerCase();
  return (
    wanted.length === 0 ||
    wanted.some((one) => {
      if (one.startsWith('.')) return name.toLowerCase().endsWith(one);
      if (one === '*' || one === '*/*') return true;
      return one.endsWith('/*') ? type.startsWith(one.slice(0, -1)) : type === one;
    })
  );
}
