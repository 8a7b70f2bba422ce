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

test('a list that opens by key only is opened so; where none opens that is said, and nothing is clicked twice', async () => {
  await bench.open(
    `<div role="combobox" tabindex="0" id="k" aria-expanded="false" aria-controls="l">Size</div><div role="listbox" id="l" hidden><div role="option">Small</div><div role="option">Large</div></div>
     <div role="combobox" tabindex="0" id="n" aria-expanded="false">None</div><i id="c">0</i>
     <script>k.onkeydown = (e) => { if (e.key === 'ArrowDown') { l.hidden = false; k.ariaExpanded = 'true'; } };
       l.onclick = (e) => { k.textContent = e.target.textContent; l.hidden = true; k.ariaExpanded = 'false'; };
       n.onclick = () => { c.textContent = +c.textContent + 1; };</script>`,
  );
  expect(await filled('#k', 'Large')).toMatchObject({ value: 'Large', matches: true });
  expect(await bench.fails('fill', { selector: '#n', value: 'Large' })).toMatchObject({
    code: 'bad-arguments',
    message: expect.stringContaining('no list opened'),
  });
  expect(await bench.says('#c')).toBe('1');
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

const filled = async (selector: string, value: unknown) => {
  const { result, verified } = await bench.does('fill', { selector, value }, { timeoutMs: 8_000 });
  return { ...result.fields[0], verified };
};

test('what a field makes of a value is told: limits, steps, forms, and what it says of it', async () => {
  await bench.open(
    `<input id="max" maxlength="3"><input id="mail" type="email"><input id="url" type="url">
     <input id="num" type="number" value="4" step="2"><input id="range" type="range" max="10" step="2">
     <input id="color" type="color" value="#112233"><input id="date" type="date" value="2026-01-01"
       max="2026-12-31"><input id="when" type="datetime-local"><input id="time" type="time">
     <input id="list" list="l"><datalist id="l"><option>One</datalist><input id="ro" readonly value="kept">`,
  );
  expect(await filled('#max', 'abcdef')).toMatchObject({
    value: 'abc',
    matches: false,
    detail: expect.stringContaining('3 characters'),
  });
  expect(await filled('#mail', 'nobody')).toMatchObject({
    matches: true,
    detail: expect.stringContaining('typeMismatch'),
  });
  expect(await filled('#url', 'https://a.example/ö')).toMatchObject({ matches: true });
  expect(await filled('#num', 5)).toMatchObject({ matches: true, detail: expect.stringContaining('step') });
  expect(await filled('#range', 7)).toMatchObject({ value: '8', matches: false, verified: false });
  expect(await filled('#color', '#ABC')).toMatchObject({ value: '#aabbcc', matches: true });
  expect(await filled('#date', '2027-01-01')).toMatchObject({
    matches: true,
    detail: expect.stringContaining('rangeOverflow'),
  });
  expect(await filled('#when', '2026-06-30 09:30')).toMatchObject({
    value: '2026-06-30T09:30',
    matches: true,
  });
  expect(await filled('#time', '09:30:00')).toMatchObject({ matches: true });
  expect(await filled('#list', 'Two')).toMatchObject({ matches: true });
  for (const [selector, value] of [
    ['#num', '12,5'],
    ['#date', '30.6.2026'],
    ['#color', 'red'],
    ['#range', 'much'],
  ]) {
    expect(await bench.fails('fill', { selector, value })).toMatchObject({ code: 'bad-arguments' });
  }
  expect(await bench.fails('fill', { selector: '#ro', value: 'x' })).toMatchObject({
    code: 'not-actionable',
    detail: { check: 'editable' },
  });
  // What was refused changed nothing.
  const held = await bench.page.evaluate('[num.value, date.value, color.value, range.value, ro.value]');
  expect(held).toEqual(['5', '2027-01-01', '#aabbcc', '8', 'kept']);
});

test('boxes, switches and radio buttons are set by true and false, by value or by label', async () => {
  await bench.open(
    `<div role="checkbox" id="c" tabindex="0" aria-checked="false" aria-label="Agree"></div>
     <button role="switch" id="s" aria-checked="true">Offers</button>
     <div role="radiogroup" id="g" aria-label="Speed"><span role="radio" aria-checked="true">Slow</span>
       <span role="radio" aria-checked="false">Fast</span></div>
     <fieldset id="f"><legend>Pay</legend><label><input type="radio" name="p" value="inv" checked>Invoice</label>
       <label><input type="radio" name="p" value="card" style="opacity:0">Card</label></fieldset>
     <style>[role=checkbox]{width:20px;height:20px;background:#ccc}</style>
     <script>for (const b of [c, s]) b.onclick = () => b.ariaChecked = String(b.ariaChecked !== 'true');
       for (const r of g.children) r.onclick = () => { for (const o of g.children) o.ariaChecked = String(o === r); };
     </script>`,
  );
  expect(await filled('#c', true)).toMatchObject({ value: true, matches: true });
  expect(await filled('#c', true)).toMatchObject({ value: true, matches: true });
  expect(await filled('#s', false)).toMatchObject({ value: false, matches: true });
  expect(await filled('role=radiogroup[name="Speed"]', 'Fast')).toMatchObject({
    value: 'Fast',
    matches: true,
  });
  expect(await filled('role=radio[name="Slow"]', true)).toMatchObject({ matches: true });
  expect(await filled('#f', 'Card')).toMatchObject({ matches: true, verified: true });
  expect(await filled('role=radio[name="Card"]', 'inv')).toMatchObject({ matches: true });
  expect(await bench.page.evaluate('document.querySelector("[name=p]:checked").value')).toBe('inv');
  expect(await bench.fails('fill', { selector: '#f', value: 'Cash' })).toMatchObject({
    code: 'bad-arguments',
    detail: { choices: ['Invoice', 'Card'] },
  });
});

test('a box that only its label shows, a switch that moves late, and what is moved by arrow keys', async () => {
  await bench.open(
    `<style>input { display: none }</style><input type="checkbox" id="b"><label for="b">I <b id="w">agree</b></label>
     <button role="switch" id="s" aria-checked="true">Offers</button>
     <div role="slider" tabindex="0" id="v" aria-valuenow="20" style="width:90px;height:20px">Volume</div>
     <div role="spinbutton" tabindex="0" id="g" aria-valuenow="1">Guests</div>
     <div role="slider" tabindex="0" id="d" aria-valuenow="3" style="width:90px;height:20px">Deaf</div>
     <script>s.onclick = () => setTimeout(() => { s.ariaChecked = String(s.ariaChecked !== 'true'); }, 300);
       const by = (e, up, down, step) => { e.onkeydown = ({ key }) => { e.ariaValueNow = String(+e.ariaValueNow + (key === up ? step : key === down ? -step : 0)); }; };
       by(v, 'ArrowRight', 'ArrowLeft', 5); by(g, 'ArrowUp', 'ArrowDown', 1);
     </script>`,
  );
  expect((await bench.does('click', { selector: '#w' })).result).toMatchObject({ delivered: true });
  expect(await bench.page.evaluate('b.checked')).toBe(true);
  expect(await filled('#s', false)).toMatchObject({ value: false, matches: true });
  expect(await filled('#v', 65)).toMatchObject({ value: '65', matches: true });
  expect(await filled('#v', '12')).toMatchObject({ value: '15', matches: false });
  expect(await filled('#g', 4)).toMatchObject({ value: '4', matches: true });
  expect(await filled('#d', 9)).toMatchObject({
    value: '3',
    matches: false,
    detail: expect.stringContaining('drag'),
  });
  expect(await bench.fails('fill', { selector: '#v', value: 'loud' })).toMatchObject({
    code: 'bad-arguments',
  });
});

test('long, bidirectional and pictorial text arrives whole in plain fields and regions', async () => {
  await bench.open(
    `<textarea id="t">old</textarea><div id="e" contenteditable>old<br>text</div><my-field></my-field>
     <script>customElements.define('my-field', class extends HTMLElement { connectedCallback() {
       this.attachShadow({ mode: 'open' }).innerHTML = '<input id="inner">'; } });</script>`,
  );
  const long = Array.from(
    { length: 2_400 },
    (_, at) => `${at} שלום 👩‍👩‍👧 é\u0301 line of a long text, indeed.`,
  ).join('\n');
  expect(long.length).toBeGreaterThan(100_000);
  const told = await filled('#t', long);
  expect(told).toMatchObject({
    matches: true,
    verified: true,
    detail: expect.stringContaining('characters'),
  });
  expect(String(told.value).length).toBeLessThan(2_100);
  expect(await bench.page.locator('#t').inputValue()).toBe(long);
  expect(await filled('#e', 'مرحبا 😀\nsecond')).toMatchObject({ matches: true });
  expect(String(await bench.page.evaluate('e.innerText')).split(/\n+/)).toEqual(['مرحبا 😀', 'second']);
  expect(await filled('#e', long)).toMatchObject({ matches: true });
  expect(await filled('my-field', 'inside')).toMatchObject({ value: 'inside', matches: true });
});

test('a box that proposes late, draws itself anew or keeps chips is typed into and chosen from', async () => {
  await bench.open(
    `${log}<input id="late" role="combobox" aria-autocomplete="list" aria-controls="ll">
       <ul id="ll" role="listbox"></ul>
     <div id="chips"><span></span><input id="many" role="combobox" aria-controls="ml"></div>
       <ul id="ml" role="listbox" hidden></ul>
     <input id="ro" readonly role="combobox" aria-controls="rl" value="Choose"><ul id="rl" role="listbox" hidden>
       <li role="option">Small</li><li role="option">Large</li></ul>
     <button id="hl" aria-haspopup="listbox" aria-controls="bl">Colour</button><ul id="bl" role="listbox" hidden>
       <li role="option">Red</li><li role="option">Blue</li></ul>
     <form role="search"><input id="q" role="combobox" aria-autocomplete="list" aria-controls="sl"></form>
       <ul id="sl" role="listbox"></ul>
     <script>
       const cities = ['Oslo', 'Oslofjord', 'Odense', 'Aarhus', 'Bergen'];
       let timer;
       const draw = (list, names, pick) => { list.replaceChildren(...names.map((name) => {
         const li = document.createElement('li'); li.role = 'option'; li.textContent = name;
         li.onclick = () => pick(name); return li; })); list.hidden = names.length === 0; };
       late.oninput = () => { clearTimeout(timer); ll.ariaBusy = 'true'; draw(ll, ['Loading…'], () => say('early'));
         timer = setTimeout(() => { ll.ariaBusy = 'false';
           draw(ll, cities.filter((c) => c.toLowerCase().startsWith(late.value.toLowerCase())), (n) => { late.value = n; draw(ll, [], null);
             say(n); }); }, 900); };
       many.oninput = () => draw(ml, many.value ? cities.filter((c) => c.startsWith(many.value)) : [], (n) => {
         chips.firstChild.textContent += n + ' '; many.value = ''; draw(ml, [], null); });
       const shut = (list, set) => { for (const li of list.children) li.onclick = () => { set(li.textContent);
         list.hidden = true; }; };
       ro.onclick = () => { rl.hidden = false; }; shut(rl, (t) => { ro.value = t; });
       hl.onclick = () => { bl.hidden = false; }; shut(bl, (t) => { hl.textContent = t; });
       q.oninput = () => draw(sl, [q.value], (n) => say('searched ' + n));
     </script>`,
  );
  expect(await filled('#late', 'odense')).toMatchObject({ value: 'Odense', matches: true, verified: true });
  expect(await filled('#many', 'Oslo')).toMatchObject({ matches: true, verified: true });
  expect(await filled('#many', 'Bergen')).toMatchObject({ matches: true });
  expect(await bench.says('#chips')).toContain('Oslo Bergen');
  expect(await filled('#many', 'Os')).toMatchObject({ verified: false, options: ['Oslo', 'Oslofjord'] });
  expect(await filled('#ro', 'Large')).toMatchObject({ value: 'Large', matches: true });
  expect(await filled('#hl', 'Blue')).toMatchObject({ value: 'Blue', matches: true });
  expect(await filled('#q', 'cats')).toMatchObject({ value: 'cats', matches: true });
  expect(await bench.says('#log')).toBe('Odense;');
});

test('every printable character comes from its key, others as text; keys move, choose, select and send', async () => {
  await bench.open(
    `${log}<form onsubmit="say('sent'); return false"><input id="a"><input id="b"><button>Go</button></form>
     <select id="s"><option>One<option>Two<option>Three</select>
     <label><input type="radio" name="r" id="r1" checked>1</label><label><input type="radio" name="r" id="r2">2</label>
     <div id="edit" contenteditable>first second</div><textarea id="t"></textarea>
     <script>
       const codes = []; a.addEventListener('keydown', (e) => codes.push([e.key, e.code, e.shiftKey]));
       addEventListener('keydown', (e) => { if (e.ctrlKey && e.shiftKey && e.key === 'K') say('palette'); });
     </script>`,
  );
  const printable = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join('');
  await bench.does('press_key', { selector: '#a', text: printable });
  expect(await bench.page.locator('#a').inputValue()).toBe(printable);
  const codes = await bench.page.evaluate('codes');
  expect(codes).toHaveLength(95);
  expect(codes).toEqual(
    expect.arrayContaining([
      ['~', 'Backquote', true],
      ['z', 'KeyZ', false],
      ['.', 'Period', false],
    ]),
  );
  expect((await bench.does('press_key', { key: 'Control+Shift+K' })).result.delivered).toBe(true);
  const tab = await bench.does('press_key', { key: 'Tab' });
  expect(tab.result.effects).toContain('focus moved');
  expect(tab.result.focused).toMatchObject({ role: 'textbox' });
  await bench.does('press_key', { text: 'ñ שלום 👩‍👩‍👧 é\u0301' });
  expect(await bench.page.locator('#b').inputValue()).toBe('ñ שלום 👩‍👩‍👧 é\u0301');
  await bench.does('press_key', { key: 'Shift+Tab' });
  await bench.does('press_key', { key: 'Enter' });
  const down = await bench.does('press_key', { selector: '#s', key: 'ArrowDown', count: 2 });
  expect(down.result.effects).toContain('value changed');
  await bench.does('press_key', { selector: '#r1', key: 'ArrowRight' });
  await bench.does('press_key', { selector: '#t', text: 'one two\nthree' });
  await bench.does('press_key', { key: 'Control+Shift+ArrowLeft' });
  await bench.does('press_key', { text: '3' });
  await bench.does('press_key', { selector: '#edit', key: 'Control+A' });
  expect(await bench.page.evaluate('getSelection().toString()')).toBe('first second');
  expect(await bench.page.evaluate('[s.value, r2.checked, t.value]')).toEqual(['Three', true, 'one two\n3']);
  expect(await bench.says('#log')).toBe('palette;sent;');
});
