import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { extensionId } from '../../shared/extension-id.ts';
import { root } from '../house/source-tree.ts';
import { type Client, given, type Rig, startRig, until } from './rig.ts';
import { type SmallSite, serveSite } from './small-site.ts';

// Goal: the tools reach http and https pages and nothing else. The person's other pages, and above all LocalAgent's own,
// where approvals are given, can be neither opened, read, pictured nor clicked through them; under any policy.

const panel = `chrome-extension://${extensionId}/sidepanel.html`;

const home = `<!doctype html><title>Home</title><h1>Home</h1><button>Save</button>
  <button onclick="window.open('about:blank')">Blank</button>
  <a id="file" href="/file.csv">File</a>
  <button onclick="setTimeout(() => document.querySelector('#file').click(), 50)">Push</button>`;

let site: SmallSite;
let rig: Rig;
let client: Client;

beforeAll(async () => {
  site = await serveSite({
    '/': home,
    '/pushes': `${home}<script>document.querySelector('#file').click();</script>`,
    '/file.csv': {
      body: 'a,b\n',
      headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="pushed.csv"' },
    },
  });
  rig = await startRig({ policy: everything });
  client = await rig.client();
});

afterAll(async () => {
  await rig[Symbol.asyncDispose]();
  await site.close();
});

/** Nothing here is kept back by the policy. */
function everything(): string {
  const all = `{ mode: block-list, resources: [], except: ["origin:${site.origin}", "origin:${site.otherOrigin}"] }`;
  return [
    'version: 1',
    'read: { mode: allow-all }',
    `write: ${all}`,
    `delete: ${all}`,
    `admin: { mode: deny-all, tools: { download: ${all}, evaluate_script: ${all} } }`,
    '',
  ].join('\n');
}

/** A page that the person opens, with the id under which the tools know it. */
async function openedByPerson(url: string): Promise<{ tab: Page; page: string }> {
  const known = new Set((await pages()).map(({ page }) => page));
  const tab = await rig.browser().context.newPage();
  await tab.goto(url);
  let page: string | undefined;
  await until(`a page id for ${url}`, 10_000, async () => {
    page = (await pages()).find((one) => !known.has(one.page))?.page;
    return page !== undefined;
  });
  return { tab, page: page ?? '' };
}

async function pages() {
  return given(await client.authority.call('client.pages', { profile: null })).pages;
}

async function codeOf(tool: string, args: Readonly<Record<string, unknown>>): Promise<string | null> {
  const { receipt, result } = await client.call(tool, args);
  expect(result === null).toBe(receipt.fault !== null);
  return receipt.fault?.code ?? null;
}

/** Every tool that reads or acts on a page, aimed at this one. */
const aimedAt = (page: string): readonly (readonly [string, Readonly<Record<string, unknown>>])[] => [
  ['snapshot', { page }],
  ['get_text', { page }],
  ['extract_table', { page }],
  ['screenshot', { page }],
  ['wait', { page, selector: 'body', timeout_ms: 500 }],
  ['click', { page, selector: 'role=button', timeout_ms: 500 }],
  ['fill', { page, selector: 'input', value: 'x', timeout_ms: 500 }],
  ['press_key', { page, key: 'Enter' }],
  ['hover', { page, selector: 'body', timeout_ms: 500 }],
  ['handle_dialog', { page, accept: true }],
  ['evaluate_script', { page, script: 'return document.body.innerText' }],
  ['download', { page, url: `${site.origin}/file.csv` }],
];

test('no address but http and https can be opened', async () => {
  await client.call('navigate', { url: `${site.origin}/` });
  const own = await client.call('list_pages', {});
  for (const url of [
    panel,
    `view-source:${panel}`,
    `blob:chrome-extension://${extensionId}/x`,
    `filesystem:chrome-extension://${extensionId}/temporary/x`,
    'chrome://settings',
    'chrome://extensions',
    'chrome-untrusted://new-tab-page/',
    'devtools://devtools/bundled/inspector.html',
    `view-source:${site.origin}/`,
    'file:///etc/passwd',
    'data:text/html,<h1>x</h1>',
    'javascript:document.title="x"',
    'about:blank',
    'about:srcdoc',
    'ftp://127.0.0.1/',
  ]) {
    for (const tool of ['navigate', 'new_page']) {
      expect([tool, url, await codeOf(tool, { url })]).toEqual([tool, url, 'restricted-target']);
    }
  }
  expect((await client.call('list_pages', {})).result?.['pages']).toEqual(own.result?.['pages']);
  expect((await client.call('get_text', {})).result).toMatchObject({ url: `${site.origin}/` });
});

test('a redirect to another scheme leads nowhere', async () => {
  const other = await serveSite({
    '/away': { body: '', status: 302, headers: { location: 'file:///etc/passwd' } },
    '/own': { body: '', status: 302, headers: { location: panel } },
  });
  try {
    for (const path of ['/away', '/own']) {
      const place = { session: `led to ${path}` };
      await client.call('navigate', { url: `${site.origin}/` }, place);
      const { receipt } = await client.call('navigate', { url: `${other.origin}${path}` }, place);
      expect(receipt.fault?.code).toBe('restricted-target');
      // The way out is another address.
      const { receipt: after } = await client.call('navigate', { url: `${site.origin}/` }, place);
      expect(after.fault).toBeNull();
    }
  } finally {
    await other.close();
  }
});

