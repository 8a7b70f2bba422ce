// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import {
  countRefsFrom,
  isRematched,
  lookUp,
  named,
  nextRef,
  readinessOf,
  refOf,
  rememberPlaces,
  rememberReadiness,
  shownRefOf,
} from '../../../entrypoints/page-engine/refs.ts';
import { one, showPage } from '../../fakes/page-layout.ts';

const rows = (order: readonly number[], more = '') =>
  order
    .map((n) => `<tr><td>Order ${n}${more}</td><td><button class="b${n}">Open</button></td></tr>`)
    .join('');
const numberOf = (ref: string) => Number(ref.slice(1));

/** What the refs of some elements are, as a snapshot gives them: all together. */
function refsOf(css: string): readonly number[] {
  const elements = [...document.querySelectorAll(css)];
  const refs = elements.map((element) => numberOf(refOf(element)));
  rememberPlaces(elements);
  return refs;
}

function meant(number: number | undefined): Element | null {
  const found = lookUp(number ?? 0);
  return found.state === 'found' ? found.element : null;
}

test('a ref stays with its element when it is moved and renamed', () => {
  showPage('<ul id="u"><li><button id="a">One</button></li></ul><div id="d"></div>');
  const ref = refOf(one('#a'));
  one('#d').append(one('#a'));
  one('#a').textContent = 'Two';
  expect(meant(numberOf(ref))).toBe(one('#a'));
  expect(isRematched(one('#a'))).toBe(false);
  expect(refOf(one('#a'))).toBe(ref);
});

test('a ref passes on to the element that took the place of its own, and that is said until it is shown', () => {
  showPage(`<table id="t">${rows([1, 2, 3])}</table>`);
  const ref = refOf(one('.b2'));
  one('#t').innerHTML = rows([3, 1, 2]);
  expect(meant(numberOf(ref))).toBe(one('.b2'));
  expect(isRematched(one('.b2'))).toBe(true);
  expect(shownRefOf(one('.b2'), 'button', 'Open')).toBe(ref);
  expect(isRematched(one('.b2'))).toBe(false);
});

test('a row that was drawn anew with other figures is known by its link, its head or its number', () => {
  const html = (total: string) =>
    [1, 2].map(
      (n) => `<li><a href="/o/${n}">Order ${n}</a> ${total} <button class="b${n}">Pay</button></li>`,
    );
  showPage(`<ul id="u">${html('5 EUR').join('')}</ul>`);
  const [, second] = refsOf('button');
  one('#u').innerHTML = html('7 EUR').reverse().join('');
  expect(meant(second)).toBe(one('.b2'));
});

test('a button whose count goes up with every drawing is known by what the page calls it', () => {
  showPage('<div id="d"><button id="like">Like (3)</button></div>');
  const ref = refOf(one('#like'));
  one('#d').innerHTML = '<button id="like">Like (4)</button>';
  expect(meant(numberOf(ref))).toBe(one('#like'));
});

test('a ref never passes to something of another name, whatever the page calls it', () => {
  showPage('<div id="d"><button id="next">Next step</button></div>');
  const ref = refOf(one('#next'));
  one('#d').innerHTML = '<button id="next">Send next order</button>';
  expect(lookUp(numberOf(ref))).toMatchObject({
    state: 'stale',
    why: 'gone',
    was: { name: 'Next step' },
    nearest: [{ name: 'Send next order' }],
  });
});

test('of things that are equal in every way the place tells which, as long as there are as many', () => {
  const five = '<button>×</button>'.repeat(5);
  showPage(`<div id="d">${five}</div>`);
  const [, second] = refsOf('button');
  one('#d').innerHTML = five;
  expect(meant(second)).toBe(document.querySelectorAll('button')[1]);
  one('#d').innerHTML = '<button>×</button>'.repeat(4);
  expect(meant(second)).toBe(null);
});

test('an element drawn anew has to be as ready as the one that was looked at', () => {
  showPage(`<table id="t">${rows([1, 2])}</table>`);
  const ref = refOf(one('.b2'));
  rememberReadiness(one('.b2'), 'enabled');
  one('#t').innerHTML = rows([2, 1]);
  lookUp(numberOf(ref));
  expect(readinessOf(one('.b2'))).toBe('enabled');
  expect(readinessOf(one('.b1'))).toBe('attached');
});

test('a ref whose row is gone never passes to another row, even to the only one left', () => {
  showPage(`<table id="t">${rows([1, 2])}</table>`);
  const [, second] = refsOf('button');
  one('#t').innerHTML = rows([1]);
  const found = lookUp(second ?? 0);
  expect(found).toMatchObject({ state: 'stale', why: 'gone', was: { role: 'button', name: 'Open' } });
  expect(found.state === 'stale' && found.nearest).toHaveLength(1);
});

test('a ref of an earlier document, and one that was never given out, are told as what they are', () => {
  showPage('<p id="p">x</p>');
  refOf(one('#p'));
  expect(lookUp(nextRef() + 1)).toEqual({ state: 'stale', why: 'unknown', was: null, nearest: [] });
  countRefsFrom(5_000);
  one('#p').replaceWith(document.createElement('p'));
  expect(numberOf(refOf(one('p')))).toBeGreaterThanOrEqual(5_000);
});

test('an element without a name is told by its text, one without a role by its tag', () => {
  showPage('<div id="d">Some words</div>');
  expect(named(one('#d'))).toMatchObject({ role: 'div', name: 'Some words' });
});

test('what took the place of a target must be as ready as the target had to be', () => {
  showPage(`<table id="t">${rows([1, 2, 3])}</table>`);
  const ref = numberOf(refOf(one('.b2')));
  rememberReadiness(one('.b2'), 'enabled');
  one('#t').innerHTML = rows([3, 1, 2]);
  expect(meant(ref)).toBe(one('.b2'));
  expect(readinessOf(one('.b2'))).toBe('enabled');
  expect(readinessOf(one('.b1'))).toBe('attached');
});
