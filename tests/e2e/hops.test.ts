import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Client, given, policyText, type Rig, startRig, until } from './rig.ts';
import { type SmallSite, serveSite } from './small-site.ts';

// Goal: wherever an allowed page leads by itself (redirect, link, script, form, new window, history), what the policy does
// not let be opened is never sent, and the result and the ledger name both addresses. What is allowed goes on as ever.

let home: SmallSite;
let allowed: SmallSite;
let evil: SmallSite;
let rig: Rig;
let client: Client;

const framed = '<!doctype html><title>Framed</title><iframe src="/"></iframe>';

beforeAll(async () => {
  evil = await serveSite({ '/': '<!doctype html><title>Evil</title><h1>Evil</h1>' });
  allowed = await serveSite({
    '/': '<!doctype html><title>Allowed</title><script>document.title += window.opener ? " opened" : " alone"</script>',
  });
  const leads = `
    <!doctype html><title>Home</title>
    <a id="link" href="${evil.origin}/link">Link</a>
    <a id="good" href="${allowed.origin}/">Good</a>
    <button id="script" onclick="location.href='${evil.origin}/script'">Script</button>
    <button id="later" onclick="setTimeout(() => location.href='${evil.origin}/later', 150)">Later</button>
    <form action="${evil.origin}/form" method="post"><button id="form" name="a" value="b">Form</button></form>
    <form action="${evil.origin}/own-window" method="post" target="_blank"><button id="own">Own</button></form>
    <button id="popup" onclick="window.open('${evil.origin}/popup')">Popup</button>
    <button id="blank" onclick="const w = window.open('about:blank'); w.location = '${evil.origin}/blank'">Blank</button>
    <button id="late" onclick="setTimeout(() => window.open('${evil.origin}/late-popup'), 400)">Late</button>
    <button id="quiet" onclick="window.open('${evil.origin}/noopener', '', 'noopener')">Quiet</button>
    <button id="fine" onclick="window.open('${allowed.origin}/')">Fine</button>
    <button id="stay" onclick="document.title='Stayed'">Stay</button>`;
  home = await serveSite({
    '/': leads,
    '/away': { body: '', status: 302, headers: { location: `${evil.origin}/redirect` } },
    '/twice': { body: '', status: 302, headers: { location: '/away' } },
    '/fine': { body: '', status: 302, headers: { location: `${allowed.origin}/` } },
    '/refresh': `<!doctype html><meta http-equiv="refresh" content="0;url=${evil.origin}/refresh">`,
    '/framed': framed,
  });
  rig = await startRig({ policy: someSites });
  client = await rig.client();
}, 90_000);

afterAll(async () => {
  await rig[Symbol.asyncDispose]();
  for (const site of [home, allowed, evil]) await site.close();
});

beforeEach(async () => {
  await client.call('navigate', { url: `${home.origin}/` });
});

function someSites(): string {
  return policyText({
    sites: [`origin:${home.origin}`, `origin:${allowed.origin}`],
    folders: [],
    downloads: 'denied',
  });
}

async function denials() {
  const { receipts } = given(await client.authority.call('receipt.list', { run_id: null, limit: 200 }));
  return receipts
    .filter(({ tool, domain }) => tool === 'navigate' && domain === 'blocked')
    .map(({ resource, verdict }) => ({ resource, reason: verdict.reason }));
}

const blockedTo = (path: string, from = `${home.origin}/`) => [
  { from, to: `${evil.origin}${path}`, reason: expect.stringContaining('not on the list') },
];

test('a redirect to a site that may not be opened is not followed, and both addresses are named', async () => {
  for (const path of ['/away', '/twice']) {
    const { receipt, result } = await client.call('navigate', { url: `${home.origin}${path}` });
    expect(result).toBeNull();
    expect(receipt.fault).toMatchObject({
      code: 'denied',
      detail: { from: `${home.origin}/away`, to: `${evil.origin}/redirect` },
    });
  }
  const rows = (await denials()).filter(({ resource }) => resource === `origin:${evil.origin}`);
  expect(rows[0]?.reason).toContain(`${home.origin}/away led to ${evil.origin}/redirect`);
  // The page is where it was.
  expect((await client.call('get_text', {})).result).toMatchObject({ url: `${home.origin}/` });
  expect(evil.requests).toEqual([]);
});

