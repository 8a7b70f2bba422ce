import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../house/source-tree.ts';
import { actingPages, writeFrameExtension } from './acting-pages.ts';
import { type Client, type Rig, startRig, until, workerOf } from './rig.ts';
import { type SmallSite, serveSite } from './small-site.ts';

// Goal: through the real door, an act arrives or is refused by name wherever the page, its frames, its dialogs, another
// extension or a busy script stand in the way; and the person's own window is left as it was.

let site: SmallSite;
let rig: Rig;
let client: Client;
let folder: string;

beforeAll(async () => {
  site = await serveSite(actingPages);
  folder = mkdtempSync(join(tmpdir(), 'localagent-second-'));
  const extension = join(root, '.output', 'chrome-mv3');
  const ours = JSON.stringify([`origin:${site.origin}`, `origin:${site.otherOrigin}`]);
  rig = await startRig({
    policy: () =>
      [
        'version: 1',
        'read: { mode: allow-all }',
        ...['write', 'delete'].map(
          (bucket) => `${bucket}: { mode: block-list, resources: [], except: ${ours} }`,
        ),
        'admin: { mode: deny-all }',
        '',
      ].join('\n'),
    switches: [`--load-extension=${extension},${writeFrameExtension(folder)}`],
  });
  client = await rig.client();
});

