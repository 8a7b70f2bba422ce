import { afterAll, beforeAll, expect, test } from 'vitest';
import { ToolBench } from '../fakes/tool-bench.ts';

// Goal: a click meets what was meant, however the page draws it, or says what is in the way and what to do about it.

let bench: ToolBench;

beforeAll(async () => {
  bench = await ToolBench.start();
});

afterAll(() => bench.close());

const log =
  '<p id="log" style="min-height:20px;margin:0"></p><script>const say = (t) => { log.textContent += t + ";"; };</script>';
const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
const hit = `onclick="say('hit')"`;

test.each([
  [
    'without a size of its own',
    `<a id="x" href="#" style="display:block;width:0;height:0" ${hit}><b style="display:block;width:90px">Go</b></a>`,
  ],
  [
    'that holds a float alone',
    `<a id="x" href="#" ${hit}><span style="float:left;width:90px;height:30px">Go</span></a>`,
  ],
  ['without a box', `<span id="x" style="display:contents" ${hit}>Go now</span>`],
  [
    'that wraps over lines',
    `<div style="width:140px;font:16px monospace">words before the <a id="x" href="#" ${hit}>link that wraps over lines</a></div>`,
  ],
  [
    'drawn as a curve',
    `<svg width="200" height="100"><path id="x" ${hit} d="M10 80 C 40 10, 65 10, 95 80 S 150 150, 180 80" stroke="black" fill="none"/></svg>`,
  ],
  [
    'drawn as a ring',
    `<svg width="200" height="200"><circle id="x" ${hit} cx="100" cy="100" r="80" fill="none" stroke="black" stroke-width="6"/></svg>`,
  ],
  [
    'on an image',
    `<img usemap="#m" width="200" height="100" src="${pixel}"><map name="m"><area shape="rect" coords="0,0,100,100" href="#1" onclick="say('stray')"><area id="x" shape="circle" coords="150,50,40" href="#2" ${hit}></map>`,
  ],
  [
    'turned and made smaller',
    `<div style="transform:rotate(33deg) scale(.7);margin:80px;width:200px"><button id="x" ${hit}>Go</button></div>`,
  ],
  [
    'in a zoomed area',
    `<div style="zoom:1.7"><div style="height:700px"></div><button id="x" ${hit}>Go</button></div>`,
  ],
  [
    'beside a column that sticks',
    `<div style="width:300px;overflow:auto"><table><tr><td style="position:sticky;left:0;background:#fff;z-index:2"><div style="width:160px">s</div></td><td><button id="x" ${hit}>B</button></td><td><div style="width:900px">w</div></td></tr></table></div><script>document.querySelector('div').scrollLeft = 140</script>`,
  ],
  [
    'between a head and a foot that stick',
    `<div style="height:200px;overflow:auto"><div style="position:sticky;top:0;height:60px;background:#eee;z-index:1">H</div><div style="height:600px"></div><button id="x" ${hit}>Go</button><div style="height:600px"></div><div style="position:sticky;bottom:0;height:60px;background:#eee">F</div></div>`,
  ],
  [
    'in an area that snaps',
    `<div style="height:200px;overflow:auto;scroll-snap-type:y mandatory">${[1, 2, 3].map((n) => `<section style="height:200px;scroll-snap-align:start"><button ${n === 3 ? `id="x" ${hit}` : `onclick="say('stray')"`}>B</button></section>`).join('')}</div>`,
  ],
  [
    'whose colours are animated without end',
    `<button id="x" ${hit} style="animation:m 1s linear infinite alternate">Go</button><style>@keyframes m{to{opacity:.4}}</style>`,
  ],
  [
    'that moves under the press',
    `<input id="i" onblur="m.hidden=false"><p id="m" hidden style="height:80px;margin:0">Required</p><button id="x" ${hit}>Go</button><script>i.focus()</script>`,
  ],
  [
    'in a page that keeps its clicks to itself',
    `<script>addEventListener('click', (e) => { say('hit'); e.stopImmediatePropagation(); }, true)</script><button id="x">Go</button>`,
  ],
])('a click meets a target %s', async (_how, html) => {
  await bench.open(log + html);
  expect((await bench.does('click', { selector: '#x' })).result).toMatchObject({ delivered: true });
  expect(await bench.says('#log')).toBe('hit;');
});

test('a press that no listener of ours may see is proven by the browser’s own state', async () => {
  await bench.open(
    `<script>for (const t of ['pointerdown','mousedown','pointerup','mouseup','click'])
      addEventListener(t, (e) => e.stopImmediatePropagation(), true)</script><button id="x">Go</button>`,
  );
  expect((await bench.does('click', { selector: '#x' })).result).toMatchObject({ delivered: true });
});

const unready = {
  inert: { html: '<div inert><button id="inert">Go</button></div>', check: 'inert' },
  through: { html: '<button id="through" style="pointer-events:none">Go</button>', check: 'pointer-events' },
  fieldset: {
    html: '<fieldset disabled><button id="fieldset">Go</button></fieldset>',
    why: 'disabled-fieldset',
  },
  aria: { html: '<div aria-disabled="true"><a id="aria" href="#">Go</a></div>', why: 'aria-disabled' },
  details: {
    html: '<details><summary>M</summary><button id="details">Go</button></details>',
    check: 'visible',
  },
  motion: {
    html: `<button id="motion" style="position:absolute;animation:m 1s linear infinite alternate">Go</button>
      <style>@keyframes m{from{left:0}to{left:400px}}</style>`,
    check: 'stable',
  },
} as const;

