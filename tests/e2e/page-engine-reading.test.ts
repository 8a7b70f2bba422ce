import { afterAll, beforeAll, expect, test } from 'vitest';
import { ToolBench } from '../fakes/tool-bench.ts';

// Looking at pages in a real Chromium, without the extension: frames, shadow roots, what is hidden or large.

let bench: ToolBench;

beforeAll(async () => {
  bench = await ToolBench.start();
});

afterAll(() => bench.close());

const log = '<p id="log"></p><script>const say = (t) => { log.textContent += t + ";"; };</script>';

test('hovering tells what appeared', async () => {
  await bench.open(
    '<style>#tip{display:none}#h:hover+#tip{display:block}</style><button id="h">Hours</button><div ' +
      'id="tip" role="tooltip">Opens at nine</div>',
  );
  expect((await bench.does('hover', { selector: '#h' })).result).toEqual({
    delivered: true,
    appeared: ['tooltip "Opens at nine"'],
  });
});

test('what stands in shadow roots and slots is read in the order it shows, found and worked', async () => {
  await bench.open(
    `<x-card><span slot="name">Crate B</span></x-card>
     <script>customElements.define('x-card', class extends HTMLElement {
       constructor() {
         super();
         const root = this.attachShadow({ mode: 'open' });
         root.innerHTML = '<h2><slot name="name"></slot></h2><label>Quantity <input></label>' +
           '<button>Order</button><p></p>';
         const find = (css) => root.querySelector(css);
         find('button').onclick = () => { find('p').textContent = 'Ordered ' + find('input').value; };
       }
     })</script>`,
  );
  expect((await bench.does('get_text', {})).result.text).toBe('Crate B\n\nQuantity Order');
  await bench.does('fill', { selector: 'label=Quantity', value: '12' });
  await bench.does('click', { selector: 'x-card button' });
  expect((await bench.does('wait', { text: 'ordered 12' })).verified).toBe(true);
});

test('frames in frames are looked at, read, filled and clicked, through borders and a scroll', async () => {
  bench.pages.set(
    '/inner',
    '<p id="code">AC-58</p><input id="i"><button onclick="parent.postMessage(i.value, \'*\')">Send</button>',
  );
  bench.pages.set(
    '/middle',
    '<div style="height:500px"></div><iframe src="/inner" style="border:9px solid;padding:7px" ' +
      'width="400" height="200"></iframe><script>onmessage = (e) => parent.postMessage(e.data, ' +
      '"*")</script>',
  );
  await bench.open(
    `${log}<div style="height:500px"></div><iframe id="m" src="/middle" style="transform:scale(.8)" ` +
      `width="600" height="300"></iframe><script>onmessage = (e) => say(e.data)</script>`,
  );
  const { outline } = (await bench.does('snapshot', {})).result;
  expect(outline).toMatch(/button "Send" \[f\d+e\d+\]/);
  expect((await bench.does('get_text', {})).result.text).toContain('AC-58');
  await bench.does('fill', { selector: '#m >> iframe >> #i', value: 'PO 7' });
  const ref = /button "Send" \[(f\d+e\d+)\]/.exec(outline)?.[1] ?? '';
  expect((await bench.does('click', { selector: `ref=${ref}` })).result.delivered).toBe(true);
  await expect.poll(() => bench.says('#log')).toBe('PO 7;');
});

test('a page of many thousand nodes is looked at within its size', async () => {
  await bench.open(
    '<table id="t"></table><script>t.innerHTML = Array.from({length: 1600}, (_, n) => "<tr><td>Row " ' +
      '+ n + "</td><td>" + n + ".50</td><td><span><b>x</b></span></td><td><button>Open " + n + ' +
      '"</button></td></tr>").join("")</script>',
  );
  await bench.does('snapshot', {}, { timeoutMs: 30_000 });
  const { result } = await bench.does('snapshot', { max_tokens: 500, changed: false }, { timeoutMs: 30_000 });
  expect(result.tokens).toBeLessThan(560);
  expect(result.outline).toMatch(/left out: 1[45]\d\d more rows of table/);
  for (const find of ['Open 1234', 'button "open 1234"', 'row 1234']) {
    const found = await bench.does('snapshot', { find, max_tokens: 500 }, { timeoutMs: 30_000 });
    expect(found.result.outline).toMatch(/^table.*\n Row 1234 .*button "Open 1234" \[e\d+\]$/);
  }
});

