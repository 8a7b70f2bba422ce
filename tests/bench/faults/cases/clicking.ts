import { button, link, named } from '../caller.ts';
import { all, either, type FaultCase } from '../fault-case.ts';
import { page } from '../fault-site.ts';

// Targets that are covered, moving, late, oddly shaped or not buttons at all.

const kind = 'click';
const cover =
  'position:fixed;inset:0;background:rgba(20,20,20,.6);display:grid;place-items:center;z-index:9;color:white';

const overlayIntercept: FaultCase = {
  name: 'overlay-intercept',
  kind,
  pages: {
    '/': page(
      'Order',
      `<h1>Order</h1><button onclick="say('paid')">Pay now</button>
       <div id="offer" role="dialog" aria-label="Offer" style="${cover}" onclick="say('stray')"><div>
       <p>Half price today</p><button onclick="event.stopPropagation(); offer.remove(); say('closed')">No thanks</button></div></div>`,
    ),
  },
  async play({ tool, site, said, refuses }) {
    await tool.open(site.at());
    const first = refuses(await tool.click({ ...button('Pay now'), css: 'button' }));
    await tool.click(button('No thanks'));
    await tool.click(button('Pay now'));
    return all(first, await said('closed', 'paid'));
  },
};

const overlayForGood: FaultCase = {
  name: 'overlay-for-good',
  kind,
  pages: {
    '/': page(
      'Order',
      `<h1>Order</h1><button id="pay" onclick="say('paid')">Pay now</button>
       <div style="${cover}" onclick="say('stray')"><p>This account is closed for today.</p></div>`,
    ),
  },
  async play({ tool, site, said, refuses }) {
    await tool.open(site.at());
    const refusal = refuses(await tool.click({ ...button('Pay now'), css: '#pay' }));
    return all(refusal, await said());
  },
};

const innerScroller: FaultCase = {
  name: 'inner-scroller',
  kind,
  pages: {
    '/': page(
      'Orders',
      `<h1>Orders</h1><div style="height:260px;overflow:auto;position:relative"><div style="position:sticky;top:0;height:60px;
       background:#ccd" onclick="say('stray header')">Order and state</div><div id="rows"></div>
       <div style="position:sticky;bottom:0;height:60px;background:#ccd" onclick="say('stray footer')">Sum</div></div>
       <div style="height:3000px"></div><script>
       for (let i = 1; i <= 60; i++) { const row = document.createElement('p'); row.innerHTML = 'Order ' + i + ' <button>Open ' + i + '</button>';
       row.querySelector('button').onclick = () => say('opened ' + i); rows.append(row); }
       document.querySelector('div').scrollTop = 900; scrollTo(0, 1500);</script>`,
    ),
  },
  async play({ tool, site, said }) {
    await tool.open(site.at());
    await tool.click(button('Open 25'));
    await tool.click(button('Open 60'));
    await tool.click(button('Open 1'));
    return said('opened 25', 'opened 60', 'opened 1');
  },
};

const movingTarget: FaultCase = {
  name: 'moving-target',
  kind,
  pages: {
    '/': page(
      'Moving',
      `<style>@keyframes in { from { transform: translate(700px, 400px) } to { transform: none } }
       #go { animation: in 1.6s linear both; width: 90px; height: 30px }</style>
       <button id="go" onclick="say('went')">Go</button><script>document.onclick = (e) => { if (e.target.id !== 'go') say('missed'); };</script>`,
    ),
  },
  async play({ tool, site, said }) {
    await tool.open(site.at());
    await tool.click(button('Go'));
    return said('went');
  },
};

const neverAtRest: FaultCase = {
  name: 'frame-driven-animation',
  kind,
  pages: {
    '/': page(
      'Restless',
      `<button id="go" style="position:absolute;width:60px;height:30px" onclick="say('went')">Go</button><script>
       document.onclick = (e) => { if (e.target.id !== 'go') say('missed'); };
       const turn = (t) => { go.style.left = 300 + 250 * Math.sin(t / 300) + 'px'; go.style.top = 200 + 150 * Math.cos(t / 300) + 'px'; requestAnimationFrame(turn); };
       requestAnimationFrame(turn);</script>`,
    ),
  },
  async play({ tool, site, said, refuses }) {
    await tool.open(site.at());
    const answer = await tool.click(button('Go'));
    return either(await said('went'), all(refuses(answer), await said()));
  },
};

