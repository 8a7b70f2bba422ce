import { afterAll, beforeAll, expect, test } from 'vitest';
import { ToolBench } from '../fakes/tool-bench.ts';

// Acting on pages in a real Chromium, without the extension: what needs layout, trusted input and the focus.

let bench: ToolBench;

beforeAll(async () => {
  bench = await ToolBench.start();
});

afterAll(() => bench.close());

const log = '<p id="log"></p><script>const say = (t) => { log.textContent += t + ";"; };</script>';

test('a click waits until a moving button has come to rest, and lands on it', async () => {
  await bench.open(
    `${log}<button id="b" onclick="say('hit')" style="position:relative;animation:m .6s linear">Go</button>
     <style>@keyframes m{from{left:400px}to{left:0}}</style>`,
  );
  expect((await bench.does('click', { selector: '#b' })).result.delivered).toBe(true);
  expect(await bench.says('#log')).toBe('hit;');
});

test('a button is scrolled out from under a header; one that stays covered is refused by name', async () => {
  await bench.open(
    `${log}<header style="position:sticky;top:0;height:80px;background:#eee"
      onclick="say('stray')">Top</header>
     <div style="height:300px"></div><button id="b" onclick="say('hit')">Go</button>
      <div style="height:2000px"></div>
     <button id="c" onclick="say('last')">Last</button>
     <div role="dialog" aria-label="Cookies"
      style="position:fixed;inset:auto 0 0 0;height:150px;background:#ddd"
      onclick="say('stray')">Cookies</div>
     <script>scrollTo(0, 320)</script>`,
  );
  await bench.does('click', { selector: '#b' });
  const fault = await bench.fails('click', { selector: '#c' });
  expect(fault).toMatchObject({
    code: 'covered',
    detail: { covered_by: { role: 'dialog', name: 'Cookies' } },
  });
  expect(await bench.says('#log')).toBe('hit;');
});

test('a target in an inner scroll area is brought into view', async () => {
  await bench.open(
    `${log}<div style="height:120px;overflow:auto"><div style="height:900px"></div><button id="b" ` +
      `onclick="say('hit')">Go</button></div>`,
  );
  await bench.does('click', { selector: 'role=button[name="Go"]' });
  expect(await bench.says('#log')).toBe('hit;');
});

test('a button that the pointer makes the page draw anew is clicked where it stands then, once', async () => {
  await bench.open(
    `${log}<div id="place"></div><script>let times = 0; const draw = () => { place.innerHTML = '<button>Book</button>';
     const one = place.firstChild; one.onclick = () => say('booked'); one.onmouseenter = () => { if (times++ < 1) draw(); }; }; draw();</script>`,
  );
  const { result } = await bench.does('click', { selector: 'role=button[name="Book"]' });
  expect(result.delivered).toBe(true);
  expect(await bench.says('#log')).toBe('booked;');
});

test('hidden, disabled and missing targets are told apart', async () => {
  await bench.open(
    '<button id="h" style="visibility:hidden">H</button><fieldset disabled><button ' +
      'id="d">D</button></fieldset><button id="x">Close</button>',
  );
  expect(await bench.fails('click', { selector: '#h' })).toMatchObject({
    code: 'not-actionable',
    detail: { check: 'visible' },
  });
  expect(await bench.fails('click', { selector: '#d' })).toMatchObject({
    code: 'not-actionable',
    detail: { check: 'enabled' },
  });
  expect(await bench.fails('click', { selector: 'role=button[name="Close dialog"]' })).toMatchObject({
    code: 'not-found',
    detail: { nearest: [{ role: 'button', name: 'Close' }, {}] },
  });
  expect(await bench.fails('click', { selector: 'button >> css=b[' })).toMatchObject({
    code: 'bad-arguments',
  });
});

test('the visible one of several matches is meant; two visible ones are ambiguous', async () => {
  await bench.open(
    `${log}<button class="a" hidden>One</button><button class="a" onclick="say('one')">One</button>
     <button class="b">Two</button><button class="b">Two</button>`,
  );
  await bench.does('click', { selector: '.a' });
  expect(await bench.says('#log')).toBe('one;');
  expect(await bench.fails('click', { selector: '.b' })).toMatchObject({
    code: 'ambiguous',
    detail: { count: 2 },
  });
  await bench.does('click', { selector: '.b >> nth=1' });
});

test('when a target moves away under the press, what is there instead gets nothing', async () => {
  await bench.open(
    `${log}<button id="b" onclick="say('hit')">Go</button><button id="pay"
      onclick="say('paid')">Pay</button>
     <script>b.addEventListener('pointermove', () => { b.remove();
      pay.style.cssText = 'position:fixed;inset:0'; });</script>`,
  );
  expect(await bench.fails('click', { selector: '#b' }, 2_000)).toMatchObject({
    code: 'covered',
    detail: { stray: { role: 'button', name: 'Pay' } },
  });
  expect(await bench.says('#log')).toBe('');
});

test('a box that its label draws is set through the label, beside the link in it', async () => {
  await bench.open(
    `<label style="display:block;padding-left:40px;position:relative"><input id="c" type="checkbox"
      style="position:absolute;opacity:0;width:0;height:0">
     <a href="#terms">the terms that apply for the whole of this contract year</a></label>`,
  );
  expect((await bench.does('fill', { selector: '#c', value: true })).verified).toBe(true);
  expect(bench.page.url()).not.toContain('#terms');
});

