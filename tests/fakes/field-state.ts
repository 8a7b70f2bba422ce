import type { FieldState } from '../../shared/engine-input.ts';

/** A field as the page engine tells it: an empty text field, unless `more` says otherwise. */
export function fieldState(more: Partial<FieldState> = {}): FieldState {
  return {
    kind: 'text',
    input_type: 'text',
    value: '',
    labels: [],
    multiple: false,
    sensitive: false,
    focused: true,
    characters_max: null,
    invalid: [],
    ...more,
  };
}

/** What `field_end` gives for a field whose input arrived. */
export function fieldEnd(state: FieldState) {
  return { state, delivered: true, stray: null };
}
