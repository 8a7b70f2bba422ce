// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { isEditableRegion, isFocusable, roleOf } from '../../../entrypoints/page-engine/roles.ts';
import { one, showPage } from '../../fakes/page-layout.ts';

const roles: readonly (readonly [string, string])[] = [
  ['<a id="t" href="/x">x</a>', 'link'],
  ['<a id="t">x</a>', ''],
  ['<input id="t">', 'textbox'],
  ['<input id="t" type="search">', 'searchbox'],
  ['<input id="t" type="search" list="l">', 'combobox'],
  ['<input id="t" type="checkbox">', 'checkbox'],
  ['<input id="t" type="checkbox" role="switch">', 'switch'],
  ['<select id="t"></select>', 'combobox'],
  ['<select id="t" multiple></select>', 'listbox'],
  ['<img id="t" alt="">', ''],
  ['<img id="t">', 'img'],
  ['<section id="t">x</section>', ''],
  ['<section id="t" aria-label="News">x</section>', 'region'],
  ['<header id="t">x</header>', 'banner'],
  ['<main><header id="t">x</header></main>', ''],
  ['<div id="t" role="nonsense button">x</div>', 'button'],
  ['<div id="t" role="presentation">x</div>', ''],
  ['<button id="t" role="none">x</button>', 'button'],
  ['<div id="t" contenteditable="true">x</div>', 'textbox'],
  ['<table role="grid"><tr><td id="t">x</td></tr></table>', 'gridcell'],
  ['<table><tr><th id="t" scope="row">x</th></tr></table>', 'rowheader'],
  ['<h3 id="t">x</h3>', 'heading'],
];

test.each(roles)('%s has the role "%s"', (html, role) => {
  showPage(html);
  expect(roleOf(one('#t'))).toBe(role);
});

test('a form keeps its role when its controls hide its properties', () => {
  showPage(
    '<form id="t" aria-label="Pay"><input name="tagName"><input name="id"><input name="getAttribute"></form>',
  );
  expect(roleOf(one('[aria-label]'))).toBe('form');
});

test('what is inside an editable region is editable, what is beside it is not', () => {
  showPage('<div contenteditable="true"><p id="in">x</p></div><p id="out">x</p>');
  expect(isEditableRegion(one('#in'))).toBe(true);
  expect(isEditableRegion(one('#out'))).toBe(false);
});

test('a link without an address takes no focus, an element with tabindex does', () => {
  showPage('<a id="a">x</a><div id="d" tabindex="-1">x</div>');
  expect(isFocusable(one('#a'))).toBe(false);
  expect(isFocusable(one('#d'))).toBe(true);
});
