import { afterAll, beforeAll, expect, test } from 'vitest';
import { ToolBench } from '../fakes/tool-bench.ts';

// Looking at every element that a selector means, in a real Chromium, without the extension.

let bench: ToolBench;

beforeAll(async () => {
  bench = await ToolBench.start();
});

afterAll(() => bench.close());

const look = async (args: Record<string, unknown>) => (await bench.does('get_elements', args)).result;

test('shapes of a drawing are told with place, size, what they are made of and the colour they have', async () => {
  await bench.open(
    `<style>body { margin: 0 } .warm { fill: rgb(255, 100, 0) }</style>
     <svg width="200" height="100"><circle class="warm" cx="50" cy="40" r="10"/><path d="M100 10 L140 50 Z"/></svg>`,
  );
  const { elements, count } = await look({ selector: 'svg > *', styles: ['fill'] });
  expect(count).toBe(2);
  expect(elements[0]).toMatchObject({
    tag: 'circle',
    attributes: { cx: '50', r: '10' },
    box: { x: 40, y: 30, width: 20, height: 20 },
    styles: { fill: 'rgb(255, 100, 0)' },
    visible: true,
  });
  expect(elements[1]).toMatchObject({ tag: 'path', attributes: { d: 'M100 10 L140 50 Z' } });
});

test('a ref that came from here works in the next call, and hidden elements say that they are hidden', async () => {
  await bench.open(
    '<ul><li>One</li><li hidden>Two</li><li><button onclick="this.textContent = 1">Go</button></li></ul>',
  );
  const { elements } = await look({ selector: 'li, button' });
  expect(elements.map(({ visible }) => visible)).toEqual([true, false, true, true]);
  expect(elements[1]?.text).toBe('');
  await bench.does('click', { selector: elements[3]?.ref ?? '' });
  expect((await look({ selector: 'button' })).elements[0]?.text).toBe('1');
});

test('the selector leads into frames and shadow roots; what holds a secret keeps it', async () => {
  bench.pages.set('/inner', '<input id="p" type="password" value="pw-4711"><p class="in">Inside</p>');
  await bench.open(
    `<div id="host"></div><iframe src="/inner"></iframe>
     <script>host.attachShadow({ mode: 'open' }).innerHTML = '<b class="deep">Deep</b>';</script>`,
  );
  expect((await look({ selector: '.deep' })).elements[0]?.text).toBe('Deep');
  const inner = await look({ selector: 'frame=iframe >> input, .in' });
  expect(inner.elements.map(({ tag }) => tag)).toEqual(['input', 'p']);
  expect(JSON.stringify(inner)).not.toContain('pw-4711');
  expect(await look({ selector: '.none' })).toMatchObject({ elements: [], count: 0 });
});

test('a filled shape is clicked in its middle, a bare outline on its line', async () => {
  await bench.open(
    `<style>body { margin: 0 }</style><p id="log"></p>
     <svg width="200" height="100"><rect x="20.4" y="10.6" width="20" height="20"/>
     <path d="M100 10 L180 90" fill="none" stroke="black" stroke-width="3"/></svg>
     <script>for (const s of document.querySelectorAll('svg > *'))
       s.addEventListener('click', () => { log.textContent += s.tagName + ';'; });</script>`,
  );
  await bench.does('click', { selector: 'svg rect' });
  await bench.does('click', { selector: 'svg path' });
  expect(await bench.says('#log')).toBe('rect;path;');
});
