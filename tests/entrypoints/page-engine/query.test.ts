// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { SelectorError } from '../../../entrypoints/page-engine/query.ts';
import { findAll } from '../../../entrypoints/page-engine/resolve.ts';
import { parseSelector } from '../../../shared/selector.ts';
import { showPage } from '../../fakes/page-layout.ts';

function idsOf(selector: string): readonly string[] {
  const parts = parseSelector(selector);
  if (!parts.ok) throw new Error(parts.fault.message);
  return findAll(parts.value).map((element) => element.id);
}

function host(mode: 'open' | 'closed', html: string): void {
  const element = document.createElement('x-box');
  element.attachShadow({ mode }).innerHTML = html;
  document.body.append(element);
}

const page =
  '<form id="f"><label id="l1" for="a">First name</label><input id="a" name="tagName" placeholder="Ada">' +
  '<input id="c" type="checkbox" checked aria-label="Terms"><button id="s">Save</button>' +
  '<button id="sa" disabled>Save as</button></form><p id="p">Say <b id="b">hello there</b></p>' +
  '<div data-testid="card" id="d"><h2 id="h">Card</h2></div>';

const found: readonly (readonly [string, readonly string[]])[] = [
  ['#f button', ['s', 'sa']],
  ['role=button[name="Save"]', ['s']],
  ['role=button[name*="save"]', ['s', 'sa']],
  ['role=button[disabled]', ['sa']],
  ['role=button[disabled=false]', ['s']],
  ['role=checkbox[checked]', ['c']],
  ['role=heading[level=2]', ['h']],
  ['text=hello', ['b']],
  ['text="Say hello there"', ['p']],
  ['text=HELLO   there', ['b']],
  ['label=first name', ['a']],
  ['placeholder=ada', ['a']],
  ['testid=card', ['d']],
  ['testid=card >> role=heading', ['h']],
  ['button >> nth=-1', ['sa']],
  ['#none', []],
];

test.each(found)('%s finds %j', (selector, ids) => {
  showPage(page);
  expect(idsOf(selector)).toEqual(ids);
});

test('selectors reach into open shadow roots, also in the middle of a CSS path', () => {
  showPage('');
  host('open', '<div class="row"><button id="in">Go</button></div>');
  expect(idsOf('button')).toEqual(['in']);
  expect(idsOf('role=button[name="Go"]')).toEqual(['in']);
  expect(idsOf('x-box >>> button')).toEqual(['in']);
  expect(idsOf('x-box .row button')).toEqual(['in']);
});

test('a CSS part that does not parse is told as such', () => {
  showPage(page);
  expect(() => idsOf('button[')).toThrow(Error);
  expect(() => idsOf(':nonsense(')).toThrow();
  expect(SelectorError.prototype).toBeInstanceOf(Error);
});
