import { box, button, named } from '../caller.ts';
import { all, type FaultCase } from '../fault-case.ts';
import { page } from '../fault-site.ts';

// Fields that answer back: controlled, masked, chosen from, edited richly, or changed by their page.

const kind = 'fill';
const send = (names: string): string =>
  `<button onclick="say([${names}].map((e) => e.value).join(' | '))">Send</button>`;

const nativeSelect: FaultCase = {
  name: 'native-select',
  kind,
  pages: {
    '/': page(
      'Ship',
      `<label>Country <select id="country"><option value="">Choose</option><option value="dk">Denmark</option><optgroup label="North"><option value="no">Norway</option>
       </optgroup></select></label><script>country.onchange = (e) => say('chose ' + country.value + ' ' + e.isTrusted); country.oninput = () => say('input');</script>`,
    ),
  },
  async play({ tool, site, said }) {
    await tool.open(site.at());
    await tool.choose(named('combobox', 'Country'), ['Norway']);
    const found = site.said().map((what) => what.replace(/ (true|false)$/, ''));
    return {
      ...(await said('input', site.said()[1] ?? 'chose no true')),
      right: found.join() === 'input,chose no',
    };
  },
};

const multiSelect: FaultCase = {
  name: 'multi-select',
  kind,
  pages: {
    '/': page(
      'Colours',
      `<label>Colours <select id="colours" multiple size="4"><option>Red</option><option selected>Green</option><option>Blue</option><option>Grey</option></select></label>
       <button onclick="say([...colours.selectedOptions].map((o) => o.text).join('+'))">Send</button>`,
    ),
  },
  async play({ tool, site, said }) {
    await tool.open(site.at());
    await tool.choose(named('listbox', 'Colours'), ['Red', 'Blue']);
    await tool.click(button('Send'));
    return said('Red+Blue');
  },
};

const revertedSelect: FaultCase = {
  name: 'select-put-back-by-page',
  kind,
  pages: {
    '/': page(
      'Plan',
      `<label>Plan <select id="plan"><option>Basic</option><option>Large</option></select></label><p id="state"></p><script>
       plan.onchange = () => { requestAnimationFrame(() => { plan.value = 'Basic'; state.textContent = 'Large is sold out'; say('put back'); }); };</script>`,
    ),
  },
  async play({ tool, site, said, refuses }) {
    await tool.open(site.at());
    const answer = await tool.choose(named('combobox', 'Plan'), ['Large']);
    return all(refuses(answer), await said('put back'));
  },
};

