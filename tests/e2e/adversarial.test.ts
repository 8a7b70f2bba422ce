import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passkeyOrigin } from '../../native-host/passkeys/check-passkey.ts';
import { MadePasskey, PasskeyDemand, PasskeyProof } from '../../shared/passkey.ts';
import { type Client, given, policyText, type Rig, startRig, until } from './rig.ts';
import { type SmallSite, serveSite } from './small-site.ts';

// Goal: two tricks of pages that no other file plays (a page shows the password that was filled into it; a page leads to one that it
// has written itself), and a yes that takes the browser's own passkey.

const secret = 'Zx9!qW7#mN4$';

const shows = `<!doctype html><title>Sign in</title><style>input{font:24px monospace;width:300px;height:40px;display:block}</style>
  <label>Name <input id="name" value="Zx9!qW7#mN4"></label><label>Password <input id="password" type="password"></label>
  <button>Show password</button><script>document.querySelector('button').onclick = () => {
    document.querySelector('#password').type = 'text'; };</script>`;

const leads = `<!doctype html><title>Leads</title><button>Go</button><script>
  const made = new Blob(['<!doctype html><title>Made</title><p>Made by the page.</p><button onclick="fetch(\\'{origin}/felt\\', { method: \\'POST\\' })">Send</button>'],
    { type: 'text/html' });
  document.querySelector('button').onclick = () => { location.href = URL.createObjectURL(made); };</script>`;

const deletes = `<!doctype html><title>Deletes</title>
  <button onclick="fetch('/felt', { method: 'POST' })">Delete invoice</button>`;

let rig: Rig;
let client: Client;
let site: SmallSite;

beforeAll(async () => {
  site = await serveSite({ '/shows': shows, '/leads': leads, '/deletes': deletes, '/felt': '' });
  rig = await startRig({
    profiles: [],
    policy: () => {
      const rules = policyText({ sites: [`origin:${site.origin}`], folders: [], downloads: 'denied' });
      const deletes = `delete: { mode: allow-list, resources: ["origin:${site.origin}"], approve: true }`;
      return rules.replace('delete: { mode: deny-all }', deletes);
    },
  });
  writeFileSync(rig.paths.config, 'approvals: { passkey: delete_admin }\n', { mode: 0o600 });
  const args = ['secrets', 'set', 'shown', '--site', `origin:${site.origin}`];
  expect((await rig.home.run(args, { input: secret })).code).toBe(0);
  await rig.launch('main');
  client = await rig.client();
});

afterAll(async () => {
  await rig?.[Symbol.asyncDispose]();
  await site?.close();
});

/** How many colours a picture has inside a field, its border left out. */
async function coloursIn(image: string, selector: string): Promise<number> {
  const pages = rig.browser().context.pages();
  const page = pages.find((one) => one.url() === `${site.origin}/shows`);
  const box = await page?.locator(selector).boundingBox();
  if (page === undefined || box === null || box === undefined) throw new Error('the field is not there');
  const inside = { x: box.x + 4, y: box.y + 4, width: box.width - 8, height: box.height - 8 };
  return page.evaluate(
    async ({ url, x, y, width, height }) => {
      const picture = new Image();
      picture.src = url;
      await picture.decode();
      const scale = picture.width / innerWidth;
      const canvas = document.createElement('canvas');
      canvas.width = picture.width;
      canvas.height = picture.height;
      const context = canvas.getContext('2d');
      context?.drawImage(picture, 0, 0);
      const data = context?.getImageData(x * scale, y * scale, width * scale, height * scale).data ?? [];
      const colours = new Set<string>();
      for (let at = 0; at < data.length; at += 4) colours.add(data.slice(at, at + 3).join());
      return colours.size;
    },
    { url: `data:image/png;base64,${image}`, ...inside },
  );
}

