import type { SitePage } from './small-site.ts';

// Pages that are hard to read, each for one reason.

const page = (body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title>${body}</html>`;

/** Keeps only the rows in view in the document, as grids do. */
const grid =
  page(`<style>.view{height:300px;overflow:auto;position:relative}.row{position:absolute;height:30px}
.row>*{display:inline-block;width:120px}</style><div role="grid" aria-rowcount="201"><div role="row" aria-rowindex="1">
<span role="columnheader">Id</span><span role="columnheader">Name</span></div><div class="view" id="view">
<div id="room" style="height:6000px;position:relative"></div></div></div><script>
function draw() { const first = Math.max(0, Math.floor(view.scrollTop / 30) - 2); room.innerHTML = '';
  for (let n = first; n < Math.min(200, first + 15); n++) { const row = document.createElement('div');
    row.className = 'row'; row.setAttribute('role', 'row'); row.setAttribute('aria-rowindex', n + 2); row.style.top = n * 30 + 'px';
    row.innerHTML = '<span role="gridcell">' + n + '</span><span role="gridcell">Name</span>'; room.append(row); } }
view.onscroll = draw; draw();</script>`);

/** The same of plain boxes that nothing names, with spacers above and below. */
const boxes =
  page(`<style>.r{display:flex;height:30px}.r>div{width:120px}#view{height:300px;overflow:auto;overflow-anchor:none}
</style><div class="r head"><div>Code</div><div>Item</div><div>Price</div></div><div id="view"><div id="above"></div>
<div id="rows"></div><div id="below"></div></div><script>
function draw() { const first = Math.max(0, Math.floor(view.scrollTop / 30) - 2), end = Math.min(150, first + 15);
  above.style.height = first * 30 + 'px'; below.style.height = (150 - end) * 30 + 'px'; rows.innerHTML = '';
  for (let n = first; n < end; n++) { const row = document.createElement('div'); row.className = 'r';
    row.innerHTML = '<div>C' + n + '</div><div>Same</div><div>' + n + '.50</div>'; rows.append(row); } }
view.onscroll = draw; draw();</script>`);

const lazy =
  page(`<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody id="rows"></tbody></table><p id="end">&nbsp;</p><script>
let count = 0, busy = false;
function add() { for (let n = 0; n < 40; n++) { const row = rows.insertRow(); row.insertCell().textContent = 'A' + ++count;
  row.insertCell().textContent = count; } busy = false; }
add(); new IntersectionObserver(([seen]) => { if (seen.isIntersecting && !busy && count < 120) { busy = true; setTimeout(add, 80); } }).observe(end);
</script>`);

const paged =
  page(`<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>
<nav aria-label="Pagination"><a href="?p=1">1</a> <a href="?p=2" aria-label="Next page">›</a></nav>`);

const markdown =
  page(`<h1>Guide</h1><p>See <a href="/a_(b)?q=1&amp;r=%20x">the page</a>.</p><pre>if (a &lt; b) {
  run();
}</pre><table><tr><th>Key</th><th>Value</th></tr><tr><td>one</td><td>1</td></tr></table>`);

const hidden = page(`<body style="background:#fff;color:#000"><h1>Offer</h1><p>Shown to all.</p>
<p style="font-size:0">trap-zero <span style="font-size:16px">still here</span></p><p style="color:#fff">trap-white</p>
<p style="position:absolute;left:-9999px">trap-left</p><p style="text-indent:-9999px">trap-indent</p>
<p style="color:#fff;background:#036">light on dark</p><p style="opacity:0">trap-clear</p></body>`);

export const readingPages: Readonly<Record<string, SitePage>> = {
  '/grid': grid,
  '/boxes': boxes,
  '/lazy': lazy,
  '/paged': paged,
  '/markdown': markdown,
  '/hidden': hidden,
  '/latin': {
    body: Buffer.from('<title>L</title><p>Gr\xf6\xdfe 5 \x80 \x96 fa\xe7ade</p>', 'latin1'),
    headers: { 'content-type': 'text/html; charset=windows-1252' },
  },
  '/japanese': {
    body: Buffer.from([0x3c, 0x70, 0x3e, 0x93, 0xfa, 0x96, 0x7b, 0x3c, 0x2f, 0x70, 0x3e]),
    headers: { 'content-type': 'text/html; charset=shift_jis' },
  },
};
