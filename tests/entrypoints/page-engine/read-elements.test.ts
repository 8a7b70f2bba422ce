// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { readElements } from '../../../entrypoints/page-engine/read-elements.ts';
import { showPage } from '../../fakes/page-layout.ts';

const read = (css: string, more: { max?: number; visible_only?: boolean; styles?: string[] } = {}) =>
  readElements({ parts: [{ kind: 'css', css }], styles: [], visible_only: false, max: 100, ...more });

test('every element that the selector means is told in order, with its attributes and what a field holds', () => {
  showPage('<button class="a" data-row="1">One</button><input id="i" class="a" value="seven" checked>');
  const { elements, count } = read('.a');
  expect(count).toBe(2);
  expect(elements[0]).toMatchObject({ tag: 'button', role: 'button', name: 'One', text: 'One', value: null });
  expect(elements[0]?.attributes).toEqual({ class: 'a', 'data-row': '1' });
  expect(elements[1]).toMatchObject({ tag: 'input', value: 'seven', text: '' });
});

test('what a password, a hidden field or a handler holds is never told', () => {
  showPage(
    '<input class="a" type="password" value="hunter2" onfocus="x()"><input class="a" type="hidden" value="token77">',
  );
  const text = JSON.stringify(read('.a'));
  expect(text).toContain('"type":"password"');
  expect(text).not.toMatch(/hunter2|token77|x\(\)/);
});

test('more than asked for are counted and left out; those that do not show only on request', () => {
  showPage('<p class="a">1</p><p class="a" style="display:none">2</p><p class="a">3</p>');
  expect(read('.a', { max: 1 })).toMatchObject({ count: 3, elements: [{ text: '1' }] });
  const shown = read('.a', { visible_only: true }).elements.map(({ text }) => text);
  expect(shown).toEqual(['1', '3']);
  expect(read('.a').elements[1]).toMatchObject({ visible: false, text: '' });
});

test('long values are cut, and computed styles are told by the names asked for', () => {
  showPage(`<p class="a" title="${'x'.repeat(5000)}" style="color: rgb(1, 2, 3)">1</p>`);
  const element = read('.a', { styles: ['color'] }).elements[0];
  expect(element?.attributes['title']).toHaveLength(1000);
  expect(element?.styles['color']).toContain('1, 2, 3');
});
