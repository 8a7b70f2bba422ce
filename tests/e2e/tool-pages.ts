import type { SitePage } from './small-site.ts';

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><body>${body}</body></html>`;

const form = `<h1>Order</h1><form method="post" action="/sent">
  <p><label>Name <input name="name"></label></p>
  <p><label>Country <select name="country"><option value="dk">Denmark</option><option value="no">Norway</option></select></label></p>
  <p><label><input type="checkbox" name="newsletter"> Newsletter</label></p>
  <fieldset><legend>Speed</legend>
    <label><input type="radio" name="speed" value="normal" checked> Normal</label>
    <label><input type="radio" name="speed" value="express"> Express</label></fieldset>
  <p><label>Due <input type="date" name="due"></label></p>
  <p><label>Notes <textarea name="notes"></textarea></label></p>
  <button>Send</button></form>`;

const buttons = `<style>#menu .items { display: none } #menu:hover .items { display: block }</style>
  <h1>Buttons</h1><p id="log"></p>
  <button>First</button> <button>Second</button> <button>Third</button>
  <button id="ask">Ask</button> <button id="pop">Pop up</button>
  <div id="menu"><span>Menu</span><div class="items"><a href="/table">Export</a></div></div>
  <script>
    window.pageVariable = 'here';
    const log = document.querySelector('#log');
    for (const button of document.querySelectorAll('button:not([id])'))
      button.addEventListener('click', () => { log.textContent = button.textContent; });
    document.querySelector('#ask').addEventListener('click', () => {
      const answer = confirm('Are you sure?');
      fetch('/answer', { method: 'POST', body: String(answer) });
    });
    document.querySelector('#pop').addEventListener('click', () => { window.open('/table', '_blank'); });
  </script>`;

const table = `<h1>Figures of the year</h1><p>All amounts in thousands.</p><table><caption>Sales</caption>
  <thead><tr><th rowspan="2">Region</th><th colspan="2">2026</th></tr><tr><th>Q1</th><th>Q2</th></tr></thead>
  <tbody><tr><td>North</td><td>1,200.50</td><td>900</td></tr><tr><td>South</td><td colspan="2">n/a</td></tr></tbody></table>`;

const tall = `<style>body { margin: 0; height: 3200px } #square { width: 120px; height: 80px; background: teal }</style>
  <div id="square"></div><input type="password" value="painted over" aria-label="Password">`;

const late = `<p id="early">Early</p><script>setTimeout(() => {
    document.querySelector('#early').remove();
    document.body.insertAdjacentHTML('beforeend', '<p id="late">It is late now</p>');
    location.hash = 'done';
  }, 300);</script>`;

const framed = '<h1>Shop</h1><iframe src="{other}/pay" width="400" height="200"></iframe>';

const pay = `<h2>Pay here</h2><label>Order <input id="order"></label> <button>Pay</button><script>
  document.querySelector('button').addEventListener('click', () => {
    fetch('/paid', { method: 'POST', body: document.querySelector('#order').value });
  });</script>`;

/** Pages on which each tool has its ordinary case; what they felt they post back. */
export const toolPages: Readonly<Record<string, SitePage>> = {
  '/form': page('Form', form),
  '/moved': { body: '', status: 302, headers: { location: '/form' } },
  '/on-load': page(
    'Way',
    `<p>Way</p><script>addEventListener('load', () => { location.href = '/form'; });</script>`,
  ),
  '/on-timer': page(
    'Way',
    `<p>Way</p><script>addEventListener('load', () => setTimeout(() => location.replace('/form'), 0));</script>`,
  ),
  '/on-refresh': page('Way', '<meta http-equiv="refresh" content="0;url=/form"><p>Way</p>'),
  '/sent': page('Sent', '<h1>Thank you</h1>'),
  '/answer': '',
  '/paid': '',
  '/buttons': page('Buttons', buttons),
  '/table': page('Table', table),
  '/tall': page('Tall', tall),
  '/late': page('Late', late),
  '/framed': page('Framed', framed),
  '/pay': page('Pay', pay),
  '/files': page('Files', '<h1>Files</h1><a href="/file.csv">Get it</a>'),
  '/file.csv': {
    body: 'a,b\n1,2\n',
    headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="figures.csv"' },
  },
};