const asyncCombobox: FaultCase = {
  name: 'combobox-late-options',
  kind,
  pages: {
    '/': page(
      'Vendor',
      `<label for="vendor">Vendor</label><input id="vendor" role="combobox" aria-autocomplete="list" aria-expanded="false" aria-controls="list" autocomplete="off">
       <ul id="list" role="listbox" hidden></ul><button id="save">Save</button><script>
       const names = ['Norddal Foods', 'Norddal Transport', 'Fjord Packaging']; let chosen = ''; let timer;
       vendor.oninput = (e) => { chosen = ''; clearTimeout(timer); timer = setTimeout(() => { list.innerHTML = names.filter((n) => n.toLowerCase().includes(vendor.value.toLowerCase()))
         .map((n) => '<li role="option">' + n + '</li>').join(''); list.hidden = !vendor.value || !list.innerHTML; vendor.setAttribute('aria-expanded', String(!list.hidden)); }, 700); };
       list.onmousedown = (e) => { e.preventDefault(); chosen = e.target.textContent; vendor.value = chosen; list.hidden = true; vendor.setAttribute('aria-expanded', 'false'); };
       vendor.onblur = () => setTimeout(() => { if (!chosen) vendor.value = ''; list.hidden = true; }, 100);
       save.onclick = () => say('saved ' + chosen);</script>`,
    ),
  },
  async play({ tool, site, said }) {
    await tool.open(site.at());
    await tool.fill(named('combobox', 'Vendor'), 'Norddal Transport');
    // A caller that sees the options open picks one; one whose tool has picked it sees none.
    for (let look = 0; look < 6; look++) {
      if (/option:? \\?"Norddal Transport/.test((await tool.look()).told)) {
        await tool.click(named('option', 'Norddal Transport'));
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    await tool.click(button('Save'));
    return said('saved Norddal Transport');
  },
};

const selectOnly: FaultCase = {
  name: 'combobox-select-only',
  kind,
  pages: {
    '/': page(
      'Size',
      `<span id="l">Size</span><div id="size" role="combobox" aria-labelledby="l" aria-expanded="false" aria-haspopup="listbox" aria-controls="list" tabindex="0" style="width:120px;border:1px solid">Small</div>
       <div id="list" role="listbox" hidden><div role="option">Small</div><div role="option">Medium</div><div role="option">Large</div></div><script>
       const show = (on) => { list.hidden = !on; size.setAttribute('aria-expanded', String(on)); };
       size.onclick = () => show(list.hidden); size.onkeydown = (e) => { if (e.key === 'ArrowDown' || e.key === 'Enter') show(true); if (e.key === 'Escape') show(false); };
       list.onclick = (e) => { size.textContent = e.target.textContent; show(false); say('size ' + size.textContent); };</script>`,
    ),
  },
  async play({ tool, site, said }) {
    await tool.open(site.at());
    await tool.choose(named('combobox', 'Size'), ['Large']);
    return said('size Large');
  },
};

const controlled: FaultCase = {
  name: 'controlled-input',
  kind,
  pages: {
    '/': page(
      'Profile',
      `<label>Name <input id="name" value="Old name"></label> <button id="save">Save</button><script>
       // The page keeps the value itself and writes it back, as frameworks do that watch the value property.
       const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value'); let seen = name_.value; let state = seen;
       function watch(input) { Object.defineProperty(input, 'value', { configurable: true, get() { return own.get.call(this); }, set(v) { seen = String(v); own.set.call(this, v); } });
         input.addEventListener('input', () => { const now = own.get.call(input); if (now !== seen) { seen = now; state = now; } Promise.resolve().then(() => own.set.call(input, state)); }); }
       watch(name_); save.onclick = () => say('saved ' + state);</script>`.replace('id="name"', 'id="name_"'),
    ),
  },
  async play({ tool, site, said }) {
    await tool.open(site.at());
    await tool.fill(box('Name'), 'Åse Ødegård');
    await tool.click(button('Save'));
    return said('saved Åse Ødegård');
  },
};

const masked: FaultCase = {
  name: 'masked-phone',
  kind,
  pages: {
    '/': page(
      'Phone',
      `<label>Phone <input id="phone" value="(020) 111-2222" type="tel"></label> ${send('phone')}<script>
       phone.addEventListener('input', () => { const d = phone.value.replace(/\\D/g, '').slice(0, 10);
       phone.value = (d.length ? '(' + d.slice(0, 3) : '') + (d.length > 3 ? ') ' + d.slice(3, 6) : '') + (d.length > 6 ? '-' + d.slice(6) : ''); });</script>`,
    ),
  },
  async play({ tool, site, said }) {
    await tool.open(site.at());
    await tool.fill(box('Phone'), '5551234567');
    await tool.click(button('Send'));
    return said('(555) 123-4567');
  },
};

const cutShort: FaultCase = {
  name: 'value-cut-by-page',
  kind,
  pages: {
    '/': page(
      'Code',
      `<label>Code <input id="code"></label> ${send('code')}<script>code.oninput = () => { code.value = code.value.toUpperCase().slice(0, 4); };</script>`,
    ),
  },
  async play({ tool, site, said, refuses }) {
    await tool.open(site.at());
    const answer = await tool.fill(box('Code'), 'abcdef');
    await tool.click(button('Send'));
    return all(refuses(answer), await said('ABCD'));
  },
};

const readOnlyField: FaultCase = {
  name: 'read-only-field',
  kind,
  pages: {
    '/': page(
      'Fixed',
      `<label>Customer <input id="customer" value="K-100" readonly></label> ${send('customer')}`,
    ),
  },
  async play({ tool, site, said, refuses }) {
    await tool.open(site.at());
    const answer = await tool.fill(box('Customer'), 'K-200');
    await tool.click(button('Send'));
    return all(refuses(answer), await said('K-100'));
  },
};

const dates: FaultCase = {
  name: 'dates-and-times',
  kind,
  pages: {
    '/': page(
      'Dates',
      `<label>Day <input id="day" type="date" value="2020-01-01"></label><label>Time <input id="time" type="time"></label><label>Month <input id="month" type="month"></label>
       <label>Week <input id="week" type="week"></label><label>Moment <input id="moment" type="datetime-local"></label>${send('day, time, month, week, moment')}`,
    ),
  },
  async play({ tool, site, said }) {
    await tool.open(site.at());
    const values = [
      ['Day', '#day', '2026-06-30'],
      ['Time', '#time', '14:35'],
      ['Month', '#month', '2026-02'],
      ['Week', '#week', '2026-W07'],
      ['Moment', '#moment', '2026-06-30T08:15'],
    ] as const;
    for (const [name, css, value] of values)
      await tool.fill({ ...(await fieldNamed(tool, name)), css }, value);
    await tool.click(button('Send'));
    return said('2026-06-30 | 14:35 | 2026-02 | 2026-W07 | 2026-06-30T08:15');
  },
};

const sliders: FaultCase = {
  name: 'range-and-colour',
  kind,
  pages: {
    '/': page(
      'Range',
      `<label>Volume <input id="volume" type="range" min="0" max="100" step="5" value="10"></label><label>Colour <input id="colour" type="color" value="#000000"></label>
       ${send('volume, colour')}<script>volume.onchange = () => say('changed');</script>`,
    ),
  },
  async play({ tool, site, said }) {
    await tool.open(site.at());
    await tool.fill({ ...named('slider', 'Volume'), css: '#volume' }, 65);
    await tool.fill({ ...(await fieldNamed(tool, 'Colour')), css: '#colour' }, '#336699');
    await tool.click(button('Send'));
    return said('changed', '65 | #336699');
  },
};

/** The field as this tool's outline names it, whatever role it gives to it. */
async function fieldNamed(tool: Parameters<FaultCase['play']>[0]['tool'], name: string) {
  const { told } = await tool.look();
  const lines = told.split(/\n|\\n/).filter((line) => /e\d|uid=/.test(line));
  const roles = lines
    .map((line) => /([A-Za-z]+) \\?"([^"\\]*)\\?"/.exec(line))
    .filter((match) => match?.[2] === name);
  const role = roles
    .map((match) => match?.[1] ?? '')
    .find((found) => found !== 'StaticText' && found !== 'text');
  return role === undefined ? {} : { role, name };
}

const tickBoxes: FaultCase = {
  name: 'boxes-and-radios',
  kind,
  pages: {
    '/': page(
      'Boxes',
      `<label><input type="checkbox" id="one" onchange="say('one ' + checked)"> News</label><label><input type="checkbox" id="two" checked onchange="say('two ' + checked)"> Offers</label>
       <label><input type="radio" name="speed" value="slow" checked> Slow</label><label><input type="radio" name="speed" value="fast" onchange="say('fast')"> Fast</label>
       <div role="switch" id="dark" aria-checked="false" tabindex="0" aria-label="Dark" style="width:40px;height:20px;background:#bbb"></div><script>
       dark.onclick = () => { const on = dark.getAttribute('aria-checked') !== 'true'; dark.setAttribute('aria-checked', String(on)); say('dark ' + on); };</script>`,
    ),
  },
  async play({ tool, site, said }) {
    await tool.open(site.at());
    await tool.fill(named('checkbox', 'News'), true);
    await tool.fill(named('checkbox', 'Offers'), false);
    await tool.fill(named('radio', 'Fast'), true);
    await tool.fill(named('switch', 'Dark'), true);
    return said('one true', 'two false', 'fast', 'dark true');
  },
};

const editable: FaultCase = {
  name: 'contenteditable',
  kind,
  pages: {
    '/': page(
      'Note',
      `<div id="note" contenteditable="true" role="textbox" aria-label="Note" aria-multiline="true"><p>Old <b>text</b></p></div>
       <button onclick="say(note.innerText.trim().replace(/\\n+/g, '/'))">Send</button>`,
    ),
  },
  async play({ tool, site, said }) {
    await tool.open(site.at());
    await tool.fill(box('Note'), 'First line\nSecond line');
    await tool.click(button('Send'));
    return said('First line/Second line');
  },
};

const longText: FaultCase = {
  name: 'long-text',
  kind,
  pages: {
    '/': page(
      'Long',
      `<label>Notes <textarea id="notes">old</textarea></label><button onclick="say(notes.value.length + ' ' + notes.value.slice(-6))">Send</button>`,
    ),
  },
  async play({ tool, site, said, is }) {
    await tool.open(site.at());
    const started = Date.now();
    await tool.fill(box('Notes'), `${'Every word counts. '.repeat(5263)}finish`);
    const ms = Date.now() - started;
    await tool.click(button('Send'));
    return all(await said('100003 finish'), is(ms < 10_000, `took ${ms} ms`));
  },
};

const scripts: FaultCase = {
  name: 'every-script',
  kind,
  pages: {
    '/': page('Words', `<label>Words <input id="words" value="x"></label>${send('words')}`),
  },
  async play({ tool, site, said }) {
    const words = 'Ελλάδα 👩‍🚀 עברית العربية 日本語 é 🇳🇴 “Ø”';
    await tool.open(site.at());
    await tool.fill(box('Words'), words);
    await tool.click(button('Send'));
    return said(words);
  },
};

const keyboard: FaultCase = {
  name: 'keys-and-combinations',
  kind,
  pages: {
    '/': page(
      'Keys',
      `<label>Search <input id="one"></label><form onsubmit="say('submitted ' + one.value + ' ' + two.value); return false"><label>Second <input id="two"></label></form><script>
       const keys = []; one.onkeydown = (e) => { if (e.key.length === 1 && !e.ctrlKey) keys.push(e.code); };
       document.onkeydown = (e) => { if (e.ctrlKey && e.shiftKey && e.key.toLowerCase() === 'k') { e.preventDefault(); say('palette ' + keys.join(' ')); } };</script>`,
    ),
  },
  async play({ tool, site, said }) {
    await tool.open(site.at());
    await tool.type(box('Search'), 'aZ1!/');
    await tool.press('Control+Shift+K');
    await tool.press('Control+A');
    await tool.press('Backspace');
    await tool.type(box('Search'), 'tea');
    await tool.press('Tab');
    await tool.press('b');
    await tool.press('Enter');
    const first = site.said()[0] ?? '';
    const shown = await said(first, 'submitted tea b');
    return {
      ...shown,
      right:
        shown.right &&
        /^palette (ShiftLeft )?KeyA (ShiftLeft )?KeyZ Digit1 (ShiftLeft )?Digit1 Slash$/.test(first),
    };
  },
};

const secretEchoed: FaultCase = {
  name: 'secret-echoed',
  kind,
  pages: {
    '/': page(
      'Log in',
      `<label>Password <input id="pass" type="password"></label><button id="go">Log in</button><p id="echo"></p><script>
       go.onclick = () => { const v = pass.value; const bytes = new TextEncoder().encode(v); say('length ' + v.length);
       echo.textContent = 'Wrong: ' + v + ' ' + encodeURIComponent(v) + ' ' + btoa(String.fromCharCode(...bytes)); pass.type = 'text'; };</script>`,
    ),
  },
  async play({ tool, site, said, holds }) {
    const secret = 'pässwörd & "more" 7%';
    const forms = [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
      JSON.stringify(secret).slice(1, -1),
    ];
    await tool.open(site.at());
    await tool.fillSecret({ ...box('Password'), css: '#pass' }, 'portal');
    await tool.click(button('Log in'));
    const felt = await said(`length ${secret.length}`);
    return all(
      felt,
      holds(await tool.read(), ['Wrong:'], forms),
      holds(await tool.look(), ['Wrong:'], forms),
    );
  },
};

const slowSwitch: FaultCase = {
  name: 'slow-switch',
  kind,
  pages: {
    '/': page(
      'Settings',
      `<button role="switch" aria-checked="true" id="s" aria-label="Sync">Sync</button>
       <script>s.onclick = () => setTimeout(() => { const on = s.getAttribute('aria-checked') !== 'true'; s.setAttribute('aria-checked', on); say('sync ' + on); }, 400);</script>`,
    ),
  },
  async play({ tool, site, said, accepts }) {
    await tool.open(site.at());
    const filled = await tool.fill(named('switch', 'Sync'), false);
    return all(accepts(filled), await said('sync false'));
  },
};

const drawnSlider: FaultCase = {
  name: 'drawn-slider',
  kind,
  pages: {
    '/': page(
      'Player',
      `<div role="slider" tabindex="0" aria-label="Volume" aria-valuemin="0" aria-valuemax="100" aria-valuenow="20" id="v" style="width:200px;height:20px;background:#ddd"></div>
       <div role="spinbutton" tabindex="0" aria-label="Guests" aria-valuemin="1" aria-valuemax="9" aria-valuenow="1" id="g">1</div>
       <button onclick="say([v, g].map((e) => e.getAttribute('aria-valuenow')).join(' | '))">Send</button>
       <script>const by = (e, up, down, step) => e.addEventListener('keydown', ({ key }) => { const d = key === up ? step : key === down ? -step : 0;
         const now = Math.min(+e.getAttribute('aria-valuemax'), Math.max(+e.getAttribute('aria-valuemin'), +e.getAttribute('aria-valuenow') + d));
         e.setAttribute('aria-valuenow', now); }); by(v, 'ArrowRight', 'ArrowLeft', 5); by(g, 'ArrowUp', 'ArrowDown', 1);</script>`,
    ),
  },
  async play({ tool, site, said, accepts }) {
    await tool.open(site.at());
    const slider = accepts(await tool.fill(named('slider', 'Volume'), 65));
    const spin = accepts(await tool.fill(named('spinbutton', 'Guests'), 4));
    if (!slider.right || !spin.right) return all(slider, spin);
    await tool.click(button('Send'));
    return said('65 | 4');
  },
};

export const fillingCases: readonly FaultCase[] = [
  nativeSelect,
  multiSelect,
  revertedSelect,
  asyncCombobox,
  selectOnly,
  controlled,
  masked,
  cutShort,
  readOnlyField,
  dates,
  sliders,
  tickBoxes,
  editable,
  longText,
  scripts,
  keyboard,
  secretEchoed,
  slowSwitch,
  drawnSlider,
];