test('what keeps a target from a click is named: inert, see-through, disabled in each way, closed away, moving', async () => {
  await bench.open(
    Object.values(unready)
      .map(({ html }) => html)
      .join(''),
  );
  // All at once, with time enough for a look each on a busy machine.
  const cases = Object.entries(unready);
  const faults = await Promise.all(cases.map(([id]) => bench.fails('click', { selector: `#${id}` }, 4_000)));
  for (const [at, [id, { html: _html, ...detail }]] of cases.entries()) {
    expect([id, faults[at]]).toMatchObject([id, { code: 'not-actionable', detail }]);
  }
});

test('what covers a target is named with what seems to close it, and that opens the way', async () => {
  await bench.open(
    `${log}<button id="x" ${hit}>Go</button><dialog id="d" aria-label="Terms"><a href="#t">Read</a>
      <button aria-label="Close" onclick="d.close()">X</button></dialog><script>d.showModal()</script>`,
  );
  const fault = await bench.fails('click', { selector: '#x' }, 3_000);
  expect(fault).toMatchObject({
    code: 'covered',
    detail: { covered_by: { role: 'dialog', name: 'Terms' }, way_out: { role: 'button', name: 'Close' } },
  });
  const ref = /ref=(e\d+)/.exec(fault.hint)?.[0] ?? '';
  await bench.does('click', { selector: ref });
  await bench.does('click', { selector: '#x' });
  expect(await bench.says('#log')).toBe('hit;');
});

test('a position is met to the pixel, also of a drawing larger than its area; outside it is refused', async () => {
  await bench.open(
    `${log}<div style="height:300px;width:300px;overflow:auto"><canvas id="x" width="2000" height="3000"
      onclick="say(event.offsetX + ',' + event.offsetY)"></canvas></div>`,
  );
  await bench.does('click', { selector: '#x', position: { x: 37, y: 151 } });
  await bench.does('click', { selector: '#x', position: { x: 1500, y: 2500 } });
  expect(await bench.says('#log')).toBe('37,151;1500,2500;');
  expect(await bench.fails('click', { selector: '#x', position: { x: 2100, y: 1 } }, 2_000)).toMatchObject({
    code: 'bad-arguments',
    detail: { size: '2000 x 3000' },
  });
});

test('a click on a row whose middle is a button is judged as a click on that button; a position never is', async () => {
  await bench.open(
    `${log}<div id="row" style="width:300px;height:60px"><button style="width:300px;height:60px"
      onclick="say('gone')">Delete order</button></div>`,
  );
  expect(await bench.fails('click', { selector: '#row', position: { x: 9, y: 9 } }, 2_000)).toMatchObject({
    code: 'covered',
    detail: { covered_by: { role: 'button', name: 'Delete order' } },
  });
  expect(await bench.says('#log')).toBe('');
  await bench.does('click', { selector: '#row' });
  expect(await bench.says('#log')).toBe('gone;');
});

test('each effect is told once, by what and where; a page that only ticks has none', async () => {
  await bench.open(
    `<button id="none">None</button><p id="clock">0</p><script>setInterval(() => { clock.textContent = performance.now(); }, 10)</script>
     <button id="menu" aria-expanded="false" onclick="this.setAttribute('aria-expanded', true); list.hidden = false">Menu</button>
     <ul id="list" role="menu" aria-label="File" hidden><li role="menuitem">Save</li></ul>
     <button id="find" onclick="q.focus(); q.value = 'x'">Find</button><input id="q" aria-label="Search">
     <details><summary id="more">More</summary><p>Inner</p></details>
     <div role="alert">Saved <button id="away" onclick="this.parentNode.remove()">Away</button></div>
     <button popovertarget="pop" id="tip">Tip</button><div id="pop" popover>Hello</div>`,
  );
  const effects = async (id: string) => (await bench.does('click', { selector: `#${id}` })).result.effects;
  // What ticks by itself is known once a tick has come while an act was being prepared.
  for (let look = 0; look < 8; look++) await bench.does('click', { selector: '#none' });
  expect(await effects('none')).toEqual([]);
  expect(await effects('menu')).toEqual(['focused', 'expanded', 'appeared menu "File"']);
  expect(await effects('find')).toEqual(['focus on textbox "Search"', 'value changed of textbox "Search"']);
  expect(await effects('more')).toEqual(expect.arrayContaining(['focused', 'expanded']));
  expect(await effects('tip')).toContain('appeared text "Hello"');
  expect(await effects('away')).toEqual(expect.arrayContaining(['target gone', 'gone alert "Saved Away"']));
});

test('a press that takes its target away says so; every press of a double click meets the target', async () => {
  await bench.open(
    `${log}<button id="x" onmousedown="say('down'); this.remove()">Go</button>
     <button id="y" ondblclick="say('double')">Twice</button>`,
  );
  expect((await bench.does('click', { selector: '#x' })).result).toMatchObject({
    delivered: true,
    note: expect.stringContaining('took the target away'),
  });
  await bench.does('click', { selector: '#y', count: 2 });
  expect(await bench.says('#log')).toBe('down;double;');
});

test('a target that the page draws anew under the press has not been clicked, and that is said', async () => {
  await bench.open(
    `<ul><li id="row">Order 7 <button>Open</button></li></ul><script>row.addEventListener('mousedown', () => {
      row.innerHTML = 'Order 7 <button>Open</button>'; })</script>`,
  );
  expect((await bench.does('click', { selector: 'role=button' })).result).toMatchObject({
    delivered: false,
    note: expect.stringContaining('drew the target anew'),
  });
});
