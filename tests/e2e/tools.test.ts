import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tools } from '../../shared/tools/index.ts';
import { killWorker } from './kill-worker.ts';
import { type CallPlace, type Client, type Rig, startRig, until } from './rig.ts';
import { type SmallSite, serveSite } from './small-site.ts';
import { toolPages } from './tool-pages.ts';

// Goal: each tool does its ordinary case through the real door: client, authority, relay, extension, Chromium. What the
// pages felt is told by what they sent to the site.

let site: SmallSite;
let rig: Rig;
let client: Client;

beforeAll(async () => {
  site = await serveSite(toolPages);
  const sites = JSON.stringify([`origin:${site.origin}`, `origin:${site.otherOrigin}`]);
  rig = await startRig({
    policy: () =>
      [
        'version: 1',
        `read: { mode: allow-list, resources: ${sites} }`,
        `write: { mode: allow-list, resources: ${sites} }`,
        `delete: { mode: allow-list, resources: ${sites} }`,
        'admin:',
        '  mode: deny-all',
        '  tools:',
        `    download: { mode: allow-list, resources: ${sites} }`,
        `    evaluate_script: { mode: allow-list, resources: ${sites} }`,
        '',
      ].join('\n'),
  });
  client = await rig.client();
});

afterAll(async () => {
  await rig[Symbol.asyncDispose]();
  await site.close();
});

/** Calls that must succeed; the result has the form that the tool publishes. */
async function use(tool: string, args: Readonly<Record<string, unknown>> = {}, place: CallPlace = {}) {
  const { receipt, result } = await client.call(tool, args, place);
  expect({ tool, args, fault: receipt.fault }).toEqual({ tool, args, fault: null });
  const own = Object.keys(tools.get(tool)?.output.shape ?? {});
  const published = Object.fromEntries(Object.entries(result ?? {}).filter(([key]) => own.includes(key)));
  tools.get(tool)?.output.parse(published);
  return { ...result };
}

const open = (path: string) => use('navigate', { url: `${site.origin}${path}` });
const posted = (path: string): readonly string[] =>
  site.requests.filter((one) => one.method === 'POST' && one.path === path).map(({ body }) => body);
const textOf = async (selector: string) => (await use('get_text', { selector }))['text'];
async function untilPosted(path: string, count: number): Promise<readonly string[]> {
  await until(`${count} posts to ${path}`, 10_000, () => posted(path).length >= count);
  return posted(path);
}

test('navigate follows redirects, tells the status, goes back and reloads', async () => {
  const done = await open('/moved');
  expect(done).toMatchObject({
    url: `${site.origin}/form`,
    title: 'Form',
    status: 200,
    http_error: false,
    redirects: [`${site.origin}/moved`],
    navigated: true,
  });
  expect(await open('/missing')).toMatchObject({ status: 404, http_error: true });
  expect(await use('navigate', { action: 'back' })).toMatchObject({ url: `${site.origin}/form` });
  expect(await use('navigate', { action: 'reload' })).toMatchObject({ status: 200 });
  // Before its first page the tab was empty, and that is nothing to go back to.
  const { receipt } = await client.call('navigate', { action: 'back' });
  expect(receipt.fault).toMatchObject({ code: 'not-found', message: expect.stringContaining('go back') });
  expect(await use('navigate', { action: 'forward' })).toMatchObject({ url: `${site.origin}/missing` });
});

test.each(['/on-load', '/on-timer', '/on-refresh'])(
  'a page that leads on by itself (%s) is followed',
  async (way) => {
    expect(await open(way)).toMatchObject({
      ...{ url: `${site.origin}/form`, title: 'Form', status: 200 },
      redirects: [`${site.origin}${way}`],
    });
  },
);

