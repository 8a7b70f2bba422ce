import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { tools } from '../../shared/tools/index.ts';
import { filesPages } from './files-pages.ts';
import { csv, type FilesSite, pdf, signIn, startFilesSite } from './files-site.ts';
import { type Client, type Rig, startRig, until } from './rig.ts';
import { createSecretSearch } from './secret-search.ts';

// Goal: whatever way a page gives its files, the download tool has the file whole, or says why there is none; and whatever
// way it takes files, upload_file puts exactly the given ones there, as far as the policy lets it. Beside them, what else a page
// and its server ask of a browser: passwords, and tools of their own.

let site: FilesSite;
let rig: Rig;
let client: Client;

beforeAll(async () => {
  site = await startFilesSite(filesPages);
  const sites = JSON.stringify([`origin:${site.origin}`, `origin:${site.otherOrigin}`]);
  const listed = `{ mode: allow-list, resources: ${sites} }`;
  rig = await startRig({
    switches: ['--enable-features=WebMCP'],
    policy: ({ folder }) =>
      [
        'version: 1',
        `read: ${listed}`,
        `write: ${listed}`,
        'delete: { mode: deny-all }',
        'admin:',
        '  mode: deny-all',
        '  tools:',
        `    download: ${listed}`,
        `    upload_file: ${listed.replace(']', `,"${folder}"]`)}`,
        '',
      ].join('\n'),
  });
  client = await rig.client();
});

afterAll(async () => {
  await rig[Symbol.asyncDispose]();
  await site.close();
});

const opened = (path: string) => client.call('navigate', { url: `${site.origin}${path}` });
const File = z.object(tools.get('download')?.output.shape ?? {});
const Stored = z.object({ name: z.string(), path: z.string(), bytes: z.int(), sha256: z.string() });

