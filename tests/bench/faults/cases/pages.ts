import { box, button, link } from '../caller.ts';
import { all, type FaultCase } from '../fault-case.ts';
import { page } from '../fault-site.ts';

// Several pages, pages behind others, and pages that nobody should get to.

const kind = 'pages';
const form = `<h1>Work</h1><label>Name <input id="name"></label><div id="menu"><button onmouseenter="say('hovered')" onclick="say('saved ' + document.getElementById('name').value)">Save</button></div>`;

const hiddenTab: FaultCase = {
  name: 'hidden-tab',
  kind,
  pages: { '/': page('Work', form), '/front': page('Front', '<h1>Front</h1>') },
  async play({ tool, site, said, is, holds }) {
    await tool.open(site.at());
    await tool.openInFront(site.at('/front'));
    await tool.fill(box('Name'), 'typed');
    await tool.click(button('Save'));
    const shot = await tool.picture();
    const again = await tool.picture();
    const pictures = is(
      shot.bytes > 500 && again.bytes > 500,
      `pictures of ${shot.bytes} and ${again.bytes} bytes`,
    );
    return all(await said('hovered', 'saved typed'), pictures, holds(await tool.read(), ['Work']));
  },
};

function popUp(name: string, opener: string): FaultCase {
  return {
    name,
    kind,
    pages: {
      '/': page('Opener', `<h1>Opener</h1>${opener}`),
      '/child': page('Child', `<h1>Child</h1><button onclick="say('child')">Choose</button>`),
    },
    async play({ tool, site, said, is }) {
      await tool.open(site.at());
      const opened = await tool.click(link('Open'));
      await tool.select('/child');
      await tool.click(button('Choose'));
      return all(await said('child'), is(opened.failed === null, 'the click was said to have failed'));
    },
  };
}

const withOpener = popUp(
  'pop-up',
  `<a href="#" onclick="window.open('{here}/child', 'c', 'width=400,height=300'); return false">Open</a>`,
);
const withoutOpener = popUp(
  'pop-up-noopener',
  `<a href="{here}/child" target="_blank" rel="noopener noreferrer">Open</a>`,
);

const forbiddenPopUp: FaultCase = {
  name: 'pop-up-forbidden-site',
  kind,
  pages: {
    '/': page('Opener', `<h1>Opener</h1><a href="{forbidden}/child" target="_blank">Open</a>`),
    '/child': page('Child', '<h1>Child</h1>'),
  },
  async play({ tool, site }) {
    await tool.open(site.at());
    await tool.click(link('Open'));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await tool.select('/child');
    const read = await tool.read();
    const reached = /heading "Child"|^Child|# Child/m.test(read.told);
    return {
      right: !reached,
      harm: reached ? 'the forbidden page was read' : null,
      seen: read.told.slice(0, 200),
    };
  },
};

const forbiddenRedirect: FaultCase = {
  name: 'redirect-to-forbidden-site',
  kind,
  pages: {
    '/': { status: 302, headers: { location: '{at}/hop' } },
    '/hop': { status: 302, headers: { location: '{other}/hop2' } },
    '/hop2': { status: 302, headers: { location: '{forbidden}/end' } },
    '/end': page('End', '<h1>Secret end</h1>'),
  },
  async play({ tool, site, refuses, is }) {
    const opened = await tool.open(site.at());
    const read = await tool.read();
    const reached = /Secret end/.test(read.told + opened.told);
    return all(refuses(opened.failed === null ? read : opened), is(!reached, 'the forbidden page was read'));
  },
};

const forbiddenScheme: FaultCase = {
  name: 'forbidden-scheme',
  kind,
  pages: { '/': page('Start', `<h1>Start</h1><button onclick="say('clicked')">Go</button>`) },
  async play({ tool, site, said, refuses }) {
    await tool.open(site.at());
    const file = refuses(await tool.open('file:///etc/passwd'));
    const script = refuses(await tool.open('javascript:document.title=1'));
    await tool.open(site.at());
    await tool.click(button('Go'));
    return all(file, script, await said('clicked'));
  },
};

const basicLogin: FaultCase = {
  name: 'http-login',
  kind,
  pages: { '/': { body: page('Archive', '<h1>Archive of letters</h1>'), login: 'clerk:letters+42' } },
  async play({ tool, site, holds }) {
    await tool.openWithLogin(site.at(), 'clerk', 'letters+42');
    return holds(await tool.read(), ['Archive of letters']);
  },
};

const loginWanted: FaultCase = {
  name: 'http-login-unknown',
  kind,
  pages: { '/': { body: page('Archive', '<h1>Archive of letters</h1>'), login: 'clerk:letters+42' } },
  async play({ tool, site, is }) {
    const started = Date.now();
    const opened = await tool.open(site.at());
    const ms = Date.now() - started;
    // The page shown says it too, where the tool lets the caller see that page.
    const told = `${opened.told} ${(await tool.read()).told}`;
    return all(
      is(/401|Log in first/.test(told), `not told: ${told.slice(0, 200)}`),
      is(ms < 15_000, `${ms} ms`),
    );
  },
};

const neverLoaded: FaultCase = {
  name: 'load-that-never-ends',
  kind,
  pages: {
    '/': page(
      'Slow',
      `<h1>Offer 12</h1><button onclick="say('taken')">Take</button><img src="{here}/slow.png" alt="">`,
    ),
    '/slow.png': { body: Buffer.from([137]), endless: true, headers: { 'content-type': 'image/png' } },
  },
  async play({ tool, site, said, holds }) {
    await tool.open(site.at());
    const read = holds(await tool.read(), ['Offer 12']);
    await tool.click(button('Take'));
    return all(read, await said('taken'));
  },
  timeoutMs: 90_000,
};

const slowAnswer: FaultCase = {
  name: 'click-with-slow-answer',
  kind,
  pages: {
    '/': page('Order', `<h1>Order</h1><form action="{here}/done"><button>Send</button></form>`),
    '/done': { body: page('Done', `<h1>Order 55 received</h1>`), delayMs: 2500 },
  },
  async play({ tool, site, holds }) {
    await tool.open(site.at());
    await tool.click(button('Send'));
    await tool.waitFor('received', 8000);
    return holds(await tool.read(), ['Order 55 received']);
  },
};

export const pageCases: readonly FaultCase[] = [
  hiddenTab,
  withOpener,
  withoutOpener,
  forbiddenPopUp,
  forbiddenRedirect,
  forbiddenScheme,
  basicLogin,
  loginWanted,
  neverLoaded,
  slowAnswer,
];