test('fill sets every kind of field, reads it back, and the form sends it', async () => {
  await open('/form');
  const fields = [
    { selector: 'label=Name', value: 'Åse "Ø" & Søn' },
    { selector: 'label=Country', value: 'Norway' },
    { selector: 'label=Newsletter', value: true },
    { selector: 'role=radio[name="Express"]', value: true },
    { selector: 'label=Due', value: '2026-06-30' },
    { selector: 'label=Notes', value: 'two\nlines' },
  ];
  const filled = await use('fill', { fields });
  expect(filled['fields']).toMatchObject(fields.map(({ selector }) => ({ selector, matches: true })));
  expect(await use('click', { selector: 'role=button[name="Send"]' })).toMatchObject({
    delivered: true,
    navigated: true,
    title: 'Sent',
  });
  const sent = new URLSearchParams(posted('/sent').at(-1));
  expect(Object.fromEntries(sent)).toEqual({
    name: 'Åse "Ø" & Søn',
    country: 'no',
    newsletter: 'on',
    speed: 'express',
    due: '2026-06-30',
    notes: 'two\r\nlines',
  });
});

test('press_key types text as text and keys as keys', async () => {
  await open('/form');
  await use('press_key', { selector: 'label=Name', text: "O'Neil (50%) #1." });
  await use('press_key', { key: 'Shift+Home' });
  await use('press_key', { text: 'again' });
  const before = posted('/sent').length;
  await use('press_key', { key: 'Enter' });
  const sent = await untilPosted('/sent', before + 1);
  expect(new URLSearchParams(sent.at(-1)).get('name')).toBe('again');
});

test('snapshot gives refs, and a ref means its element', async () => {
  await open('/buttons');
  const { outline } = await use('snapshot');
  const ref = /button "Second".*?\[(e\d+)\]/.exec(String(outline))?.[1];
  expect(ref).toMatch(/^e\d+$/);
  await use('click', { selector: `ref=${ref}` });
  expect(await textOf('#log')).toBe('Second');
});

test('hover tells what appeared', async () => {
  await open('/buttons');
  const hovered = await use('hover', { selector: 'text=Menu' });
  expect(hovered).toMatchObject({ delivered: true });
  expect(String(hovered['appeared'])).toContain('Export');
});

test('get_text and extract_table read what a person would', async () => {
  await open('/table');
  expect(await use('get_text')).toMatchObject({
    text: expect.stringContaining('Figures of the year'),
    part: 1,
    parts: 1,
  });
  expect(await use('extract_table')).toMatchObject({
    caption: 'Sales',
    headers: ['Region', '2026 / Q1', '2026 / Q2'],
    rows: [
      { Region: 'North', '2026 / Q1': '1,200.50', '2026 / Q2': '900' },
      { Region: 'South', '2026 / Q1': 'n/a', '2026 / Q2': 'n/a' },
    ],
    row_count: 2,
    complete: true,
    cells: [
      [{}, { number: 1200.5 }, { number: 900 }],
      [{}, { number: null }, {}],
    ],
  });
});

test('screenshot pictures viewport, whole page and one element, secrets painted over', async () => {
  await open('/tall');
  const view = await use('screenshot');
  const whole = await use('screenshot', { full_page: true, max_width: 1568 });
  const one = await use('screenshot', { selector: '#square', format: 'png' });
  for (const shot of [view, whole, one]) {
    const bytes = Buffer.from(String(shot['image']), 'base64');
    expect(bytes.length).toBe(shot['size_bytes']);
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([shot['width'], shot['height']]);
  }
  expect(Number(whole['height'])).toBeGreaterThan(3000);
  expect(Number(view['height'])).toBeLessThan(2000);
  expect([one['width'], one['height']]).toEqual([120, 80]);
  expect(view['masked']).toBe(1);
});

test('wait sees elements come and go, texts and addresses, and gives up in time', async () => {
  await open('/late');
  expect(await use('wait', { selector: '#late' })).toMatchObject({ elapsed_ms: expect.any(Number) });
  await use('wait', { text: 'It is late now' });
  await use('wait', { selector: '#early', state: 'hidden' });
  await use('wait', { url: `${site.origin}/late#*` });
  const { receipt } = await client.call('wait', { selector: '#never', timeout_ms: 200 });
  expect(receipt.fault?.code).toBe('timeout');
});

test('evaluate_script gives JSON values from its own world, and from the page on demand', async () => {
  await open('/buttons');
  const script = 'return { sum: args.a + args.b, page: typeof window.pageVariable };';
  const args = { a: 1, b: 2 };
  expect(await use('evaluate_script', { script, args })).toMatchObject({
    value: { sum: 3, page: 'undefined' },
  });
  expect(await use('evaluate_script', { script, args, world: 'main' })).toMatchObject({
    value: { sum: 3, page: 'string' },
  });
});

