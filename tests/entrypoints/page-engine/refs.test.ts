// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import {
  countRefsFrom,
  lookUp,
  named,
  readinessOf,
  refOf,
  rememberReadiness,
} from '../../../entrypoints/page-engine/refs.ts';
import { one, showPage } from '../../fakes/page-layout.ts';

const rows = (order: readonly number[]) =>
  order.map((n) => `<tr><td>Order ${n}</td><td><button id="b${n}">Open</button></td></tr>`).join('');
const numberOf = (ref: string) => Number(ref.slice(1));

test('a ref stays with its element when it is moved and renamed', () => {
  showPage('<ul id="u"><li><button id="a">One</button></li></ul><div id="d"></div>');
  const ref = refOf(one('#a'));
  one('#d').append(one('#a'));
  one('#a').textContent = 'Two';
  const found = lookUp(numberOf(ref));
  expect(found.state === 'found' && found.element === one('#a')).toBe(true);
  expect(refOf(one('#a'))).toBe(ref);
});

test('a ref passes on to the element that took the place of its own: same role, name and row', () => {
  showPage(`<table id="t">${rows([1, 2, 3])}</table>`);
  const ref = refOf(one('#b2'));
  one('#t').innerHTML = rows([3, 1, 2]);
  const found = lookUp(numberOf(ref));
  expect(found).toMatchObject({ state: 'found', rematched: true });
  expect(found.state === 'found' && found.element.id).toBe('b2');
});

test('an element drawn anew has to be as ready as the one that was looked at', () => {
  showPage(`<table id="t">${rows([1, 2])}</table>`);
  const ref = refOf(one('#b2'));
  rememberReadiness(one('#b2'), 'enabled');
  one('#t').innerHTML = rows([2, 1]);
  lookUp(numberOf(ref));
  expect(readinessOf(one('#b2'))).toBe('enabled');
  expect(readinessOf(one('#b1'))).toBe('attached');
});

test('a ref whose row is gone never passes to another row, even to the only one left', () => {
  showPage(`<table id="t">${rows([1, 2])}</table>`);
  const ref = refOf(one('#b2'));
  one('#t').innerHTML = rows([1]);
  const found = lookUp(numberOf(ref));
  expect(found).toMatchObject({ state: 'stale', was: { role: 'button', name: 'Open' } });
  expect(found.state === 'stale' && found.nearest).toHaveLength(1);
});

test('a ref that was never given out is stale, and numbers go on from where they are told to', () => {
  expect(lookUp(999_999)).toEqual({ state: 'stale', was: null, nearest: [] });
  countRefsFrom(5_000);
  showPage('<p id="p">x</p>');
  expect(numberOf(refOf(one('#p')))).toBeGreaterThanOrEqual(5_000);
});

test('an element without a name is told by its text, one without a role by its tag', () => {
  showPage('<div id="d">Some words</div>');
  expect(named(one('#d'))).toMatchObject({ role: 'div', name: 'Some words' });
});
