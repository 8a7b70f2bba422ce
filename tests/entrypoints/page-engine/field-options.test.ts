// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { optionListOf, showsNear } from '../../../entrypoints/page-engine/field-options.ts';
import { one, showPage } from '../../fakes/page-layout.ts';

const labels = (css: string) => optionListOf(one(css)).options.map(({ label }) => label);

test('a native choice tells its options with value, label and state', () => {
  showPage(
    '<select id="s"><option value="n">Norway</option><option selected disabled>Mars</option></select>',
  );
  expect(optionListOf(one('#s'))).toEqual({
    open: true,
    multiple: false,
    busy: false,
    list: null,
    options: [
      { ref: null, value: 'n', label: 'Norway', selected: false, disabled: false },
      { ref: null, value: 'Mars', label: 'Mars', selected: true, disabled: true },
    ],
  });
});

test('a combobox offers the options of its own list, else those of a list in sight', () => {
  showPage(
    '<input id="a" role="combobox" aria-controls="l"><ul id="l" role="listbox"><li role="option">One</li></ul>' +
      '<input id="b" role="combobox">',
  );
  expect(labels('#a')).toEqual(['One']);
  expect(labels('#b')).toEqual(['One']);
});

test('a list offers its own options, and says which are chosen', () => {
  showPage(
    '<ul id="l" role="listbox" aria-multiselectable="true"><li role="option" aria-selected="true">One</li>' +
      '<li role="option" aria-disabled="true">Two</li></ul>',
  );
  expect(optionListOf(one('#l'))).toMatchObject({
    multiple: true,
    options: [
      { label: 'One', selected: true },
      { label: 'Two', selected: false, disabled: true },
    ],
  });
});

test('a choice shows near its field as a chip, but not in the list under it', () => {
  showPage(
    '<div><span>Ada</span><input id="a" role="combobox" aria-controls="l"></div>' +
      '<ul id="l" role="listbox"><li role="option">Bo</li></ul>',
  );
  expect(showsNear(one('#a'), 'Ada')).toBe(true);
  expect(showsNear(one('#a'), 'Bo')).toBe(false);
});