/** A download that must succeed; its answer, and the bytes that lie where it says. */
async function downloaded(args: Readonly<Record<string, unknown>>) {
  const { receipt, result } = await client.call('download', args);
  expect({ args, fault: receipt.fault }).toEqual({ args, fault: null });
  expect(receipt).toMatchObject({ bucket: 'admin', domain: 'succeeded', evidence: 'verified' });
  File.parse(Object.fromEntries(Object.entries(result ?? {}).filter(([key]) => key in File.shape)));
  const { path, ...told } = Stored.parse(result);
  const bytes = readFileSync(path);
  expect(told).toMatchObject({
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
  return { ...result, name: told.name, path, text: bytes.toString('utf8') };
}

const faultOf = async (args: Readonly<Record<string, unknown>>) =>
  (await client.call('download', args)).receipt.fault;

test('a file comes whole however the page gives it', async () => {
  await opened('/downloads');
  expect(await downloaded({ selector: '#moved' })).toMatchObject({ name: 'report.csv', text: csv });
  expect(await downloaded({ selector: '#tab' })).toMatchObject({ name: 'report.csv', text: csv });
  expect(await downloaded({ selector: '#attribute' })).toMatchObject({
    name: 'words.txt',
    text: 'plain words\n',
  });
  expect(await downloaded({ selector: '#fetched' })).toMatchObject({ name: 'fetched.csv', text: csv });
  expect(await downloaded({ selector: '#later' })).toMatchObject({ text: csv });
  const data = await downloaded({ selector: '#data' });
  expect(data).toMatchObject({ name: 'data.csv', text: 'key;value\nok;2\n' });
  // What a data address carries is the file itself, and is told nowhere else.
  const big = await downloaded({ selector: '#big-data' });
  expect(big).toMatchObject({ name: 'big.csv', bytes: 900_000, source_url: 'data:text/csv;base64,…' });
  expect(JSON.stringify({ ...big, text: '' }).length).toBeLessThan(2_000);
});

test('files made in the page under one name lie side by side', async () => {
  await opened('/downloads');
  const first = await downloaded({ selector: '#blob' });
  const second = await downloaded({ selector: '#blob' });
  const third = await downloaded({ selector: '#blob' });
  expect([first, second, third].map(({ text }) => text)).toEqual(
    [1, 2, 3].map((n) => `\ufeffmonth;total\r\n2026-0${n};1\r\n`),
  );
  expect(new Set([first.path, second.path, third.path]).size).toBe(3);
});

test('what the browser would show in a viewer is stored, and asked for once', async () => {
  await opened('/downloads');
  const asked = () => site.requests.filter(({ path }) => path === '/pdf').length;
  expect(await downloaded({ selector: '#pdf' })).toMatchObject({
    name: 'pdf.pdf',
    text: pdf,
    url: `${site.origin}/downloads`,
  });
  expect(asked()).toBe(1);
  expect(await downloaded({ selector: '#text' })).toMatchObject({ text: 'plain words\n' });
  for (const selector of ['#pdf-tab', '#blob-tab']) {
    expect(await downloaded({ selector })).toMatchObject({
      mime: 'application/pdf',
      text: expect.stringMatching(/%%EOF\n$/),
    });
    // The tab that was opened for the file alone is closed again.
    await until('the tab to close', 5_000, async () => {
      const { result } = await client.call('list_pages', {});
      return result?.['count'] === 2;
    });
  }
});

test('a name from the server is never more than a name', async () => {
  await opened('/downloads');
  const names: string[] = [];
  for (const number of [0, 1, 2, 3, 4]) {
    const { name, path, text } = await downloaded({ selector: `#named-${number}` });
    expect(text).toBe(csv);
    expect(path.startsWith(rig.paths.runs)).toBe(true);
    expect(path.endsWith(`/${name}`)).toBe(true);
    names.push(name);
  }
  expect(names).toEqual([
    'evil_.._name.csv',
    '_con.csv',
    'invoice_fdp.exe.csv',
    expect.stringMatching(/^x{190,240}\.csv$/),
    'Müller & Søn – 発注書 №1.csv',
  ]);
});

test('where there is no file, the answer says why and what to do', async () => {
  const of = async (id: string) => {
    await opened('/downloads');
    return faultOf({ selector: `#${id}`, timeout_ms: 1_000 });
  };
  expect(await of('missing')).toMatchObject({
    code: 'not-found',
    message: expect.stringContaining('HTTP 404'),
  });
  expect(await of('missing-file')).toMatchObject({
    code: 'not-found',
    message: expect.stringContaining('no such file'),
  });
  expect(await of('error-file')).toMatchObject({
    code: 'not-found',
    message: expect.stringContaining('5xx'),
  });
  expect(await of('nothing')).toMatchObject({
    code: 'timeout',
    message: expect.stringContaining('started no download'),
  });
  expect(await of('late')).toMatchObject({
    code: 'timeout',
    message: expect.stringContaining('had not answered'),
  });
  expect(await of('slow')).toMatchObject({ code: 'timeout', detail: { bytes_received: 5 } });
  site.letGo();
});

test('a slow server is waited for, and one that breaks off gives no file', async () => {
  await opened('/downloads');
  const asked = (path: string) => site.requests.filter((one) => one.path === path).length;
  const whenAsked = async (path: string) => {
    const before = asked(path);
    return until(`${path} to be asked for`, 10_000, () => asked(path) > before).then(() => site.letGo());
  };
  const [late] = await Promise.all([downloaded({ selector: '#late' }), whenAsked('/late')]);
  expect(late).toMatchObject({ name: 'late.csv', text: csv });
  const [slow] = await Promise.all([downloaded({ selector: '#slow' }), whenAsked('/slow')]);
  expect(slow).toMatchObject({ name: 'slow.csv', text: 'a;b\r\n1;2\r\n' });
  expect(await faultOf({ selector: '#broken' })).toMatchObject({
    code: 'not-found',
    message: expect.stringContaining('broke off'),
  });
});

test('a click that is no download keeps no file, and says so', async () => {
  await opened('/downloads');
  const { result } = await client.call('click', { selector: '#attachment' });
  expect(result?.['download']).toMatchObject({
    filename: 'report.csv',
    kept: false,
    note: expect.stringContaining('download tool'),
  });
});

const taken = (from: string) =>
  site.requests
    .filter(({ path }) => path.startsWith(`/upload?from=${from}&`))
    .map(({ path, body, host }) => {
      const query = new URL(path, 'http://site').searchParams;
      return { name: query.get('name'), type: query.get('type'), text: body.toString('utf8'), host };
    });

test('upload_file puts files into fields, through buttons and onto drop zones, in frames of other sites too', async () => {
  mkdirSync(rig.folder, { recursive: true });
  const path = join(rig.folder, 'a.csv');
  writeFileSync(path, csv);
  const byPath = [{ path }];
  const uploaded = async (selector: string, files: readonly unknown[]) => {
    const { receipt, result } = await client.call('upload_file', { selector, files });
    expect({ selector, fault: receipt.fault }).toEqual({ selector, fault: null });
    return { ...result, evidence: receipt.evidence };
  };
  const sha256 = createHash('sha256').update(csv).digest('hex');
  const whole = { name: 'a.csv', type: 'text/csv', text: csv };
  await opened('/uploads');
  expect(await uploaded('label=One table', byPath)).toMatchObject({
    via: 'field',
    files: [{ name: 'a.csv', bytes: csv.length, sha256 }],
    held: true,
    evidence: 'verified',
  });
  const two = [
    ...byPath,
    { name: 'ü.bin', mime_type: 'x/y', content_base64: Buffer.from('é').toString('base64') },
  ];
  expect(await uploaded('#several-label', two)).toMatchObject({ via: 'field', held: true });
  expect(await uploaded('#choose', two)).toMatchObject({ via: 'chooser', held: true });
  expect(await uploaded('#made', byPath)).toMatchObject({ via: 'chooser', held: true });
  expect(await uploaded('#zone', byPath)).toMatchObject({ via: 'drop', held: null });
  // This page takes the files and empties its field at once.
  expect(await uploaded('#emptied', byPath)).toMatchObject({ via: 'field', held: false, evidence: 'none' });
  await until(
    'the files to arrive',
    10_000,
    () => taken('emptied').length === 1 && taken('zone').length === 1,
  );
  for (const from of ['one', 'made', 'zone', 'emptied']) expect(taken(from)).toMatchObject([whole]);
  const second = { name: 'ü.bin', type: 'x/y', text: 'é' };
  for (const from of ['several', 'hidden']) {
    expect(
      [...taken(from)].sort((a, b) => Number(a.name !== 'a.csv') - Number(b.name !== 'a.csv')),
    ).toMatchObject([whole, second]);
  }
  await opened('/framed-upload');
  await uploaded('frame=iframe >> #one', byPath);
  expect(await uploaded('frame=iframe >> #choose', byPath)).toMatchObject({ via: 'chooser', held: true });
  const { host } = new URL(site.otherOrigin);
  await until(
    'the files from the frame',
    10_000,
    () => taken('one').length === 2 && taken('hidden').length === 3,
  );
  expect(taken('one').at(-1)).toMatchObject({ ...whole, host });
});

test('what a field does not take, and what may not be given away, is never given to the page', async () => {
  await opened('/uploads');
  const before = site.requests.length;
  const refused = async (selector: string, ...files: readonly unknown[]) =>
    (await client.call('upload_file', { selector, files, timeout_ms: 5_000 })).receipt.fault;
  const note = { name: 'note.txt', text: 'x' };
  const table = { name: 't.csv', text: 'x' };
  expect(await refused('#one', note)).toMatchObject({
    code: 'bad-arguments',
    detail: { accept: '.csv,text/csv' },
  });
  expect(await refused('#one', table, table)).toMatchObject({
    message: expect.stringContaining('takes one file'),
  });
  expect(await refused('#made', note, note)).toMatchObject({
    message: expect.stringContaining('takes one file'),
  });
  expect(await refused('#off', note)).toMatchObject({ code: 'not-actionable', detail: { why: 'disabled' } });
  expect(await refused('#picker', note)).toMatchObject({ message: expect.stringContaining('only a person') });
  expect(await refused('#idle', note)).toMatchObject({
    message: expect.stringContaining('asked for no files'),
  });
  const outside = join(rig.home.folder, 'outside.csv');
  writeFileSync(outside, 'private');
  symlinkSync(outside, join(rig.folder, 'innocent.csv'));
  expect(await refused('#one', { path: join(rig.folder, 'innocent.csv') })).toMatchObject({
    code: 'denied',
    message: expect.stringContaining(rig.home.folder),
  });
  for (const path of [rig.paths.key, rig.paths.secrets, rig.paths.token]) {
    expect(await refused('#one', { path })).toMatchObject({
      code: 'denied',
      detail: { policies: ['always.data-folder'] },
    });
  }
  expect(site.requests.slice(before)).toEqual([]);
});

test('a password asked for by the server comes from a secret, once, and reaches its own origin alone', async () => {
  const store = async (name: string, origin: string, input: string) =>
    expect(
      await rig.home.run(['secrets', 'set', name, '--site', `origin:${origin}`], { input }),
    ).toMatchObject({ code: 0 });
  await store('clerk', site.origin, signIn.password);
  await store('mistaken', site.origin, 'not-it-at-all');
  await store('elsewhere', site.otherOrigin, signIn.password);
  const before = site.requests.length;
  const given = () =>
    site.requests.slice(before).flatMap(({ host, authorization }) => (authorization === null ? [] : [host]));
  const go = async (path: string, secret?: string) => {
    const auth =
      secret === undefined ? {} : { auth: { username: signIn.username, password: `secret:${secret}` } };
    return client.call('navigate', { url: `${site.origin}${path}`, ...auth });
  };
  const wanted = await go('/basic');
  expect(wanted.receipt).toMatchObject({ fault: null, bucket: 'read' });
  expect(wanted.result).toMatchObject({ status: 401, http_error: true, http_auth: { state: 'wanted' } });
  expect((await go('/basic', 'elsewhere')).receipt).toMatchObject({
    bucket: 'write',
    fault: { code: 'denied' },
  });
  expect(given()).toEqual([]);
  expect((await go('/basic', 'mistaken')).result).toMatchObject({
    status: 401,
    http_auth: { state: 'refused' },
  });
  expect(given()).toHaveLength(1);
  const digest = await go('/digest', 'clerk');
  expect(digest.result).toMatchObject({ status: 200, http_auth: { state: 'accepted' } });
  const basic = await go('/basic', 'clerk');
  expect(basic.receipt).toMatchObject({ bucket: 'write', evidence: 'verified' });
  expect(basic.result).toMatchObject({ status: 200, http_auth: { state: 'accepted' } });
  expect((await client.call('get_text', {})).result).toMatchObject({
    text: expect.stringContaining('Inner'),
  });
  expect(
    site.requests.some(({ path, host }) => path === '/basic/frame' && host.startsWith('localhost')),
  ).toBe(true);
  expect(new Set(given())).toEqual(new Set([new URL(site.origin).host]));
  const search = createSecretSearch([{ name: 'clerk', value: signIn.password }]);
  expect(search.below(rig.home.home, [rig.paths.secrets]).found).toEqual([]);
});

test('tools that a page offers are listed as its own words and called through the gate', async () => {
  await opened('/webmcp');
  const { result: listed } = await client.call('page_tools', {});
  const Listed = z.array(z.looseObject({ name: z.string(), description: z.string(), callable: z.boolean() }));
  const told = new Map(Listed.parse(listed?.['tools']).map((tool) => [tool.name, tool]));
  expect(told.get('add_note')).toMatchObject({
    input_schema: { required: ['text'] },
    says_read_only: false,
    site: site.origin,
    callable: true,
  });
  expect(told.get('inner')).toMatchObject({ site: site.otherOrigin, callable: false });
  expect(told.get('talks')?.description.length).toBeLessThanOrEqual(1_000);
  expect(listed?.['note']).toMatch(/never instructions/);
  const called = (name: string, args: object = {}) =>
    client.call('call_page_tool', { name, args, timeout_ms: 3_000 });
  const noted = await called('add_note', { text: 'paper' });
  expect(noted.receipt).toMatchObject({ bucket: 'write', domain: 'unknown', fault: null });
  expect(noted.result).toMatchObject({ status: 'completed', output: { content: [{ text: 'noted paper' }] } });
  // The page says that it only reads; its name says what it does, and deleting is denied here.
  expect((await called('delete_all')).receipt).toMatchObject({ bucket: 'delete', fault: { code: 'denied' } });
  expect((await client.call('get_text', { selector: '#log' })).result).toMatchObject({ text: 'paper' });
  const faults = [];
  for (const name of ['fails', 'hangs', 'inner', 'add_notes'])
    faults.push((await called(name)).receipt.fault);
  expect(faults).toMatchObject([
    { code: 'not-actionable', detail: { error: expect.stringContaining('out of paper') } },
    { code: 'timeout' },
    { code: 'not-actionable', detail: { site: site.otherOrigin } },
    { code: 'not-found', detail: { nearest: 'add_note' } },
  ]);
  expect((await called('talks')).result).toMatchObject({ truncated: true });
  expect((await called('asks')).receipt.fault).toMatchObject({ code: 'dialog-open' });
  await client.call('handle_dialog', { accept: false });
  expect((await called('order', { quantity: '5' })).result).toMatchObject({ status: 'waiting' });
  expect(site.requests.some(({ path }) => path.startsWith('/ordered'))).toBe(false);
  await client.call('click', { selector: 'role=button[name="Order"]' });
  expect(site.requests.some(({ path }) => path === '/ordered?quantity=5')).toBe(true);
  // No tools here, and that is said.
  expect((await client.call('page_tools', {})).result).toMatchObject({
    tools: [],
    note: expect.stringContaining('WebMCP'),
  });
});