const removedOnHover: FaultCase = {
  name: 'replaced-on-hover',
  kind,
  pages: {
    '/': page(
      'Replaced',
      `<div id="place"><button class="one">Book</button></div><script>
       let times = 0; const wire = () => { const b = place.querySelector('button'); b.onclick = () => say('booked');
       b.onmouseenter = () => { if (times++ < 1) { place.innerHTML = '<button class="two">Book</button>'; wire(); } }; }; wire();</script>`,
    ),
  },
  async play({ tool, site, said }) {
    await tool.open(site.at());
    await tool.click(button('Book'));
    return said('booked');
  },
};

const goneOnHover: FaultCase = {
  name: 'removed-on-hover',
  kind,
  pages: {
    '/': page(
      'Gone',
      `<button id="go" onmouseenter="this.remove(); say('fled')" onclick="say('went')">Go</button>`,
    ),
  },
  async play({ tool, site, said, refuses }) {
    await tool.open(site.at());
    const refusal = refuses(await tool.click(button('Go')));
    return all(refusal, await said('fled'));
  },
};

const labelOverBox: FaultCase = {
  name: 'label-over-box',
  kind,
  pages: {
    '/': page(
      'Choices',
      `<style>.pick { position: relative; display: block; width: 260px; height: 40px } .pick input { position: absolute; opacity: 0; width: 100%; height: 100% }
       .pick span { position: absolute; inset: 0; background: #eee }</style>
       <label class="pick"><input type="checkbox" id="box" onchange="say('box ' + this.checked)"><span>Send a receipt</span></label>`,
    ),
  },
  async play({ tool, site, said }) {
    await tool.open(site.at());
    await tool.click(named('checkbox', 'Send a receipt'));
    return said('box true');
  },
};

const lateEnabled: FaultCase = {
  name: 'enabled-late',
  kind,
  pages: {
    '/': page(
      'Late',
      `<button id="go" disabled onclick="say('went')">Go</button><script>setTimeout(() => { go.disabled = false; }, 1500);</script>`,
    ),
  },
  async play({ tool, site, said }) {
    await tool.open(site.at());
    await tool.click(button('Go'));
    return said('went');
  },
};

const disabledForGood: FaultCase = {
  name: 'disabled-fieldset',
  kind,
  pages: {
    '/': page(
      'Closed',
      `<fieldset disabled><legend>Order</legend><button onclick="say('went')">Go</button></fieldset>`,
    ),
  },
  async play({ tool, site, said, refuses }) {
    await tool.open(site.at());
    const refusal = refuses(await tool.click(button('Go')));
    return all(refusal, await said());
  },
};

const wrappedLink: FaultCase = {
  name: 'wrapped-link',
  kind,
  pages: {
    '/': page(
      'Terms',
      `<div style="width:220px" onclick="if (event.target === this) say('missed')"><span>Before you pay read all of the</span>
       <a href="#terms" onclick="say('terms'); return false">terms of trade</a> <span>and the notes that follow them.</span></div>
       <style>div { font: 20px/1.4 monospace }</style>`,
    ),
  },
  async play({ tool, site, said }) {
    await tool.open(site.at());
    await tool.click(link('terms of trade'));
    return said('terms');
  },
};

const transformed: FaultCase = {
  name: 'zoomed-and-turned',
  kind,
  pages: {
    '/': page(
      'Turned',
      `<div style="zoom:1.3"><div style="transform-origin:0 0;transform:scale(.8) rotate(20deg) translate(190px,40px)"><button onclick="say('one')">One</button>
       <button onclick="say('two')">Two</button></div></div>`,
    ),
  },
  async play({ tool, site, said }) {
    await tool.open(site.at());
    await tool.click(button('Two'));
    await tool.click(button('One'));
    return said('two', 'one');
  },
};

const canvas: FaultCase = {
  name: 'canvas',
  kind,
  pages: {
    '/': page(
      'Seats',
      `<h1>Seats</h1><div style="height:900px"></div><canvas id="plan" role="img" aria-label="Seating plan" width="400" height="300"></canvas><script>
       const pen = plan.getContext('2d'); pen.fillRect(300, 40, 60, 40);
       plan.onclick = (e) => say(e.isTrusted && e.offsetX > 300 && e.offsetX < 360 && e.offsetY > 40 && e.offsetY < 80 ? 'seat 7' : 'elsewhere');</script>`,
    ),
  },
  async play({ tool, site, said }) {
    await tool.open(site.at());
    await tool.click({ role: 'img', name: 'Seating plan', css: '#plan' }, { at: { x: 330, y: 60 } });
    return said('seat 7');
  },
};