test('what a page hides is neither read nor outlined, in whatever way it hides it', async () => {
  await bench.open(
    `<p>Shown</p><p style="display:none">trap1</p>
      <p style="visibility:hidden">trap2 <b style="visibility:visible">kept</b></p>
     <p style="opacity:0">trap3</p>
      <p style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)">trap4</p>
     <details><summary>More</summary>trap5</details><template>trap6</template><noscript>trap7</noscript>`,
  );
  const { text } = (await bench.does('get_text', {})).result;
  expect(text).toBe('Shown\n\nkept\n\nMore');
  const { outline } = (await bench.does('snapshot', {})).result;
  for (const trap of ['trap1', 'trap2', 'trap3', 'trap4', 'trap5', 'trap6', 'trap7'])
    expect(outline).not.toContain(trap);
});

test('words that lie under something opaque are left out, and those under a menu or a header are not', async () => {
  await bench.open(
    `<style>.box{position:relative;height:40px} .in{position:absolute;inset:0;margin:0} .lid{background:white}</style>
     <div style="position:sticky;top:0;background:white">Header</div><p>Plain</p>
     <div class="box"><p class="in">trap1</p><div class="in lid">Signed</div></div>
     <div class="box"><p>trap2</p><div class="in lid">Signed</div></div>
     <div class="box"><div class="in lid" style="z-index:-1">Below</div><p>Above</p></div>
     <div class="box"><p class="in" style="z-index:2">Raised</p><div class="in" style="background:#ffffff80">Veil</div></div>
     <div class="box"><div class="in lid" role="menu">Menu</div><p style="width:20px">Under</p></div>
     <p id="loose" style="width:200px;height:20px">trap3</p>
     <div id="over" style="position:absolute;background:white;width:220px;height:30px">Label</div>
     <script>const at = loose.getBoundingClientRect(); over.style.left = at.left - 5 + 'px'; over.style.top = at.top - 5 + 'px';</script>`,
  );
  const { text } = (await bench.does('get_text', {})).result;
  const { outline } = (await bench.does('snapshot', {})).result;
  for (const told of [text, outline]) {
    expect(told).not.toContain('trap');
    for (const kept of [
      'Header',
      'Plain',
      'Signed',
      'Above',
      'Below',
      'Raised',
      'Veil',
      'Menu',
      'Under',
      'Label',
    ])
      expect(told).toContain(kept);
  }
});

test('only what is in the viewport is outlined when that is asked for', async () => {
  await bench.open('<button>Near</button><div style="height:3000px"></div><button>Far</button>');
  const { outline } = (await bench.does('snapshot', { viewport_only: true })).result;
  expect(outline).toContain('Near');
  expect(outline).not.toContain('Far');
});

test('a table fills itself as its rows come into view, and is read whole', async () => {
  await bench.open(
    `<table id="t"><tr><th>Article</th><th>Price</th></tr></table><script>
     const seen = new IntersectionObserver((list) => list.forEach((x) => x.isIntersecting && setTimeout(() => { x.target.textContent = '4.50'; }, 50)));
     for (let n = 0; n < 90; n++) { const row = t.insertRow(); row.insertCell().textContent = 'A' + n;
      const cell = row.insertCell(); cell.textContent = '…'; seen.observe(cell); }
     </script>`,
  );
  const { result } = await bench.does('extract_table', {}, { timeoutMs: 8_000 });
  expect(result).toMatchObject({ row_count: 90, complete: true });
  expect(result.cells.every(([, price]) => price?.number === 4.5)).toBe(true);
  expect(await bench.page.evaluate(() => scrollY)).toBe(0);
});

test('a picture is as wide as was asked for', async () => {
  await bench.open('<h1>Hello</h1><div id="box" style="width:300px;height:200px;background:red"></div>');
  expect((await bench.does('screenshot', { max_width: 500 })).result).toMatchObject({
    width: 500,
    height: 300,
    masked: 0,
    mime: 'image/png',
  });
  expect((await bench.does('screenshot', { selector: '#box' })).result).toMatchObject({
    width: 300,
    height: 200,
  });
});

test('refs of a document are never given out again by the next one', async () => {
  await bench.open('<button>Old</button>');
  const ref = /\[(e\d+)\]/.exec((await bench.does('snapshot', {})).result.outline)?.[1] ?? '';
  bench.pages.set('/next', '<button>New</button>');
  await bench.page.goto(`${bench.origin}/next`);
  const next = /\[(e\d+)\]/.exec((await bench.does('snapshot', {})).result.outline)?.[1] ?? '';
  expect(next).not.toBe(ref);
  expect(await bench.fails('click', { selector: `ref=${ref}` }, 1_500)).toMatchObject({ code: 'stale-ref' });
});