test('each kind of field is filled and read back', async () => {
  await bench.open(
    `<input id="text" value="old"><textarea id="area">old</textarea><input id="num" type="number">
      <input id="date" type="date">
     <input id="time" type="time"><input id="month" type="month"><input id="week" type="week">
      <input id="color" type="color">
     <input id="range" type="range" max="10"><select id="sel">
      <option value="no">Norway<option value="se">Sweden</select>
     <select id="multi" multiple><option>A<option>B<option>C</select><input id="r1" type="radio"
      name="r"><div id="ce" contenteditable>old</div>`,
  );
  const values: readonly (readonly [string, unknown])[] = [
    ['text', 'Åse “Ø” 😀'],
    ['area', 'one\ntwo'],
    ['num', 12.5],
    ['date', '2024-02-29'],
    ['time', '09:30'],
    ['month', '2024-03'],
    ['week', '2024-W09'],
    ['color', '#AABBCC'],
    ['range', 7],
    ['sel', 'Sweden'],
    ['multi', ['A', 'C']],
    ['r1', true],
    ['ce', 'rich text'],
  ];
  const fields = values.map(([id, value]) => ({ selector: `#${id}`, value }));
  const { result, verified } = await bench.does('fill', { fields }, { timeoutMs: 8_000 });
  expect(result.fields.filter(({ matches }) => !matches)).toEqual([]);
  expect(verified).toBe(true);
  expect((await bench.does('fill', { selector: '#text', value: '' })).result.fields[0]).toMatchObject({
    value: '',
    matches: true,
  });
});

test('what a field does not take is told: a reverting page, a length limit, a wrong date', async () => {
  await bench.open(
    `<input id="rev" value="x"><input id="max" maxlength="3"><input id="date" type="date">
     <script>rev.addEventListener('input', () => { rev.value = 'mine'; });</script>`,
  );
  const reverted = await bench.does('fill', { selector: '#rev', value: 'yours' });
  expect(reverted).toMatchObject({
    verified: false,
    result: { fields: [{ value: 'mine', matches: false }] },
  });
  expect((await bench.does('fill', { selector: '#max', value: 'abcdef' })).result.fields[0]).toMatchObject({
    value: 'abc',
    matches: false,
  });
  expect(await bench.fails('fill', { selector: '#date', value: '29.2.2024' })).toMatchObject({
    code: 'bad-arguments',
  });
});

test('a secret reaches its field and nothing that is read, also after the page shows it', async () => {
  await bench.open(
    '<label>Password <input id="p" type="password"></label><input id="other"><script>p.onfocus = () ' +
      '=> other.focus();</script>',
  );
  const filled = await bench.does(
    'fill',
    { selector: '#p', value: 'secret:portal' },
    { secrets: { portal: 'hunter2' } },
  );
  expect(filled).toMatchObject({ verified: true, result: { fields: [{ value: null, matches: true }] } });
  expect(await bench.page.locator('#p').inputValue()).toBe('hunter2');
  expect(await bench.page.locator('#other').inputValue()).toBe('');
  await bench.page.locator('#p').evaluate((field) => field.setAttribute('type', 'text'));
  const seen = [
    await bench.does('snapshot', {}),
    await bench.does('get_text', {}),
    await bench.does('extract_table', { selector: 'body' }).catch(() => null),
  ];
  expect(JSON.stringify(seen)).not.toContain('hunter2');
});

test('text goes only into the field it is meant for, when the page moves the focus', async () => {
  await bench.open(
    '<input id="a"><input id="b"><script>a.addEventListener("focus", () => setTimeout(() => ' +
      'b.focus(), 0));</script>',
  );
  await bench.does('fill', { selector: '#a', value: 'mine' }).catch(() => undefined);
  expect(await bench.page.locator('#b').inputValue()).toBe('');
});

test('keys arrive as keys: Enter sends the form, letters are text, combinations are commands', async () => {
  await bench.open(
    `${log}<form onsubmit="say('sent ' + q.value); return false"><input id="q" value="abc"></form>
     <script>addEventListener('keydown', (e) => { if (e.ctrlKey && e.key === 'k') { say('ctrl k');
      e.preventDefault(); } });</script>`,
  );
  await bench.does('press_key', { selector: '#q', key: 'Control+a' });
  await bench.does('press_key', { text: "it's 5% & (x.y)é" });
  expect(await bench.page.locator('#q').inputValue()).toBe("it's 5% & (x.y)é");
  expect((await bench.does('press_key', { key: 'Control+k' })).result.delivered).toBe(true);
  await bench.does('press_key', { selector: '#q', key: 'Enter' });
  expect(await bench.says('#log')).toBe("ctrl k;sent it's 5% & (x.y)é;");
});

const clobbering = 'tagName id children parentNode attributes getAttribute matches nodeType'.split(' ');
const clobbered = clobbering.map((name) => `<input name="${name}" aria-label="${name}">`).join('');

test('a form whose controls are named like its properties is looked at and sent', async () => {
  await bench.open(
    `${log}<img name="activeElement"><img name="body"><form aria-label="Pay" onsubmit="say('sent');
      return false">
      ${clobbered}
     <button>Send</button></form>`,
  );
  expect((await bench.does('snapshot', {})).result.outline).toContain('form "Pay"');
  await bench.does('fill', { selector: 'label=nodeType', value: '5' });
  await bench.does('click', { selector: 'role=form >> role=button' });
  expect(await bench.says('#log')).toBe('sent;');
});
