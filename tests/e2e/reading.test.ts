import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportPdf } from '../../demo/report-pdf.ts';
import { CATALOGUE } from '../../demo/reports.ts';
import { readingPages } from './reading-pages.ts';
import { type Client, policyText, type Rig, startRig } from './rig.ts';
import { type SmallSite, serveSite } from './small-site.ts';

// Goal: pages of the kinds that are hard to read are read whole through the real door, and what was not reached is said.

let site: SmallSite;
let rig: Rig;
let client: Client;

beforeAll(async () => {
  const [report] = CATALOGUE;
  if (report === undefined) throw new Error('the portal has no report');
  site = await serveSite({
    ...readingPages,
    '/report.pdf': { body: reportPdf(report), headers: { 'content-type': 'application/pdf' } },
  });
  rig = await startRig({
    policy: () => policyText({ sites: [`origin:${site.origin}`], folders: [], downloads: 'denied' }),
  });
  client = await rig.client();
});

afterAll(async () => {
  await rig[Symbol.asyncDispose]();
  await site.close();
});

async function use(tool: string, args: Readonly<Record<string, unknown>> = {}) {
  const { receipt, result } = await client.call(tool, args);
  expect({ tool, args, fault: receipt.fault }).toEqual({ tool, args, fault: null });
  return { ...result };
}
async function tableOf(path: string, args: Readonly<Record<string, unknown>> = {}) {
  await use('navigate', { url: `${site.origin}${path}` });
  return use('extract_table', args);
}

test('rows that exist only while they are in view are all collected, once each, and it is proven', async () => {
  const grid = await tableOf('/grid');
  expect(grid).toMatchObject({ row_count: 200, complete: true, missing: '', headers: ['Id', 'Name'] });
  const rows = grid['rows'];
  expect(new Set((Array.isArray(rows) ? rows : []).map((row) => row.Id)).size).toBe(200);
});

test('a table is cut at max_rows and says so', async () => {
  const cut = await use('extract_table', { max_rows: 50 });
  expect(cut).toMatchObject({ complete: false, missing: expect.stringContaining('max_rows') });
  expect(cut['cells']).toHaveLength(50);
});

test('rows without roles, numbers or ids are collected too', async () => {
  expect(await tableOf('/boxes')).toMatchObject({
    kind: 'drawn',
    headers: ['Code', 'Item', 'Price'],
    row_count: 150,
    complete: true,
  });
});

test('a list that grows at its end is followed to its end', async () => {
  expect(await tableOf('/lazy')).toMatchObject({ row_count: 120, complete: true });
});

test('a table of several pages names the control that brings the next rows', async () => {
  expect(await tableOf('/paged')).toMatchObject({
    complete: false,
    next: { name: 'Next page', ref: expect.stringMatching(/^e\d+$/) },
  });
});

test('a PDF page is read by the host', async () => {
  await use('navigate', { url: `${site.origin}/report.pdf` });
  const read = await use('get_text');
  expect(read['text']).toContain('Northwind Components');
  expect(read).not.toHaveProperty('pdf');
});

test('pages in older charsets read as they show', async () => {
  await use('navigate', { url: `${site.origin}/latin` });
  expect((await use('get_text'))['text']).toContain('Größe 5 € – façade');
  await use('navigate', { url: `${site.origin}/japanese` });
  expect((await use('get_text'))['text']).toContain('日本');
});

test('Markdown keeps tables and code whole, and addresses as they are', async () => {
  await use('navigate', { url: `${site.origin}/markdown` });
  const text = String((await use('get_text', { format: 'markdown' }))['text']);
  expect(text).toContain(`(${site.origin}/a_(b)?q=1&r=%20x)`);
  expect(text).toContain('```\nif (a < b) {\n  run();\n}\n```');
  expect(text).toContain('| Key | Value |\n| --- | --- |\n| one | 1 |');
});

test('words that nobody can see are not read, those beside them are', async () => {
  await use('navigate', { url: `${site.origin}/hidden` });
  const text = String((await use('get_text'))['text']);
  expect(text).not.toContain('trap');
  for (const shown of ['Shown to all.', 'still here', 'light on dark']) expect(text).toContain(shown);
});
