import { box, button } from '../caller.ts';
import { all, either, type FaultCase } from '../fault-case.ts';
import { page } from '../fault-site.ts';

// Frames of the same and of another site, and shadow roots.

const kind = 'frames and shadow';
const form = page(
  'Form',
  `<h2>Payment</h2><label>Order <input id="order"></label> <button onclick="say('paid ' + order.value)">Confirm</button>`,
);

const sameOrigin: FaultCase = {
  name: 'frame-same-origin',
  kind,
  pages: { '/': page('Shop', '<h1>Shop</h1><iframe id="pay" src="{here}/form"></iframe>'), '/form': form },
  play: (stage) => fillAndConfirm(stage, '#pay'),
};

const foreign: FaultCase = {
  name: 'frame-other-site',
  kind,
  pages: { '/': page('Shop', '<h1>Shop</h1><iframe id="pay" src="{other}/form"></iframe>'), '/form': form },
  play: (stage) => fillAndConfirm(stage, '#pay'),
};

const sandboxed: FaultCase = {
  name: 'frame-sandboxed',
  kind,
  pages: {
    '/': page('Shop', '<h1>Shop</h1><iframe id="pay" sandbox="allow-scripts" src="{here}/form"></iframe>'),
    '/form': form,
  },
  async play({ tool, site, said, holds, refuses }) {
    await tool.open(site.at());
    const read = holds(await tool.read(), ['Payment']);
    const filled = await tool.fill(box('Order', '#pay'), '4500-77');
    const clicked = await tool.click(button('Confirm', '#pay'));
    // Such a frame has no origin that a rule could name: a refusal that says so is as right as the act.
    const because = /origin|sandbox/i;
    const refusal = all(refuses(filled, because), refuses(clicked, because), await said());
    return all(read, either(refusal, await said('paid 4500-77')));
  },
};

const nestedTurned: FaultCase = {
  name: 'frame-nested-turned-scrolled',
  kind,
  pages: {
    '/': page(
      'Outer',
      `<h1>Outer</h1><div style="height:400px"></div><div style="transform-origin:0 0;transform:translate(260px,0) rotate(12deg) scale(.8)">
       <iframe id="mid" src="{other}/mid" width="500" height="300" style="border:7px solid;padding:5px"></iframe></div><div style="height:900px"></div>`,
    ),
    '/mid': page(
      'Middle',
      `<div style="height:700px">Middle</div><iframe id="pay" src="{at}/form" width="400" height="160" style="transform:scale(.9)"></iframe><p>End</p>`,
    ),
    '/form': page(
      'Form',
      `<div style="height:500px"></div><h2>Payment</h2><label>Order <input id="order"></label> <button onclick="say('paid ' + order.value)">Confirm</button>
       <button onclick="say('cancelled')">Cancel</button>`,
    ),
  },
  play: (stage) => fillAndConfirm(stage, '#mid >> #pay'),
};

async function fillAndConfirm({ tool, site, said, holds }: Parameters<FaultCase['play']>[0], frame: string) {
  await tool.open(site.at());
  const read = holds(await tool.read(), ['Payment']);
  await tool.fill(box('Order', frame), '4500-77');
  await tool.click(button('Confirm', frame));
  return all(read, await said('paid 4500-77'));
}

const neverDone: FaultCase = {
  name: 'frame-never-done',
  kind,
  pages: {
    '/': page(
      'Board',
      `<h1>Board</h1><p>Orders today: 12</p><button onclick="say('paid')">Pay</button><iframe src="{other}/slow"></iframe>`,
    ),
    '/slow': { body: '<!doctype html><p>Loading the rest', endless: true, delayMs: 60_000 },
  },
  async play({ tool, site, said, holds, is }) {
    const started = Date.now();
    await tool.open(site.at());
    const read = holds(await tool.read(), ['Orders today: 12']);
    await tool.click(button('Pay'));
    const ms = Date.now() - started;
    return all(read, await said('paid'), is(ms < 35_000, `took ${ms} ms`));
  },
};