const listenerOnly: FaultCase = {
  name: 'listener-only',
  kind,
  pages: {
    '/': page(
      'Files',
      `<h1>Files</h1><div id="list"><div class="row" style="cursor:pointer">Report 2024</div><div class="row" style="cursor:pointer">Report 2025</div></div>
       <script>list.addEventListener('click', (e) => say(e.target.textContent));</script>`,
    ),
  },
  async play({ tool, site, said, holds }) {
    await tool.open(site.at());
    const look = await tool.look();
    await tool.click({ css: '.row:nth-child(2)', ...textTarget(look.told) });
    return all(holds(look, ['Report 2025']), await said('Report 2025'));
  },
};

/** What a caller would take that sees the words in the outline, whatever role the outline gives them. */
function textTarget(outline: string): { role?: string; name?: string } {
  const role = /([a-z]+):? "Report 2025"/.exec(outline)?.[1];
  return role === undefined ? { role: 'generic', name: 'Report 2025' } : { role, name: 'Report 2025' };
}

const svgTarget: FaultCase = {
  name: 'svg-button',
  kind,
  pages: {
    '/': page(
      'Chart',
      `<svg width="300" height="120"><g role="button" aria-label="June" tabindex="0" id="june"><rect x="20" y="20" width="40" height="80" fill="teal"/></g>
       <g role="button" aria-label="July" tabindex="0" id="july"><path d="M120 100 L160 100 L160 40 Z M220 100 L260 100 L260 20 Z" fill="olive"/></g></svg>
       <script>june.onclick = () => say('june'); july.onclick = () => say('july');</script>`,
    ),
  },
  async play({ tool, site, said }) {
    await tool.open(site.at());
    await tool.click(button('June'));
    await tool.click(button('July'));
    return said('june', 'july');
  },
};

const restlessPage: FaultCase = {
  name: 'endless-mutations',
  kind,
  pages: {
    '/': page(
      'Ticker',
      `<h1>Ticker</h1><p id="tick"></p><button onclick="say('bought')">Buy</button><p>Closing value 71</p><script>
       setInterval(() => { tick.textContent = Math.random(); document.body.append(document.createElement('i')); document.querySelectorAll('i')[40]?.remove(); }, 5);</script>`,
    ),
  },
  async play({ tool, site, said, holds, is }) {
    await tool.open(site.at());
    const started = Date.now();
    await tool.click(button('Buy'));
    const read = await tool.read();
    return all(
      holds(read, ['Closing value 71']),
      await said('bought'),
      is(Date.now() - started < 8000, 'took over 8 s'),
    );
  },
};

const busyRenderer: FaultCase = {
  name: 'busy-renderer',
  kind,
  pages: {
    '/': page(
      'Busy',
      `<h1>Busy</h1><button id="pay" onclick="say('paid')">Pay</button><button id="work" onclick="
       setTimeout(() => { const end = Date.now() + 10000; while (Date.now() < end); document.title = 'Rested'; }, 50)">Work</button>`,
    ),
  },
  async play({ tool, site, said, refuses, accepts }) {
    await tool.open(site.at());
    await tool.click(button('Work'));
    const answer = await tool.click(button('Pay'));
    for (let look = 0; look < 12 && !/Rested/.test((await tool.look()).told); look++) await rest();
    // It was told to be done and was done once, or it was told to have failed and was done at most once.
    return either(
      all(accepts(answer), await said('paid')),
      either(all(refuses(answer), await said()), all(refuses(answer), await said('paid'))),
    );
  },
};

const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1000));

const pressNavigates: FaultCase = {
  name: 'leaves-on-press',
  kind,
  pages: {
    '/': page(
      'Menu',
      `<a href="{here}/next" onmousedown="say('pressed'); location.href = this.href">Accounts</a>`,
    ),
    '/next': page('Next', `<h1>Accounts</h1><script>say('arrived')</script>`),
  },
  async play({ tool, site, said, holds }) {
    await tool.open(site.at());
    await tool.click(link('Accounts'));
    const arrived = await said('pressed', 'arrived');
    return all(arrived, holds(await tool.read(), ['Accounts']));
  },
};

const doubleClick: FaultCase = {
  name: 'double-click',
  kind,
  pages: {
    '/': page(
      'Cells',
      `<table><tr><td id="cell" role="button" tabindex="0" aria-label="Amount" onclick="say('click ' + event.detail)" ondblclick="say('double')">12</td></tr></table>`,
    ),
  },
  async play({ tool, site, said }) {
    await tool.open(site.at());
    await tool.click(button('Amount'), { count: 2 });
    return said('click 1', 'click 2', 'double');
  },
};

