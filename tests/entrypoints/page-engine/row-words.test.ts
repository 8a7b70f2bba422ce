// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { nameOf } from '../../../entrypoints/page-engine/accessible-name.ts';
import { isRematched, lookUp, refOf, rememberWords } from '../../../entrypoints/page-engine/refs.ts';
import { roleOf } from '../../../entrypoints/page-engine/roles.ts';
import { one, showPage } from '../../fakes/page-layout.ts';

// Lists that are drawn anew into the nodes they had: what a ref means then.

type Row = readonly string[];

const kinds: Record<string, (row: Row) => string> = {
  'rows of a table': ([id, who, state]) =>
    `<tr><td>${id}</td><td>${who}</td><td>${state}</td><td><button>Delete</button></td></tr>`,
  'entries of a list': ([id, who, state]) => `<li>${id} ${who} (${state}) <button>Delete</button></li>`,
  'cards without a role': ([id, who, state]) =>
    `<div><div><b>${id}</b> ${who}</div><p>${state}</p><div><span><button>Delete</button></span></div></div>`,
  'chips that say it in the name': ([id, who]) =>
    `<span><button aria-label="Delete ${who} ${id}">×</button></span>`,
  'rows with their rank before them': ([id, who, state], at = 0) =>
    `<tr><td>${at + 1}</td><td>${who}</td><td>${id}</td><td>${state}</td><td><button>Delete</button></td></tr>`,
};

const orders: readonly Row[] = [
  ['Order 1001', 'Adams', 'paid'],
  ['Order 1002', 'Brown', 'open'],
  ['Order 1003', 'Clark', 'paid'],
  ['Order 1004', 'Davis', 'late'],
];

function html(kind: string, list: readonly Row[]): string {
  const draw = kinds[kind] as (row: Row, at: number) => string;
  const within = /<tr/.test(draw(['', '', ''], 0))
    ? 'table'
    : /<li/.test(draw(['', '', ''], 0))
      ? 'ul'
      : 'div';
  return `<${within} id="list">${list.map(draw).join('')}</${within}>`;
}

/** As a framework without keys does: the nodes stay, their texts and attributes become those of the new rows. */
function patch(kind: string, list: readonly Row[]): void {
  const made = document.createElement('div');
  made.innerHTML = html(kind, list);
  const bring = (old: Element, fresh: Element) => {
    for (const { name, value } of fresh.attributes) old.setAttribute(name, value);
    for (const [at, node] of [...fresh.childNodes].entries()) {
      const there = old.childNodes[at];
      if (there === undefined) old.append(node.cloneNode(true));
      else if (there instanceof Element && node instanceof Element) bring(there, node);
      else there.nodeValue = node.nodeValue;
    }
    while (old.childNodes.length > fresh.childNodes.length) old.lastChild?.remove();
  };
  const [fresh] = made.children;
  if (fresh === undefined) throw new Error('nothing was drawn');
  bring(one('#list'), fresh);
}

/** The refs of the buttons, as a snapshot gives them. */
function shown(css = 'button'): readonly number[] {
  const elements = [...document.querySelectorAll(css)];
  const refs = elements.map((element) => Number(refOf(element).slice(1)));
  const told = elements.map((element) => ({ element, role: roleOf(element), name: nameOf(element) }));
  rememberWords(told, new Set(elements));
  return refs;
}

function meant(ref: number | undefined): Element | null {
  const found = lookUp(ref ?? 0);
  return found.state === 'found' ? found.element : null;
}

function buttonAt(at: number): Element | undefined {
  return [...document.querySelectorAll('button')][at];
}

describeKinds('a row that comes to stand elsewhere is followed there, and that is said', (kind) => {
  showPage(html(kind, orders));
  const refs = shown();
  patch(kind, [...orders].reverse());
  expect(refs.map(meant)).toEqual([3, 2, 1, 0].map(buttonAt));
  expect(isRematched(buttonAt(0) as Element)).toBe(true);
});

describeKinds('a row that was taken out is gone, and the rows behind it are followed', (kind) => {
  showPage(html(kind, orders));
  const refs = shown();
  patch(kind, orders.slice(1));
  expect(refs.map(meant)).toEqual([null, buttonAt(0), buttonAt(1), buttonAt(2)]);
  expect(lookUp(refs[0] ?? 0)).toMatchObject({ state: 'stale', why: 'gone' });
});

