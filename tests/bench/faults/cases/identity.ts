import { button, link } from '../caller.ts';
import { all, type FaultCase } from '../fault-case.ts';
import { page } from '../fault-site.ts';

// What a reference means after the page has gone on.

const kind = 'identity';

const redrawnList: FaultCase = {
  name: 'redrawn-list',
  kind,
  pages: {
    '/': page(
      'Orders',
      `<h1>Orders</h1><ul id="list"></ul><script>
       const names = ['Birch', 'Delta', 'Kestrel', 'Mallow', 'Quartz']; let turn = 0;
       const draw = () => { list.innerHTML = names.map((_, i) => names[(i + turn) % names.length]).map((n) =>
         '<li>' + n + ' <button aria-label="Open ' + n + '">Open</button></li>').join(''); turn++; };
       list.onclick = (e) => e.target.tagName === 'BUTTON' && say(e.target.getAttribute('aria-label')); draw(); setInterval(draw, 400);</script>`,
    ),
  },
  async play({ tool, site, said }) {
    await tool.open(site.at());
    const kestrel = await tool.remember(button('Open Kestrel'));
    await rest(900);
    await kestrel.click();
    return said('Open Kestrel');
  },
};

const renamedButton: FaultCase = {
  name: 'renamed-button',
  kind,
  pages: {
    '/': page(
      'Watch',
      `<button id="go" onclick="say(this.textContent)">Start</button><script>fetch('{here}/go').then(() => { go.textContent = 'Stop'; });</script>`,
    ),
    '/go': { held: true },
  },
  async play({ tool, site, said }) {
    await tool.open(site.at());
    const start = await tool.remember(button('Start'));
    site.release();
    await rest(700);
    await start.click();
    return said('Stop');
  },
};

const goneElement: FaultCase = {
  name: 'gone-element',
  kind,
  pages: {
    '/': page(
      'Cart',
      `<p id="place"><button onclick="say('removed')">Remove tea</button></p><p><button onclick="say('coffee')">Remove coffee</button></p>
       <script>fetch('{here}/go').then(() => { place.remove(); });</script>`,
    ),
    '/go': { held: true },
  },
  async play({ tool, site, said, refuses, is }) {
    await tool.open(site.at());
    const tea = await tool.remember(button('Remove tea'));
    site.release();
    await rest(700);
    const started = Date.now();
    const refusal = refuses(await tea.click());
    const ms = Date.now() - started;
    return all(refusal, await said(), is(ms < 3000, `took ${ms} ms to say so`));
  },
};

const otherDocument: FaultCase = {
  name: 'other-document',
  kind,
  pages: {
    '/': page('One', `<h1>One</h1><button onclick="say('kept')">Keep</button> <a href="{here}/two">Next</a>`),
    '/two': page(
      'Two',
      `<h1>Two</h1><button onclick="say('deleted')">Delete</button> <a href="{here}/">Back</a>`,
    ),
  },
  async play({ tool, site, said, refuses }) {
    await tool.open(site.at());
    const keep = await tool.remember(button('Keep'));
    await tool.open(site.at('/two'));
    const refusal = refuses(await keep.click());
    return all(refusal, await said());
  },
};

const keptThroughHistory: FaultCase = {
  name: 'address-without-load',
  kind,
  pages: {
    '/': page(
      'App',
      `<div id="app"></div><script>const draw = () => { app.innerHTML = location.search === '?two' ? '<h1>Second</h1><button>Save</button>'
       : '<h1>First</h1><a href="?two">Second</a><button>Save</button>'; };
       app.onclick = (e) => { if (e.target.tagName === 'A') { e.preventDefault(); history.pushState({}, '', '?two'); setTimeout(draw, 500); }
       if (e.target.tagName === 'BUTTON') say('saved ' + location.search); }; draw();</script>`,
    ),
  },
  async play({ tool, site, said, holds, accepts }) {
    await tool.open(site.at());
    await tool.click(link('Second'));
    const waited = await tool.waitFor('Save', 5000);
    await tool.waitFor('Second', 5000);
    await rest(600);
    await tool.click(button('Save'));
    return all(await said('saved ?two'), holds(await tool.read(), ['Second']), accepts(waited));
  },
};

const closedPage: FaultCase = {
  name: 'page-closes-itself',
  kind,
  pages: {
    '/': page(
      'Opener',
      `<h1>Opener</h1><button onclick="say('deleted here')">Delete</button> <a href="{here}/child" target="_blank" rel="opener">Child</a>`,
    ),
    '/child': page(
      'Child',
      `<h1>Child</h1><button onclick="window.close()">Finish</button><button onclick="say('deleted there')">Delete</button>`,
    ),
  },
  async play({ tool, site, said, refuses }) {
    await tool.open(site.at());
    await tool.click(link('Child'));
    await tool.select('/child');
    await tool.click(button('Finish'));
    await rest(500);
    // The caller means the child; acting in the opener instead would be acting in a page that nobody named.
    const answer = await tool.click(button('Delete'));
    return all(refuses(answer), await said());
  },
};