const flicker: FaultCase = {
  name: 'frame-detached-while-read',
  kind,
  pages: {
    '/': page(
      'Banner',
      `<h1>Banner</h1><p>Total 1,250.00</p><div id="place"></div><script>
       setInterval(() => { place.innerHTML = '<iframe src="{other}/advert"></iframe>'; }, 200);</script>`,
    ),
    '/advert': page('Advert', '<p>Buy more</p>'),
  },
  async play({ tool, site, holds, is }) {
    await tool.open(site.at());
    const findings = [];
    for (let time = 0; time < 4; time++) {
      findings.push(
        holds(await tool.read(), ['Total 1,250.00']),
        holds(await tool.look(), ['Total 1,250.00']),
      );
    }
    return all(is(true, ''), ...findings);
  },
};

const unknownScheme: FaultCase = {
  name: 'frame-of-unknown-scheme',
  kind,
  pages: {
    '/': page(
      'Call',
      `<h1>Call</h1><button id="one" onclick="document.body.insertAdjacentHTML('beforeend', '<iframe src=&quot;tel-app:12345&quot;></iframe>'); say('called')">Call us</button>
       <button onclick="say('noted')">Note</button>`,
    ),
  },
  async play({ tool, site, said, holds }) {
    await tool.open(site.at());
    await tool.click(button('Call us'));
    await tool.click(button('Note'));
    return all(await said('called', 'noted'), holds(await tool.read(), ['Call']));
  },
};

const otherExtension: FaultCase = {
  name: 'frame-of-other-extension',
  kind,
  pages: {
    '/': page(
      'Invoice',
      `<h1>Invoice 12</h1><button onclick="say('paid')">Pay</button><div id="place"><iframe src="{extension}/frame.html"></iframe></div>
       <script>setTimeout(() => { place.remove(); }, 9000);</script>`,
    ),
  },
  async play({ tool, site, said, holds, refuses }) {
    await tool.open(site.at());
    const read = holds(await tool.read(), ['Invoice 12']);
    const look = holds(await tool.look(), ['Invoice 12']);
    const answer = await tool.click({ ...button('Pay'), css: 'button' });
    if (answer.failed === null) return all(read, look, await said('paid'));
    const named = refuses(answer, /extension/i);
    await new Promise((resolve) => setTimeout(resolve, 9000));
    await tool.click(button('Pay'));
    return all(read, look, named, await said('paid'));
  },
};

const lateFrame: FaultCase = {
  name: 'frame-arrives-late',
  kind,
  pages: {
    '/': page(
      'Shop',
      `<h1>Shop</h1><div id="place"></div><script>setTimeout(() => { place.innerHTML = '<iframe id="pay" src="{other}/form"></iframe>'; }, 900);</script>`,
    ),
    '/form': { body: form, delayMs: 700 },
  },
  async play(stage) {
    const { tool, site, said } = stage;
    await tool.open(site.at());
    await tool.waitFor('Payment', 10_000);
    await tool.fill(box('Order', '#pay'), '4500-77');
    await tool.click(button('Confirm', '#pay'));
    return said('paid 4500-77');
  },
};

const shadowPage = (mode: string): string =>
  page(
    'Crates',
    `<h1>Crates</h1><crate-list></crate-list><script>
     const open = (host, html) => { const root = host.attachShadow({ mode: '${mode}' }); root.innerHTML = html; return root; };
     customElements.define('crate-row', class extends HTMLElement { connectedCallback() { const root = open(this,
       '<p><slot></slot></p><label>Quantity <input></label> <button><span>Order</span></button>');
       const input = root.querySelector('input'); root.querySelector('button').onclick = (e) => say('ordered ' + input.value + ' ' + e.isTrusted); } });
     customElements.define('crate-list', class extends HTMLElement { connectedCallback() { open(this, '<div><crate-row>Crate B</crate-row></div>'); } });</script>`,
  );

function shadowCase(mode: 'open' | 'closed'): FaultCase {
  return {
    name: `shadow-nested-${mode}`,
    kind,
    pages: { '/': shadowPage(mode) },
    async play({ tool, site, said, holds }) {
      await tool.open(site.at());
      const read = holds(await tool.read(), ['Crate B']);
      await tool.fill(box('Quantity'), '12');
      await tool.click(button('Order'));
      return all(read, await said('ordered 12 true'));
    },
  };
}

export const frameCases: readonly FaultCase[] = [
  sameOrigin,
  foreign,
  sandboxed,
  nestedTurned,
  neverDone,
  flicker,
  unknownScheme,
  otherExtension,
  lateFrame,
  shadowCase('open'),
  shadowCase('closed'),
];