test('a redirect to a site that may be opened is followed', async () => {
  const { receipt, result } = await client.call('navigate', { url: `${home.origin}/fine` });
  expect(receipt.fault).toBeNull();
  expect(result).toMatchObject({ url: `${allowed.origin}/`, redirects: [`${home.origin}/fine`] });
});

test.each([
  ['a link', '#link', '/link'],
  ['a script', '#script', '/script'],
  ['a form', '#form', '/form'],
  ['a new window', '#popup', '/popup'],
  ['an empty window that is led on', '#blank', '/blank'],
  ['a window without an opener', '#quiet', '/noopener'],
  ['a form with a window of its own', '#own', '/own-window'],
])(
  '%s to such a site is stopped before anything is sent, and the click says so',
  async (_what, selector, path) => {
    const { receipt, result } = await client.call('click', { selector });
    expect(receipt.fault).toBeNull();
    expect(result).toMatchObject({ delivered: true, blocked: blockedTo(path) });
    const recorded = (await denials()).some(({ reason }) => reason.includes(`${evil.origin}${path}`));
    expect(recorded).toBe(true);
    expect(evil.requests).toEqual([]);
  },
);

test.each([
  ['a page', '#later', '/later'],
  ['a window', '#late', '/late-popup'],
])('what a page does after the act is judged, too: %s', async (_what, selector, path) => {
  await client.call('click', { selector });
  await until('the denial in the ledger', 10_000, async () =>
    (await denials()).some(({ reason }) => reason.includes(`${evil.origin}${path}`)),
  );
  expect(evil.requests).toEqual([]);
});

test('a page that leads on as it loads stays where it is', async () => {
  const { receipt } = await client.call('navigate', { url: `${home.origin}/refresh` });
  await until('the denial in the ledger', 10_000, async () =>
    (await denials()).some(({ reason }) => reason.includes('/refresh led to')),
  );
  expect(receipt.fault).toBeNull();
  expect(evil.requests).toEqual([]);
});

test('links, frames and windows of sites that are allowed work, and a window knows its opener', async () => {
  expect((await client.call('click', { selector: '#good' })).result).toMatchObject({
    url: `${allowed.origin}/`,
    navigated: true,
  });
  const session = { session: 'a run that has not been there' };
  await client.call('navigate', { url: `${home.origin}/` }, session);
  const { result } = await client.call('click', { selector: '#fine' }, session);
  expect(result).not.toHaveProperty('blocked');
  const pages = given(await client.authority.call('client.pages', { profile: null })).pages;
  await until('the window', 10_000, async () => {
    const now = given(await client.authority.call('client.pages', { profile: null })).pages;
    return now.some(({ title }) => title === 'Allowed opened');
  });
  expect(pages.some(({ url }) => url.startsWith(evil.origin))).toBe(false);
  expect((await client.call('navigate', { url: `${home.origin}/framed` })).receipt.fault).toBeNull();
});

test('going back to a site that the rules no longer allow is refused', async () => {
  await client.call('navigate', { url: `${allowed.origin}/` });
  await client.call('navigate', { url: `${home.origin}/` });
  await rig.setPolicy(() =>
    policyText({ sites: [`origin:${home.origin}`], folders: [], downloads: 'denied' }),
  );
  const before = allowed.requests.length;
  const { receipt } = await client.call('navigate', { action: 'back' });
  expect(receipt.fault).toMatchObject({ code: 'denied', detail: { to: `${allowed.origin}/` } });
  expect(allowed.requests.length).toBe(before);
  expect((await client.call('get_text', {})).result).toMatchObject({ url: `${home.origin}/` });
  await rig.setPolicy(someSites);
});