test('deleting takes a passkey of the browser, over this question and no other', async () => {
  const { context } = rig.browser();
  // The panel's own page, opened as no person opens it: here it only lends its origin to the browser's passkeys.
  const panel = await context.newPage();
  await panel.goto(`${passkeyOrigin}/sidepanel.html`);
  const devTools = await context.newCDPSession(panel);
  await devTools.send('WebAuthn.enable');
  const kind = { protocol: 'ctap2', transport: 'internal', isUserVerified: true } as const;
  const options = { ...kind, hasResidentKey: true, hasUserVerification: true };
  await devTools.send('WebAuthn.addVirtualAuthenticator', { options });
  const { challenge, mode } = given(await client.authority.call('passkey.look', {}));
  expect(mode).toBe('delete_admin');
  // A browser asks for passkeys in the page in front alone.
  await panel.bringToFront();
  const made = MadePasskey.parse(await panel.evaluate(makingOf(challenge)));
  expect(given(await client.authority.call('passkey.add', { made }))).toEqual({ passkeys: 1 });

  await client.call('navigate', { url: `${site.origin}/deletes` });
  const asked = new Promise<string>((resolve) =>
    client.authority.onApproval(({ approval_id }) => resolve(approval_id)),
  );
  const deleting = client.call('click', { selector: 'role=button[name="Delete invoice"]' });
  const yes = { approval_id: await asked, answer: 'approved' } as const;
  const bare = await client.authority.call('approval.answer', yes);
  const demand = PasskeyDemand.parse(bare.ok ? null : bare.fault.detail?.['passkey']);
  const prove = async (over: PasskeyDemand) => {
    await panel.bringToFront();
    return PasskeyProof.parse(await panel.evaluate(useOf(over)));
  };
  const other = await prove({ ...demand, challenge });
  expect(await client.authority.call('approval.answer', { ...yes, passkey: other })).toMatchObject({
    fault: { code: 'denied', message: expect.stringContaining('signs something else') },
  });
  expect(site.requests.filter(({ path }) => path === '/felt')).toEqual([]);
  const passkey = await prove(demand);
  expect(given(await client.authority.call('approval.answer', { ...yes, passkey }))).toEqual({
    counted: true,
  });
  expect((await deleting).receipt.fault).toBeNull();
  await until('the deletion', 10_000, () => site.requests.some(({ path }) => path === '/felt'));
});

test('a password that the page shows is in no picture, no outline and no text', async () => {
  await client.call('navigate', { url: `${site.origin}/shows` });
  const filled = await client.call('fill', { selector: '#password', value: 'secret:shown' });
  expect(filled.receipt.fault).toBeNull();
  await client.call('click', { selector: 'role=button[name="Show password"]' });
  const { result: shot } = await client.call('screenshot', { format: 'png' });
  const image = String(shot?.['image']);
  expect(await coloursIn(image, '#password')).toBe(1);
  expect(await coloursIn(image, '#name')).toBeGreaterThan(1);
  for (const [tool, args] of [
    ['snapshot', {}],
    ['get_text', {}],
    ['get_elements', { selector: 'input' }],
  ] as const) {
    const told = JSON.stringify(await client.call(tool, args));
    expect(told).toContain(tool);
    expect(told).not.toContain(secret);
  }
});

test('a page that a page has written itself is read as its writer’s, nothing is done in it, and it can be left', async () => {
  const felt = () => site.requests.filter(({ path }) => path === '/felt').length;
  const before = felt();
  await client.call('navigate', { url: `${site.origin}/leads` });
  const led = await client.call('click', { selector: 'role=button[name="Go"]', timeout_ms: 60_000 });
  expect(led.receipt.fault).toBeNull();
  // The browser tells of no end of its loading; the click that led there does not wait for one.
  expect(led.receipt.duration_ms).toBeLessThan(30_000);
  const read = await client.call('get_text', {});
  expect(read.result).toMatchObject({
    url: expect.stringMatching(/^blob:/),
    text: expect.stringContaining('Made by the page.'),
  });
  expect(read.receipt.resource).toBe(`origin:${site.origin}`);
  const sends = { selector: 'role=button[name="Send"]', timeout_ms: 2_000 };
  for (const [tool, args] of [
    ['click', sends],
    ['press_key', { key: 'Enter' }],
  ] as const) {
    expect([tool, (await client.call(tool, args)).receipt.fault?.code]).toEqual([tool, 'restricted-target']);
  }
  expect(felt()).toBe(before);
  expect((await client.call('navigate', { url: `${site.origin}/shows` })).receipt.fault).toBeNull();
});

const bytes = `
  const bytesOf = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
  const textOf = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');`;

/** What the panel does to make a passkey, and to use one. */
function makingOf(challenge: string): string {
  return `(async () => { ${bytes}
    const made = await navigator.credentials.create({ publicKey: { challenge: bytesOf('${challenge}'), rp: { name: 'LocalAgent' },
      user: { id: new Uint8Array([1]), name: 'x', displayName: 'x' }, pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      authenticatorSelection: { userVerification: 'required' } } });
    return { credential_id: textOf(made.rawId), public_key: textOf(made.response.getPublicKey()),
      client_data: textOf(made.response.clientDataJSON), authenticator_data: textOf(made.response.getAuthenticatorData()) }; })()`;
}

function useOf({ challenge, credentials }: PasskeyDemand): string {
  return `(async () => { ${bytes}
    const used = await navigator.credentials.get({ publicKey: { challenge: bytesOf('${challenge}'), userVerification: 'required',
      allowCredentials: ${JSON.stringify(credentials)}.map((id) => ({ type: 'public-key', id: bytesOf(id) })) } });
    return { credential_id: textOf(used.rawId), client_data: textOf(used.response.clientDataJSON),
      authenticator_data: textOf(used.response.authenticatorData), signature: textOf(used.response.signature) }; })()`;
}
