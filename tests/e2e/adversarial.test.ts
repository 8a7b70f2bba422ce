import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, given, policyText, type Rig, startRig, until } from './rig.ts';
import { type SmallSite, serveSite } from './small-site.ts';

// Goal: two tricks of pages that no other file plays. A page shows the password that was filled into it; a page leads to one that it
// has written itself.

const secret = 'Zx9!qW7#mN4$';

const shows = `<!doctype html><title>Sign in</title><style>input{font:24px monospace;width:300px;height:40px;display:block}</style>
  <label>Name <input id="name" value="Zx9!qW7#mN4"></label><label>Password <input id="password" type="password"></label>
  <button>Show password</button><script>document.querySelector('button').onclick = () => {
    document.querySelector('#password').type = 'text'; };</script>`;

const leads = `<!doctype html><title>Leads</title><button>Go</button><script>
  const made = new Blob(['<!doctype html><title>Made</title><p>Made by the page.</p><button onclick="fetch(\\'{origin}/felt\\', { method: \\'POST\\' })">Send</button>'],
    { type: 'text/html' });
  document.querySelector('button').onclick = () => { location.href = URL.createObjectURL(made); };</script>`;

let rig: Rig;
let client: Client;
let site: SmallSite;

beforeAll(async () => {
  site = await serveSite({ '/shows': shows, '/leads': leads, '/felt': '' });
  rig = await startRig({
    profiles: [],
    policy: () => policyText({ sites: [`origin:${site.origin}`], folders: [], downloads: 'denied' }),
  });
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

test('a page that a page has written itself is told by its address, and nothing is done in it', async () => {
  await client.call('navigate', { url: `${site.origin}/leads` });
  await client.call('click', { selector: 'role=button[name="Go"]', timeout_ms: 3_000 });
  let told = '';
  await until('the written page', 10_000, async () => {
    const { pages } = given(await client.authority.call('client.pages', { profile: null }));
    told = JSON.stringify(pages);
    return told.includes('blob:');
  });
  const { receipt } = await client.call('click', { selector: 'role=button[name="Send"]', timeout_ms: 2_000 });
  expect(receipt.fault?.code).toMatch(/^(denied|restricted-target)$/);
  expect(site.requests.filter(({ path }) => path === '/felt')).toEqual([]);
});