/** Draws `orders` into as many nodes as it needs and keeps those that are there, as frameworks do without keys. */
const keepsNodes = `const draw = () => { while (list.children.length > orders.length) list.lastElementChild.remove();
  orders.forEach((order, at) => { let row = list.children[at]; if (!row) { row = list.appendChild(blank.content.firstElementChild.cloneNode(true)); }
    row.querySelectorAll('[data-of]').forEach((cell) => { cell.textContent = order[cell.dataset.of]; }); }); };
  const orders = [[1001, 'Adams', 'paid'], [1002, 'Brown', 'open'], [1003, 'Clark', 'paid'], [1004, 'Davis', 'open']].map(([id, who, state]) => ({ id, who, state }));`;

const rowsInKeptNodes: FaultCase = {
  name: 'rows-in-kept-nodes',
  kind,
  pages: {
    '/': page(
      'Orders',
      `<table><tbody id="list"></tbody></table>
       <template id="blank"><tr><td data-of="id"></td><td data-of="who"></td><td data-of="state"></td><td><button>Delete</button></td></tr></template>
       <script>${keepsNodes} list.onclick = (e) => { if (e.target.tagName !== 'BUTTON') return;
         const at = [...list.children].indexOf(e.target.closest('tr')); say('deleted ' + orders[at].id); orders.splice(at, 1); draw(); }; draw();</script>`,
    ),
  },
  async play({ tool, site, said }) {
    await tool.open(site.at());
    const first = await tool.remember({ ...button('Delete'), after: '1001' });
    const second = await tool.remember({ ...button('Delete'), after: '1002' });
    await first.click();
    await second.click();
    return said('deleted 1001', 'deleted 1002');
  },
};

const rowTakenOut: FaultCase = {
  name: 'row-taken-out-of-kept-nodes',
  kind,
  pages: {
    '/': page(
      'Orders',
      `<div id="list"></div>
       <template id="blank"><div><div><b data-of="who"></b> <i data-of="id"></i></div><p data-of="state"></p><div><button>Delete</button></div></div></template>
       <script>${keepsNodes} list.onclick = (e) => { if (e.target.tagName !== 'BUTTON') return;
         say('deleted ' + e.target.parentElement.parentElement.querySelector('i').textContent); };
         draw(); fetch('{here}/go').then(() => { orders.splice(1, 1); draw(); });</script>`,
    ),
    '/go': { held: true },
  },
  async play({ tool, site, said, refuses }) {
    await tool.open(site.at());
    const brown = await tool.remember({ ...button('Delete'), after: '1002' });
    site.release();
    await rest(700);
    return all(refuses(await brown.click()), await said());
  },
};

const sortedInKeptNodes: FaultCase = {
  name: 'sorted-in-kept-nodes',
  kind,
  pages: {
    '/': page(
      'Orders',
      `<ul id="list"></ul>
       <template id="blank"><li><span data-of="who"></span> <span data-of="id"></span> <span data-of="state"></span> <button>Pay</button></li></template>
       <script>${keepsNodes} list.onclick = (e) => { if (e.target.tagName === 'BUTTON') say('paid ' + e.target.closest('li').children[1].textContent); };
         draw(); fetch('{here}/go').then(() => { orders.reverse(); draw(); });</script>`,
    ),
    '/go': { held: true },
  },
  async play({ tool, site, said }) {
    await tool.open(site.at());
    const brown = await tool.remember({ ...button('Pay'), after: '1002' });
    site.release();
    await rest(700);
    await brown.click();
    return said('paid 1002');
  },
};

const scrolledOverKeptNodes: FaultCase = {
  name: 'scrolled-over-kept-nodes',
  kind,
  pages: {
    '/': page(
      'Mail',
      `<div id="view" role="list" style="height:200px;overflow:auto;position:relative"><div id="space" style="height:8000px"></div></div>
       <script>const nodes = Array.from({ length: 8 }, () => { const row = document.createElement('div'); row.role = 'listitem';
         row.style.cssText = 'position:absolute;height:40px;left:0'; row.innerHTML = '<span></span> <button>Archive</button>'; view.append(row); return row; });
         const draw = () => { const from = Math.floor(view.scrollTop / 40); nodes.forEach((row, n) => {
           const at = from + (n - from % 8 + 8) % 8; row.style.top = at * 40 + 'px'; row.dataset.at = at; row.firstChild.textContent = 'Message ' + (at + 1) + ' from sender ' + (at * 7 % 90 + 10); }); };
         view.onscroll = draw; view.onclick = (e) => { if (e.target.tagName === 'BUTTON') say('archived ' + (Number(e.target.parentElement.dataset.at) + 1)); };
         draw(); fetch('{here}/go').then(() => { view.scrollTop = 4000; });</script>`,
    ),
    '/go': { held: true },
  },
  async play({ tool, site, said, refuses }) {
    await tool.open(site.at());
    const third = await tool.remember({ ...button('Archive'), after: 'Message 3 ' });
    site.release();
    await rest(700);
    return all(refuses(await third.click()), await said());
  },
};

const rest = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const identityCases: readonly FaultCase[] = [
  redrawnList,
  renamedButton,
  goneElement,
  otherDocument,
  keptThroughHistory,
  closedPage,
  rowsInKeptNodes,
  rowTakenOut,
  sortedInKeptNodes,
  scrolledOverKeptNodes,
];
