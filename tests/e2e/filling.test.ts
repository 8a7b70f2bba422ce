import { afterAll, beforeAll, expect, test } from 'vitest';
import { ToolBench } from '../fakes/tool-bench.ts';

// Dragging, scrolling, choosing and filling in a real Chromium, without the extension.

let bench: ToolBench;

beforeAll(async () => {
  bench = await ToolBench.start();
});

afterAll(() => bench.close());

const log = '<p id="log"></p><script>const say = (t) => { log.textContent += t + ";"; };</script>';

test('a native drag arrives with its data, and the drop is seen where it was meant', async () => {
  await bench.open(
    `${log}<div style="height:900px"></div><div id="a" draggable="true" style="width:80px">Card</div>
     <div id="b" style="width:200px;height:100px;background:#eee">Done</div>
     <div id="c" style="width:200px;height:100px;background:#ccc">Shut</div>
     <script>
       a.addEventListener('dragstart', (e) => e.dataTransfer.setData('text/plain', 'card 7'));
       b.addEventListener('dragover', (e) => e.preventDefault());
       b.addEventListener('drop', (e) => { say(e.dataTransfer.getData('text/plain')); b.append(a); });
     </script>`,
  );
  const refused = await bench.does('drag', { selector: '#a', to: '#c' });
  expect(refused.result).toMatchObject({ delivered: true, kind: 'native', dropped: false, effects: [] });
  const { result } = await bench.does('drag', { selector: '#a', to: '#b' });
  expect(result).toMatchObject({ delivered: true, kind: 'native', dropped: true });
  expect(result.effects).toContain('moved');
  expect(await bench.says('#log')).toBe('card 7;');
});

test('a pointer drag is followed by the page: by an offset, along a path, onto another element', async () => {
  await bench.open(
    `${log}<div id="k" style="position:absolute;left:10px;top:60px;width:40px;height:40px;background:teal"></div>
     <div id="t" style="position:absolute;left:400px;top:300px;width:100px;height:100px;background:#ddd">Bin</div>
     <canvas id="c" width="200" height="100" style="position:absolute;left:10px;top:420px"></canvas>
     <script>
       let hold = null;
       k.addEventListener('pointerdown', (e) => { hold = [e.clientX - k.offsetLeft, e.clientY - k.offsetTop];
         k.setPointerCapture(e.pointerId); });
       k.addEventListener('pointermove', (e) => { if (hold) { k.style.left = e.clientX - hold[0] + 'px';
         k.style.top = e.clientY - hold[1] + 'px'; } });
       k.addEventListener('pointerup', () => { hold = null; say(k.offsetLeft + ',' + k.offsetTop); });
       const points = [];
       c.addEventListener('mousedown', (e) => points.push(e.offsetX + '/' + e.offsetY));
       c.addEventListener('mousemove', (e) => { if (e.buttons) points.push(e.offsetX + '/' + e.offsetY); });
     </script>`,
  );
  const by = await bench.does('drag', { selector: '#k', by: { x: 55, y: -20 } });
  expect(by.result).toMatchObject({ delivered: true, kind: 'pointer', dropped: null });
  expect(by.result.effects).toContain('moved');
  const to = await bench.does('drag', { selector: '#k', to: '#t' });
  expect(to.result.on).toMatchObject({ name: 'Bin' });
  expect(await bench.says('#log')).toBe('65,40;430,330;');
  await bench.does('drag', {
    selector: '#c',
    path: [
      { x: 5, y: 5 },
      { x: 150, y: 40 },
      { x: 20, y: 90 },
    ],
  });
  const points = await bench.page.evaluate('points');
  expect(points).toEqual(expect.arrayContaining(['5/5', '150/40', '20/90']));
});

test('text is selected by dragging over it', async () => {
  await bench.open('<p id="p" style="font:20px monospace;width:max-content">alpha beta gamma</p>');
  const { result } = await bench.does('drag', {
    selector: '#p',
    path: [
      { x: 1, y: 12 },
      { x: 121, y: 12 },
    ],
  });
  expect(result).toMatchObject({ kind: 'selection', selected: 'alpha beta' });
});

test('what is pressed instead of the dragged thing is named, and no button stays down', async () => {
  await bench.open(
    `${log}<div id="a" style="width:90px;height:40px">A</div><div style="height:2000px"></div><script>
      a.addEventListener('pointermove', () => { document.body.insertAdjacentHTML('beforeend',
       '<div role="dialog" aria-label="Late" style="position:fixed;inset:0"></div>'); });
      addEventListener('mousemove', (e) => { if (e.buttons) say('held'); });</script>`,
  );
  expect(await bench.fails('drag', { selector: '#a', by: { x: 9, y: 0 } }, 2_000)).toMatchObject({
    code: 'covered',
    detail: { stray: { role: 'dialog', name: 'Late' } },
  });
  await bench.page.mouse.move(300, 300);
  expect(await bench.says('#log')).toBe('');
});

