// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { isDisabled, isEditable, shownValueOf, statesOf } from '../../../entrypoints/page-engine/states.ts';
import { one, showPage } from '../../fakes/page-layout.ts';

test('a control is disabled by itself, by its fieldset and by aria-disabled around it', () => {
  showPage(
    '<button id="a" disabled></button><div aria-disabled="true"><button ' +
      'id="c"></button></div><button id="d"></button>',
  );
  expect(['#a', '#c', '#d'].map((css) => isDisabled(one(css)))).toEqual([true, true, false]);
});

test('read-only fields and buttons take no input; boxes and editors do', () => {
  showPage(
    '<input id="a" readonly><input id="b" type="submit"><input id="c" type="checkbox" readonly><textarea id="d"></textarea>' +
      '<div id="e" contenteditable="true"></div><div id="f"></div><div id="g" role="switch"></div>',
  );
  expect(['#a', '#b', '#c', '#d', '#e', '#f', '#g'].map((css) => isEditable(one(css)))).toEqual([
    false,
    false,
    true,
    true,
    true,
    false,
    true,
  ]);
});

test('states are told as the page has them', () => {
  showPage(
    '<input id="a" type="checkbox" checked><h3 id="b">x</h3><div id="c" role="treeitem" ' +
      'aria-expanded="false" aria-selected="true"></div>',
  );
  expect(statesOf(one('#a'))).toMatchObject({ checked: true });
  expect(statesOf(one('#b'))).toMatchObject({ level: 3, checked: null });
  expect(statesOf(one('#c'))).toMatchObject({ expanded: false, selected: true });
});

test('the value of a password, a code or a card field is never told', () => {
  showPage(
    '<input id="a" type="password" value="x"><input id="b" autocomplete="one-time-code" ' +
      'value="1"><input id="c" autocomplete="cc-number" value="4"><input id="d" value="y">',
  );
  expect(['#a', '#b', '#c', '#d'].map((css) => shownValueOf(one(css)))).toEqual([null, null, null, 'y']);
});

test('a password field stays secret after the page shows its text', () => {
  showPage('<input id="a" type="password" value="x">');
  expect(shownValueOf(one('#a'))).toBeNull();
  one('#a').setAttribute('type', 'text');
  expect(shownValueOf(one('#a'))).toBeNull();
});