describeKinds('rows that nobody has seen take over no ref, in the same nodes either', (kind) => {
  showPage(html(kind, orders));
  const refs = shown();
  patch(kind, [
    ['Order 1005', 'Evans', 'paid'],
    ['Order 1006', 'Fox', 'open'],
    ['Order 1007', 'Green', 'paid'],
    ['Order 1008', 'Hill', 'open'],
  ]);
  expect(refs.map(meant)).toEqual([null, null, null, null]);
  expect(refOf(buttonAt(1) as Element)).not.toBe(`e${refs[1]}`);
});

describeKinds('a row that comes before the others moves none of their refs', (kind) => {
  showPage(html(kind, orders));
  const refs = shown();
  patch(kind, [['Order 1000', 'Young', 'open'], ...orders]);
  expect(refs.map(meant)).toEqual([1, 2, 3, 4].map(buttonAt));
});

function describeKinds(title: string, run: (kind: string) => void): void {
  test.each(Object.keys(kinds))(`${title}: %s`, run);
}

test.each([
  [
    'a state in the row',
    '<li>Lamp: off <button>Turn</button></li><li>Fan: off <button>Turn</button></li>',
    'Lamp: on',
  ],
  ['a count in the row', '<li>Apple 1 <button>+</button></li><li>Pear 1 <button>+</button></li>', 'Apple 2'],
  [
    'a message before the row',
    '<li>Apple <button>+</button></li><li>Pear <button>+</button></li>',
    'Saved! Apple',
  ],
  [
    'a time in the row',
    '<li>2 min ago Ann: hi <button>Reply</button></li><li>5 min ago Bob: yo <button>Reply</button></li>',
    '3 min ago Ann: hi',
  ],
])('%s may change, and the ref stays', (_title, list, text) => {
  showPage(`<ul>${list}</ul>`);
  const [first] = shown();
  const node = one('li').firstChild;
  if (node !== null) node.nodeValue = `${text} `;
  expect(meant(first)).toBe(buttonAt(0));
});

test('a switch that calls itself anew keeps its ref, in a row and beside other buttons', () => {
  showPage(
    '<ul><li>Lamp <button>On</button></li><li>Fan <button>Off</button></li></ul><p><button>Save</button><button>Cancel</button></p>',
  );
  const refs = shown();
  const names = ['Off', 'On', 'Saving…', 'Close'];
  for (const [at, name] of names.entries()) (buttonAt(at) as Element).textContent = name;
  expect(refs.map(meant)).toEqual([0, 1, 2, 3].map(buttonAt));
});

test('of cards drawn anew without the one that was meant, none is taken for it', () => {
  const card = ([id, who]: Row) => `<div><b>${id}</b> ${who} <button>Delete</button></div>`;
  showPage(`<section id="s">${orders.map(card).join('')}</section>`);
  const refs = shown();
  one('#s').innerHTML = orders.slice(2, 3).map(card).join('');
  expect(refs.map(meant)).toEqual([null, null, buttonAt(0), null]);
});

test('boxes called by their row, links and options go with their words', () => {
  const list = (names: readonly string[]) =>
    names
      .map((name) => `<li><label><input type="checkbox"> ${name}</label> <a href="/${name}">${name}</a></li>`)
      .join('');
  const options = (names: readonly string[]) =>
    names.map((name) => `<div role="option">${name}</div>`).join('');
  showPage(`<ul>${list(['Milk', 'Bread'])}</ul><div role="listbox">${options(['Berlin', 'Bern'])}</div>`);
  const css = 'input, a, [role=option]';
  const refs = shown(css);
  const fresh = document.createElement('div');
  fresh.innerHTML = `<ul>${list(['Bread', 'Eggs'])}</ul><div role="listbox">${options(['Bern', 'Basel'])}</div>`;
  for (const [at, label] of [...document.querySelectorAll('label')].entries()) {
    const name = ['Bread', 'Eggs'][at] ?? '';
    const text = label.lastChild;
    if (text !== null) text.nodeValue = ` ${name}`;
    const link = document.querySelectorAll('a')[at];
    link?.setAttribute('href', `/${name}`);
    if (link) link.textContent = name;
    const option = document.querySelectorAll('[role=option]')[at];
    if (option) option.textContent = ['Bern', 'Basel'][at] ?? '';
  }
  const now = [...document.querySelectorAll(css)];
  expect(refs.map(meant)).toEqual([null, null, now[0], now[1], null, now[4]]);
});