test('scroll brings into view, goes by pixels and to the ends, and tells what is left', async () => {
  await bench.open(
    `<div id="box" style="height:200px;width:300px;overflow:auto"><div style="height:1000px;width:700px">
       <p id="in" style="margin-top:800px">In the box</p></div></div>
     <div style="height:3000px"></div><p id="far">Far</p>`,
  );
  const far = await bench.does('scroll', { selector: '#far' });
  expect(far.result).toMatchObject({ scroller: 'page', in_view: true });
  const inner = await bench.does('scroll', { selector: '#in', by: { y: 150 } });
  expect(inner.result).toMatchObject({ moved: { x: 0, y: 150 }, remaining: { up: 150 }, in_view: false });
  const box = await bench.does('scroll', { selector: '#box', to: 'right' });
  expect(box.result.remaining).toMatchObject({ right: 0 });
  expect((await bench.does('scroll', { selector: '#in' })).result.in_view).toBe(true);
  const top = await bench.does('scroll', { to: 'top' });
  expect(top.result).toMatchObject({ remaining: { up: 0 }, in_view: null, grew: false });
  expect((await bench.does('scroll', { to: 'top' })).result.moved).toEqual({ x: 0, y: 0 });
});

test('a page held fast is not scrolled; an area of its own is, or the wheel turns over what moves itself', async () => {
  await bench.open(
    `<style>body{overflow:hidden;height:100vh;margin:0}</style>${log}
     <div id="w" style="width:200px;height:100px;background:#eee"></div><div style="height:3000px">tall</div>
     <script>w.addEventListener('wheel', (e) => say('wheel ' + e.deltaY + ' ' + e.isTrusted));</script>`,
  );
  expect((await bench.does('scroll', { to: 'bottom' })).result).toMatchObject({
    scroller: null,
    moved: { y: 0 },
  });
  expect((await bench.does('scroll', { selector: '#w', by: { y: 120 } })).result.by_wheel).toBe(true);
  expect(await bench.says('#log')).toBe('wheel 120 true;');
});

test('options are chosen by value, label or place; none fitting lists them', async () => {
  await bench.open(
    `${log}<select id="s" onchange="say(s.value)"><option value="">Choose<option value="no">Norway
       <option value="se">Sweden<option value="x" disabled>Mars</select>
     <select id="m" multiple><option selected>A<option>B<option>B</select>`,
  );
  const chosen = await bench.does('select_option', { selector: '#s', values: 'Sweden' });
  expect(chosen).toEqual({ result: { values: ['se'], labels: ['Sweden'], matches: true }, verified: true });
  await bench.does('select_option', { selector: '#s', index: 1 });
  expect(await bench.says('#log')).toBe('se;no;');
  expect(await bench.fails('select_option', { selector: '#s', values: 'Denmark' })).toMatchObject({
    code: 'bad-arguments',
    detail: { choices: ['Choose', 'Norway', 'Sweden'] },
  });
  expect(await bench.fails('select_option', { selector: '#s', index: 3 })).toMatchObject({
    code: 'bad-arguments',
  });
  const second = await bench.does('select_option', { selector: '#m', index: [2] });
  expect(second.result).toMatchObject({ labels: ['B'], matches: true });
  expect(await bench.page.evaluate('m.selectedIndex')).toBe(2);
  expect((await bench.does('clear', { selector: '#m' })).result).toEqual({ value: '', empty: true });
});

test('a list that the page draws is opened, and its option chosen and checked', async () => {
  await bench.open(
    `${log}<div id="c" role="combobox" tabindex="0" aria-expanded="false" aria-controls="l">Choose</div>
     <ul id="l" role="listbox" hidden style="height:60px;overflow:auto"></ul>
     <script>
       const names = Array.from({ length: 40 }, (_, i) => 'Vendor ' + i);
       for (const n of names) { const li = document.createElement('li'); li.role = 'option'; li.textContent = n;
         li.onclick = () => { c.textContent = n; l.hidden = true; say(n); }; l.append(li); }
       c.onclick = () => setTimeout(() => { l.hidden = false; }, 300);
     </script>
     <ul id="multi" role="listbox" aria-multiselectable="true"><li role="option" aria-selected="true">Red</li>
       <li role="option" aria-selected="false">Green</li><li role="option" aria-selected="false">Blue</li></ul>
     <script>for (const o of multi.children) o.onclick = () => o.ariaSelected = String(o.ariaSelected !== 'true');
     </script>`,
  );
  expect((await bench.does('select_option', { selector: '#c', values: 'vendor 31' })).result).toMatchObject({
    labels: ['Vendor 31'],
    matches: true,
  });
  await bench.does('select_option', { selector: '#c', index: 2 });
  expect(await bench.says('#log')).toBe('Vendor 31;Vendor 2;');
  const many = await bench.does('select_option', { selector: '#multi', values: ['Green', 'Blue'] });
  expect(many.result).toMatchObject({ labels: ['Green', 'Blue'], matches: true });
  expect(await bench.page.locator('#multi [aria-selected=true]').allTextContents()).toEqual([
    'Green',
    'Blue',
  ]);
  expect(await bench.fails('select_option', { selector: '#c', values: 'Acme' }, 6_000)).toMatchObject({
    code: 'bad-arguments',
  });
});

test('clear empties fields, and says of others what to use', async () => {
  await bench.open(
    `<input id="a" value="old"><div id="e" contenteditable>old <b>text</b></div><input id="d" type="date"
      value="2026-01-02"><input id="c" type="checkbox" checked><input id="p" type="password" value="x">`,
  );
  for (const selector of ['#a', '#e', '#d']) {
    expect((await bench.does('clear', { selector })).result).toEqual({ value: '', empty: true });
  }
  expect((await bench.does('clear', { selector: '#p' })).result).toEqual({ value: null, empty: true });
  expect(await bench.page.locator('#p').inputValue()).toBe('');
  expect(await bench.fails('clear', { selector: '#c' })).toMatchObject({ code: 'bad-arguments' });
});