afterAll(async () => {
  await rig[Symbol.asyncDispose]();
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

type Args = Readonly<Record<string, unknown>>;

async function use(tool: string, args: Args = {}) {
  const { receipt, result } = await client.call(tool, args);
  expect({ tool, args, fault: receipt.fault }).toEqual({ tool, args, fault: null });
  return { ...result };
}
const faultOf = async (tool: string, args: Args = {}) => (await client.call(tool, args)).receipt.fault;
const open = (path: string) => use('navigate', { url: `${site.origin}${path}` });
const textOf = async (selector: string) => (await use('get_text', { selector }))['text'];

/** The page as the launcher sees it: the newest there, as earlier tests leave theirs behind. */
function tabAt(path: string): Page {
  const pages = rig.browser().context.pages();
  const tab = pages.findLast((one) => one.url() === `${site.origin}${path}`);
  if (tab === undefined) throw new Error(`no tab at ${path}`);
  return tab;
}

test('a click is told with what it started, and waits for that alone', async () => {
  await open('/leads');
  expect(await use('click', { selector: '#link' })).toMatchObject({
    navigated: true,
    effects: ['navigated'],
  });
  await open('/leads');
  expect(await use('click', { selector: '#late' })).toMatchObject({ navigated: true, title: 'Acting' });
  expect(await use('get_text')).toMatchObject({ text: 'Another page' });
  await open('/leads');
  const fetched = await use('click', { selector: '#fetch' });
  expect(String(fetched['effects'])).toContain('"fetched"');
  const opened = await use('click', { selector: '#blank' });
  expect(opened).toMatchObject({ opened: [{ url: `${site.origin}/other` }] });
  expect(opened['effects']).toContain('page opened');
});

test('wait sees a text go, and tells the end of a download that nobody may keep', async () => {
  await open('/leads');
  await use('click', { selector: '#gone' });
  expect(await use('wait', { text: 'Going', state: 'hidden' })).toMatchObject({ met: 'the text is gone' });
  expect((await faultOf('wait', { text: 'Link', state: 'hidden', timeout_ms: 300 }))?.code).toBe('timeout');
  await use('click', { selector: '#save' });
  expect(await faultOf('wait', { download: true })).toMatchObject({
    code: 'not-found',
    detail: { filename: 'figures.csv' },
  });
});

test('in a hidden tab acts arrive and pictures are taken, and the person keeps their window', async () => {
  await open('/plain');
  const own = await rig.browser().context.newPage();
  await own.goto(`${site.origin}/other`);
  await own.bringToFront();
  const front = () =>
    workerOf(rig.browser()).evaluate(async () => {
      const { id = 0, focused } = await chrome.windows.getLastFocused();
      const [tab] = await chrome.tabs.query({ active: true, windowId: id });
      return { window: id, focused, tab: tab?.id };
    });
  const before = await front();
  expect(await use('click', { selector: '#b' })).toMatchObject({ delivered: true });
  expect(await use('hover', { selector: '#menu' })).toMatchObject({ appeared: ['tooltip "Tip text"'] });
  expect(await use('fill', { selector: '#i', value: 'abc' })).toMatchObject({ fields: [{ matches: true }] });
  expect(await use('press_key', { selector: '#i', text: 'd' })).toMatchObject({ delivered: true });
  for (let shot = 0; shot < 2; shot++)
    expect(Number((await use('screenshot'))['size_bytes'])).toBeGreaterThan(500);
  await use('new_page', { url: `${site.origin}/other` });
  await use('close_page');
  expect(await front()).toEqual(before);
  expect(await tabAt('/plain').locator('#log').textContent()).toBe('hit;');
  await own.close();
});

test('a page that the person has zoomed is clicked at the right place', async () => {
  await open('/plain');
  const zoom = (factor: number) =>
    workerOf(rig.browser()).evaluate(async (to) => {
      for (const { id, url } of await chrome.tabs.query({})) {
        if (id !== undefined && url?.endsWith('/plain')) await chrome.tabs.setZoom(id, to);
      }
    }, factor);
  const tab = tabAt('/plain');
  const ratio = await tab.evaluate(() => devicePixelRatio);
  await zoom(1.5);
  await until('the zoom', 5_000, async () => (await tab.evaluate(() => devicePixelRatio)) !== ratio);
  await use('click', { selector: '#b' });
  await use('click', { selector: '#c', position: { x: 150, y: 80 } });
  expect(await textOf('#log')).toBe('hit;150,80;');
  await zoom(1);
});

test('dialogs of a timer, of a press, on load and of a frame of another site are told and left to be answered', async () => {
  await open('/asks');
  const timer = await use('click', { selector: '#timer' });
  expect(timer).toMatchObject({ dialog: { kind: 'confirm', message: 'Later?' }, effects: ['dialog opened'] });
  for (const [tool, args] of [
    ['click', { selector: '#timer' }],
    ['snapshot', {}],
    ['screenshot', {}],
    ['press_key', { key: 'Enter' }],
  ] as const) {
    expect([tool, (await faultOf(tool, args))?.code]).toEqual([tool, 'dialog-open']);
  }
  await use('handle_dialog', { accept: false });
  expect(await textOf('#log')).toBe('false');
  expect(await use('click', { selector: '#press' })).toMatchObject({ dialog: { kind: 'prompt' } });
  await use('handle_dialog', { accept: true, prompt_text: 'because' });
  expect(await textOf('#log')).toBe('because');
  expect(await open('/alerts')).toMatchObject({ dialog: { kind: 'alert', message: 'On load' } });
  await use('handle_dialog', { accept: true });
  expect(await use('get_text')).toMatchObject({ text: 'After' });
  await open('/asking-frame');
  expect(await use('click', { selector: 'iframe >> #b' })).toMatchObject({
    dialog: { message: 'In frame?' },
  });
  await use('handle_dialog', { accept: true });
  await use('wait', { text: 'true;' });
});

test('print holds nothing up, and a dialog that the person answers is over', async () => {
  await open('/asks');
  await use('click', { selector: '#print' });
  expect(await textOf('#log')).toBe('printed');
  const dialog = tabAt('/asks').waitForEvent('dialog');
  await use('click', { selector: '#timer' });
  await (await dialog).accept();
  await use('wait', { text: 'true' });
  expect((await faultOf('handle_dialog', { accept: true }))?.code).toBe('not-found');
});

test('a page with something unsaved is stayed on unless leaving is said', async () => {
  await open('/unsaved');
  await use('fill', { selector: '#i', value: 'x' });
  expect(await use('click', { selector: '#away' })).toMatchObject({ dialog: { kind: 'beforeunload' } });
  expect(await faultOf('get_text')).toMatchObject({
    code: 'dialog-open',
    message: expect.stringContaining('not saved'),
  });
  await use('handle_dialog', { accept: false });
  expect(await use('get_text')).toMatchObject({ url: `${site.origin}/unsaved` });
  expect(await open('/other')).toMatchObject({
    url: `${site.origin}/unsaved`,
    dialog: { kind: 'beforeunload' },
  });
  expect(await use('handle_dialog', { accept: true })).toMatchObject({ url: `${site.origin}/other` });
});

test('a dialog from before the page was worked in is recognised, and reloading is the way out', async () => {
  const own = await rig.browser().context.newPage();
  await own.goto(`${site.origin}/other?early`);
  own.evaluate(() => alert('Early')).catch(() => undefined);
  await own.waitForEvent('dialog');
  const { pages } = await use('list_pages');
  const { page } = Array.isArray(pages) ? pages.find(({ url }) => url.endsWith('?early')) : { page: '' };
  for (const [tool, args] of [
    ['get_text', {}],
    ['click', { selector: 'p' }],
    ['handle_dialog', { accept: true }],
  ] as const) {
    expect(await faultOf(tool, { page, ...args })).toMatchObject({
      code: 'dialog-open',
      detail: { before_attach: true },
      hint: expect.stringContaining('reload'),
    });
  }
  await use('navigate', { page, action: 'reload' });
  expect(await use('get_text', { page })).toMatchObject({ text: 'Another page' });
  await use('close_page', { page });
});

test('frames of other sites, nested, turned and scrolled, are clicked; what covers one is named', async () => {
  await open('/nested');
  const clicked = await use('click', { selector: 'iframe >> iframe >> #b' });
  expect(clicked).toMatchObject({ delivered: true });
  // What the frame made of it shows in the page around.
  expect(String(clicked['effects'])).toContain('leaf;');
  expect(await textOf('#log')).toBe('leaf;');
  // A selector that forgets the frames is told where what it means is, in frames of the page's own site alone.
  const inside = await faultOf('click', { selector: '#b', timeout_ms: 500 });
  expect(inside).toMatchObject({
    code: 'not-found',
    message: expect.stringContaining('a frame of it holds'),
  });
  const [named] = (inside?.detail?.['nearest'] ?? []) as { ref: string }[];
  expect(await use('click', { selector: `ref=${named?.ref}` })).toMatchObject({ delivered: true });
  await open('/covered-frame');
  expect(await faultOf('click', { selector: '#b', timeout_ms: 500 })).toMatchObject({
    message: expect.not.stringContaining('frame'),
  });
  const fault = await faultOf('click', { selector: 'iframe >> #b', timeout_ms: 1_500 });
  expect(fault).toMatchObject({ code: 'covered', detail: { way_out: { name: 'Close' } } });
});

test('a frame with a made-up scheme ends the session, and nobody notices; the browser’s question then is told', async () => {
  // A page of its own: the browser asks whether to open a program, and its question outlives the document.
  await use('new_page', { url: `${site.origin}/scheme` });
  expect(await use('click', { selector: '#go' })).toMatchObject({ delivered: true });
  const after = await client.call('click', { selector: '#b' });
  if (after.receipt.fault === null) expect(await textOf('#log')).toBe('after');
  // Whether the question is there already is the browser's affair; an act under it must not pass for done.
  else expect(after.receipt.fault).toMatchObject({ code: 'not-actionable', detail: { why: 'no-event' } });
  await use('close_page');
});

test('a page that is busy is named: what was sent, and that nothing was', async () => {
  // A page of its own: the one before may still be closing.
  await use('new_page', { url: `${site.origin}/busy` });
  expect(await faultOf('click', { selector: '#b', timeout_ms: 1_200 })).toMatchObject({
    code: 'timeout',
    detail: { sent: true, delivered: true },
  });
  expect(await faultOf('click', { selector: '#b', timeout_ms: 300 })).toMatchObject({
    code: 'timeout',
    detail: { sent: false },
  });
  await use('wait', { text: 'done' });
});

test('while another extension shows a frame acts wait and say why, reads go on, and then all is well', async () => {
  await open('/plain');
  const tab = tabAt('/plain');
  await tab.evaluate(() => dispatchEvent(new Event('put')));
  await tab.locator('html[data-put]').waitFor({ state: 'attached' });
  expect(await use('get_text')).toMatchObject({ text: expect.stringContaining('Go') });
  expect(await use('snapshot')).toMatchObject({ outline: expect.stringContaining('button "Go"') });
  expect(await faultOf('click', { selector: '#b' })).toMatchObject({
    code: 'attach-refused',
    message: expect.stringContaining('Another extension'),
  });
  const waiting = use('click', { selector: '#b' });
  await tab.evaluate(() => dispatchEvent(new Event('take')));
  expect(await waiting).toMatchObject({ delivered: true });
  expect(await textOf('#log')).toBe('hit;');
});