test.each([
  'chrome://version/',
  'file:///etc/hostname',
  'data:text/html,<title>Data</title><button>Save</button>',
  'about:blank',
  'view-source:data:text/plain,x',
])('a page at %s that the person opened cannot be worked on', async (url) => {
  const { tab, page } = await openedByPerson(url);
  const before = await tab.title();
  for (const [tool, args] of aimedAt(page)) {
    expect([tool, await codeOf(tool, args)]).toEqual([tool, 'restricted-target']);
  }
  expect(await tab.title()).toBe(before);
  await tab.close();
});

test('an empty window that has its opener’s origin cannot be worked on', async () => {
  await client.call('navigate', { url: `${site.origin}/` });
  const { result } = await client.call('click', { selector: 'role=button[name="Blank"]' });
  expect(result?.['opened']).toMatchObject([{ url: 'about:blank' }]);
  const blank = (await pages()).find(({ url, owned }) => owned && url === 'about:blank');
  for (const [tool, args] of aimedAt(blank?.page ?? '')) {
    expect([tool, await codeOf(tool, args)]).toEqual([tool, 'restricted-target']);
  }
});

test('an approval cannot be given through the tools, even where the panel is open as a tab', async () => {
  const { tab, page } = await openedByPerson(panel);
  await client.call('navigate', { url: `${site.origin}/` });
  // The rules stay as they are while the question is open: a change of them would void it.
  await rig.setPolicy(() => everything().replace(/^(write: .*) \}$/m, '$1, approve: true }'));
  const asked = new Promise<string>((resolve) => {
    client.authority.onApproval(({ approval_id }) => resolve(approval_id));
  });
  const waiting = client.call('click', { selector: 'role=button[name="Save"]' });
  const approvalId = await Promise.race([asked, waiting.then(({ receipt }) => JSON.stringify(receipt))]);
  // In a tab the panel is told nothing, so there is no button; and were there one, no tool could reach it.
  await tab.getByRole('heading').or(tab.getByRole('button')).first().waitFor();
  expect(await tab.getByRole('button', { name: /approve/i }).count()).toBe(0);
  for (const [tool, args] of [
    ...aimedAt(page),
    ['click', { page, selector: 'role=button[name*="Approve"]' }] as const,
    ['select_page', { page }] as const,
    ['press_key', { page, key: 'Tab' }] as const,
  ]) {
    const { receipt } = await client.call(tool, args, { session: 'attacker' });
    expect([tool, receipt.fault?.code]).toEqual([tool, 'restricted-target']);
  }
  const status = given(await client.authority.call('status.get', {}));
  expect(status.approvals.map(({ approval_id }) => approval_id)).toEqual([approvalId]);
  given(await client.authority.call('approval.answer', { approval_id: approvalId, answer: 'denied' }));
  expect((await waiting).receipt).toMatchObject({
    approval: { answer: 'denied', by: 'terminal' },
    fault: { code: 'denied' },
  });
  await rig.setPolicy(everything);
  await tab.close();
});

test('a download that nobody asked for is stopped, leaves no file and is recorded', async () => {
  const folder = join(rig.home.env['HOME'] ?? '', 'Downloads');
  rmSync(folder, { recursive: true, force: true });
  const opened = await client.call('new_page', { url: `${site.origin}/pushes` });
  expect(opened.receipt.fault).toBeNull();
  const recorded = (count: number) => async () => {
    const asked = { run_id: null, limit: 100 };
    const { receipts } = given(await client.authority.call('receipt.list', asked));
    const refusals = receipts.filter(({ verdict }) => verdict.policies.includes('unasked-download'));
    return refusals.filter(({ resource }) => resource === `origin:${site.origin}`).length === count;
  };
  await until('the refusal in the ledger', 10_000, recorded(1));
  await client.call('click', { selector: 'role=button[name="Push"]' });
  await until('the second refusal in the ledger', 10_000, recorded(2));
  // Told first, taken away right after.
  await until('no file', 10_000, () => !existsSync(folder) || readdirSync(folder).length === 0);
});

test('what the person downloads in a page of their own is left alone', async () => {
  const folder = join(rig.home.env['HOME'] ?? '', 'Downloads');
  const { tab } = await openedByPerson(`${site.origin}/`);
  await tab.locator('#file').click();
  await until('the file', 10_000, () => existsSync(join(folder, 'pushed.csv')));
  await tab.close();
});

test('the rules of a new installation deny scripts, and say which rule does', async () => {
  await rig.setPolicy(() => readFileSync(join(root, 'policies', 'default.yaml'), 'utf8'));
  await client.call('navigate', { url: `${site.origin}/` });
  const { receipt, result } = await client.call('evaluate_script', { script: 'return document.cookie' });
  expect(result).toBeNull();
  expect(receipt).toMatchObject({
    bucket: 'admin',
    verdict: { decision: 'deny', policies: [expect.stringMatching(/admin|evaluate_script/)] },
    domain: 'blocked',
    fault: { code: 'denied' },
  });
});