test('a confirm dialog stays open until it is answered, and its answer reaches the page', async () => {
  await open('/buttons');
  const before = posted('/answer').length;
  const asked = await use('click', { selector: 'role=button[name="Ask"]' });
  expect(asked['dialog']).toEqual({ kind: 'confirm', message: 'Are you sure?' });
  const blocked = await client.call('get_text', {});
  expect(blocked.receipt.fault?.code).toBe('dialog-open');
  expect(posted('/answer')).toHaveLength(before);
  expect(await use('handle_dialog', { accept: true })).toMatchObject({ kind: 'confirm', accepted: true });
  expect((await untilPosted('/answer', before + 1)).at(-1)).toBe('true');
  await use('click', { selector: 'role=button[name="Ask"]' });
  await use('handle_dialog', { accept: false });
  expect((await untilPosted('/answer', before + 2)).at(-1)).toBe('false');
});

test('a pop-up is told, listed as owned, selected, used and closed', async () => {
  const { page: opener } = await open('/buttons');
  const clicked = await use('click', { selector: 'role=button[name="Pop up"]' });
  expect(clicked['opened']).toMatchObject([{ url: `${site.origin}/table`, owned: true }]);
  const { pages, count } = await use('list_pages');
  const popup = Array.isArray(pages) ? pages.find(({ url }) => url === `${site.origin}/table`) : undefined;
  expect(count).toBeGreaterThanOrEqual(2);
  expect(await use('select_page', { page: popup.page })).toMatchObject({ title: 'Table' });
  expect(await use('extract_table')).toMatchObject({ caption: 'Sales' });
  expect(await use('close_page', { page: popup.page })).toMatchObject({ closed: true });
  const gone = await client.call('get_text', {});
  expect(gone.receipt.fault?.code).toBe('no-page');
  await use('select_page', { page: String(opener) });
  expect(await use('get_text')).toMatchObject({ title: 'Buttons' });
});

test('new_page opens a tab of the caller, and other callers keep theirs', async () => {
  await open('/buttons');
  const opened = await use('new_page', { url: `${site.origin}/table` }, { session: 'other' });
  expect(opened).toMatchObject({ status: 200, title: 'Table' });
  expect(await use('get_text')).toMatchObject({ title: 'Buttons' });
  expect(await use('get_text', {}, { session: 'other' })).toMatchObject({ title: 'Table' });
  expect(await use('close_page', {}, { session: 'other' })).toMatchObject({ closed: true });
});

test('a frame of another site is read, filled and clicked', async () => {
  await open('/framed');
  expect(await use('get_text')).toMatchObject({ text: expect.stringContaining('Pay here') });
  await use('fill', { selector: 'frame=iframe >> label=Order', value: '4500-77' });
  await use('click', { selector: 'frame=iframe >> role=button[name="Pay"]' });
  expect((await untilPosted('/paid', 1)).at(-1)).toBe('4500-77');
});

test('download fetches by click and by address, and the host has the file', async () => {
  await open('/files');
  const wanted = 'a,b\n1,2\n';
  const sha256 = createHash('sha256').update(wanted).digest('hex');
  for (const args of [{ selector: 'text=Get it' }, { url: `${site.origin}/file.csv` }]) {
    const file = await use('download', args);
    expect(file).toMatchObject({ name: 'figures.csv', bytes: wanted.length, sha256 });
    expect(String(file['path']).startsWith(rig.paths.runs)).toBe(true);
    expect(readFileSync(String(file['path']), 'utf8')).toBe(wanted);
  }
});

test('page ids and refs outlive the death of the extension’s worker', async () => {
  const { page } = await open('/buttons');
  const { outline } = await use('snapshot');
  const ref = /button "Third".*?\[(e\d+)\]/.exec(String(outline))?.[1];
  await killWorker(rig.browser(), client);
  expect(await use('click', { selector: `ref=${ref}` })).toMatchObject({ page });
  expect(await textOf('#log')).toBe('Third');
  const next = await use('new_page', { url: `${site.origin}/table` });
  expect(Number(String(next['page']).slice(1))).toBeGreaterThan(Number(String(page).slice(1)));
  await use('close_page');
});