const modalOnTop: FaultCase = {
  name: 'inert-behind-modal',
  kind,
  pages: {
    '/': page(
      'Modal',
      `<button onclick="say('deleted')" style="position:fixed;left:10px;top:10px">Delete all</button>
       <dialog id="ask" style="margin:auto"><p>Read the notes first</p><button onclick="ask.close(); say('closed')">Continue</button></dialog>
       <script>ask.showModal();</script>`,
    ),
  },
  async play({ tool, site, said, refuses }) {
    await tool.open(site.at());
    const refusal = refuses(await tool.click({ ...button('Delete all'), css: 'body > button' }));
    await tool.click(button('Continue'));
    await tool.click(button('Delete all'));
    return all(refusal, await said('closed', 'deleted'));
  },
};

const clickOption: FaultCase = {
  name: 'option-click',
  kind,
  pages: {
    '/': page(
      'Country',
      `<label>Country <select onchange="say('chose ' + this.value)"><option value="dk">Denmark</option><option value="no">Norway</option></select></label>`,
    ),
  },
  async play({ tool, site, said }) {
    await tool.open(site.at());
    await tool.click({ ...named('option', 'Norway'), css: 'option[value=no]' });
    return said('chose no');
  },
};

const hoverMenu: FaultCase = {
  name: 'hover-menu',
  kind,
  pages: {
    '/': page(
      'Menu',
      `<style>#menu ul { display: none } #menu:hover ul { display: block }</style><nav id="menu"><button>Reports</button>
       <ul><li><a href="#" onclick="say('exported'); return false">Export all</a></li></ul></nav>`,
    ),
  },
  async play({ tool, site, said }) {
    await tool.open(site.at());
    await tool.hover(button('Reports'));
    await tool.click(link('Export all'));
    return said('exported');
  },
};

const dragAndDrop: FaultCase = {
  name: 'drag-and-drop',
  kind,
  pages: {
    '/': page(
      'Board',
      `<div id="card" role="button" aria-label="Card 7" tabindex="0" draggable="true" style="width:120px;height:40px;background:#cde">Card 7</div>
       <div id="done" role="region" aria-label="Done" style="margin-top:200px;width:300px;height:160px;background:#eee">Done</div><script>
       card.ondragstart = (e) => e.dataTransfer.setData('text/plain', 'card-7'); done.ondragover = (e) => e.preventDefault();
       done.ondrop = (e) => { e.preventDefault(); say('dropped ' + e.dataTransfer.getData('text/plain') + ' ' + e.isTrusted); };</script>`,
    ),
  },
  async play({ tool, site, said }) {
    await tool.open(site.at());
    await tool.drag({ ...button('Card 7'), css: '#card' }, { role: 'region', name: 'Done', css: '#done' });
    return said('dropped card-7 true');
  },
};

const labelOfHiddenBox: FaultCase = {
  name: 'label-of-hidden-box',
  kind,
  pages: {
    '/': page(
      'Terms',
      `<style>input { display: none } label::before { content: '☐ ' } input:checked + label::before { content: '☑ ' }</style>
       <input type="checkbox" id="terms" onchange="say('terms ' + terms.checked)"><label for="terms">I accept the terms</label>`,
    ),
  },
  async play({ tool, site, said, accepts }) {
    await tool.open(site.at());
    const clicked = await tool.click({ css: 'label' });
    return all(accepts(clicked), await said('terms true'));
  },
};

const sameNameUnderModal: FaultCase = {
  name: 'same-name-under-modal',
  kind,
  pages: {
    '/': page(
      'Draft',
      `<button onclick="say('page')">Save</button><dialog id="d"><p>Save your changes?</p><button onclick="say('dialog')">Save</button></dialog><script>d.showModal();</script>`,
    ),
  },
  async play({ tool, site, said }) {
    await tool.open(site.at());
    await tool.click({ ...button('Save'), css: 'dialog button', after: 'Save your changes?' });
    return said('dialog');
  },
};

export const clickingCases: readonly FaultCase[] = [
  overlayIntercept,
  overlayForGood,
  innerScroller,
  movingTarget,
  neverAtRest,
  removedOnHover,
  goneOnHover,
  labelOverBox,
  lateEnabled,
  disabledForGood,
  wrappedLink,
  transformed,
  canvas,
  listenerOnly,
  svgTarget,
  restlessPage,
  busyRenderer,
  pressNavigates,
  doubleClick,
  modalOnTop,
  clickOption,
  hoverMenu,
  dragAndDrop,
  labelOfHiddenBox,
  sameNameUnderModal,
];
