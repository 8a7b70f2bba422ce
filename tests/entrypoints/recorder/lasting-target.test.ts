// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { controlOf, targetOf, textPlaceOf } from '../../../entrypoints/recorder/lasting-target.ts';
import { showPage } from '../../fakes/page-layout.ts';

function elementOf(id: string): Element {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`no #${id}`);
  return element;
}

/** The page's own ids are for the test alone; each starts with three digits' worth of noise, so that no selector is made of them. */
const page = `
  <form><label>E-mail <input id="x100" name="mail" placeholder="you@example.com"></label>
    <label>Month <select id="x101"><option>May</option><option>June</option></select></label>
    <button id="x102" data-testid="go"><svg id="x103"></svg>Show</button></form>
  <table><caption>Orders</caption><tbody>
    <tr><td>4711</td><td><a id="x104" href="/o/4711">Open</a></td></tr>
    <tr><td>4712</td><td><a id="x105" href="/o/4712">Open</a></td></tr></tbody></table>
  <nav aria-label="Pages"><button id="x106">Next</button></nav><nav aria-label="Photos"><button id="x107">Next</button></nav>
  <div id="x108" style="cursor: pointer"><span id="x109">Show more</span></div>
  <p id="x110">Ground</p><button id="x111">Like</button><button id="x112">Like</button>
  <button id="x113">{{parameters.password}}</button>`;

const selectors = (id: string): readonly string[] => targetOf(elementOf(id)).selectors;

test('a field is found by its label first, without the choices that it holds', () => {
  showPage(page);
  expect(selectors('x100').slice(0, 2)).toEqual(['label="E-mail"', 'role=textbox[name="E-mail"]']);
  expect(selectors('x100')).toContain('input[name="mail"]');
  expect(selectors('x101')[0]).toBe('label="Month"');
});

test('a button is found by its name, then by what its makers call it', () => {
  showPage(page);
  expect(selectors('x102').filter((one) => !one.includes('>>'))).toEqual([
    'role=button[name="Show"]',
    'testid="go"',
  ]);
});

test('of several with one name it is told by the part of the page that it lies in', () => {
  showPage(page);
  expect(selectors('x107')[0]).toBe('role=navigation[name="Photos"] >> role=button[name="Next"]');
  expect(selectors('x105')[0]).toMatch(/^role=row\[name="4712.*"\] >> role=link\[name="Open"\]$/);
});

test('without any such part its place among its likes is taken', () => {
  showPage(page);
  expect(selectors('x112')).toEqual(['role=button[name="Like"] >> nth=1']);
});

test('a press on a picture is one on its button; on the ground of a page it is none', () => {
  showPage(page);
  expect(controlOf(elementOf('x103'))?.id).toBe('x102');
  expect(controlOf(elementOf('x109'))?.id).toBe('x108');
  expect(controlOf(elementOf('x110'))).toBeNull();
});

test('what is no control by its role is found by its words', () => {
  showPage(page);
  expect(selectors('x108')).toHaveLength(1);
  expect(selectors('x108')[0]).not.toContain('nth-of-type');
});

test('no selector holds what the template would take for a reference', () => {
  showPage(page);
  expect(selectors('x113').join()).not.toContain('{{');
});

test('a text that is to be read is found by its place, since it will say something else', () => {
  showPage(
    '<main><h1 id="x1">Total</h1><p>Sum <b id="total">120.00</b></p><p><i id="x200">89.50</i><i id="x201">7.00</i></p></main>' +
      '<section aria-label="Balance"><i id="x202">3.10</i></section>',
  );
  expect(textPlaceOf(elementOf('total'))).toMatchObject({ name: '', selectors: ['#total', 'b'] });
  expect(textPlaceOf(elementOf('x202')).selectors).toEqual(['role=region[name="Balance"] >> css=i']);
  for (const id of ['x1', 'x200', 'x201'])
    expect(textPlaceOf(elementOf(id)).selectors.join()).not.toMatch(/Total|89|7\.00/);
});
