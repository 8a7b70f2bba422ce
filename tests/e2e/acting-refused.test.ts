import { afterAll, beforeAll, expect, test } from 'vitest';
import { Organisation } from './enterprise/organisation.ts';
import { type Client, type Rig, startRig } from './rig.ts';
import { type SmallSite, serveSite } from './small-site.ts';

// Goal: where an organisation's policy keeps the debugger from the extension, going to pages and reading them goes on, and
// what cannot be done names the policy. Needs root, for a mount namespace.

const isRoot = process.getuid?.() === 0;
let organisation: Organisation;
let site: SmallSite;
let rig: Rig;
let client: Client;

beforeAll(async () => {
  if (!isRoot) return;
  site = await serveSite({
    '/': `<!doctype html><title>Page</title><h1>Page</h1><p>Body text</p><button>Go</button>
      <input type="password" style="box-sizing:border-box;width:200px;height:40px;display:block"><div style="height:3000px"></div>
      <table><tr><th>Sum</th></tr><tr><td>12</td></tr></table><iframe src="{other}/inner"></iframe>`,
    '/inner': '<p>Inner text</p>',
    '/missing': { body: 'Nothing', status: 404 },
  });
  organisation = await Organisation.start();
  organisation.setPolicies({
    ExtensionSettings: { '*': { runtime_blocked_hosts: ['*://blocked.example'] } },
  });
  const program = organisation.env['LOCALAGENT_BROWSER'];
  rig = await startRig({
    policy: () =>
      `version: 1\nread: { mode: allow-all }\nwrite: { mode: allow-list, resources: ["origin:${site.origin}"] }\n`,
    ...(program === undefined ? {} : { browserProgram: program }),
    switches: ['--enable-features=ExtensionDebuggerStrictPolicyRestrictions'],
  });
  client = await rig.client();
});

afterAll(async () => {
  if (!isRoot) return;
  await rig[Symbol.asyncDispose]();
  await organisation.end();
  await site.close();
});

test.runIf(isRoot)('pages are opened and read without the debugger, frames and status included', async () => {
  const opened = await client.call('navigate', { url: `${site.origin}/` });
  expect(opened.result).toMatchObject({ status: 200, redirects: [], title: 'Page' });
  const reads = [
    ['get_text', {}, 'Inner text'],
    ['snapshot', {}, 'button \\"Go\\"'],
    ['extract_table', {}, '12'],
    ['wait', { text: 'Inner text' }, 'the text is there'],
  ] as const;
  for (const [tool, args, shows] of reads) {
    const { receipt, result } = await client.call(tool, args);
    expect([tool, receipt.fault]).toEqual([tool, null]);
    expect(JSON.stringify(result)).toContain(shows);
  }
  expect((await client.call('navigate', { url: `${site.origin}/missing` })).result).toMatchObject({
    status: 404,
    http_error: true,
  });
  expect((await client.call('navigate', { action: 'reload' })).receipt.fault).toBeNull();
});

test.runIf(isRoot)(
  'the tab in front is pictured without the debugger, its secret fields painted over',
  async () => {
    const opened = await client.call('navigate', { url: `${site.origin}/` });
    const hidden = await client.call('screenshot', {});
    expect(hidden.receipt.fault).toMatchObject({
      code: 'attach-refused',
      hint: expect.stringContaining('select_page'),
    });
    expect(
      (await client.call('select_page', { page: String(opened.result?.['page']), raise: true })).receipt
        .fault,
    ).toBeNull();
    const { receipt, result } = await client.call('screenshot', {});
    expect(receipt.fault).toBeNull();
    expect(result).toMatchObject({ mime: 'image/png', masked: 1 });
    const part = await client.call('screenshot', { selector: 'input', format: 'jpeg' });
    expect(part.result).toMatchObject({ mime: 'image/jpeg', width: 200, height: 40, masked: 1 });
    expect((await client.call('screenshot', { full_page: true })).receipt.fault).toMatchObject({
      message: expect.stringContaining('only what is in view'),
    });
  },
);

test.runIf(isRoot)('acts are refused, and say which policy stands in the way', async () => {
  await client.call('navigate', { url: `${site.origin}/` });
  for (const [tool, args] of [
    ['click', { selector: 'button' }],
    ['hover', { selector: 'button' }],
    ['press_key', { key: 'Enter' }],
  ] as const) {
    expect((await client.call(tool, args)).receipt.fault).toMatchObject({
      code: 'attach-refused',
      message: expect.stringContaining('runtime_blocked_hosts'),
    });
  }
});
