import { afterAll, beforeAll, expect, test } from 'vitest';
import { killWorker } from './kill-worker.ts';
import { type Client, type Rig, startRig } from './rig.ts';
import { type SmallSite, serveSite } from './small-site.ts';
import { snapshotPages } from './snapshot-pages.ts';

// Goal: what a caller sees of pages through the real door, and what the refs that it was shown mean afterwards.

let site: SmallSite;
let rig: Rig;
let client: Client;

beforeAll(async () => {
  site = await serveSite(snapshotPages);
  const sites = JSON.stringify([`origin:${site.origin}`, `origin:${site.otherOrigin}`]);
  const allowed = `{ mode: allow-list, resources: ${sites} }`;
  const buckets = ['read', 'write', 'delete', 'admin'].map((bucket) => `${bucket}: ${allowed}`);
  rig = await startRig({ policy: () => ['version: 1', ...buckets, ''].join('\n') });
  client = await rig.client();
});

afterAll(async () => {
  await rig[Symbol.asyncDispose]();
  await site.close();
});

async function use(tool: string, args: Readonly<Record<string, unknown>> = {}, session = 'test') {
  const { receipt, result } = await client.call(tool, args, { session });
  expect({ tool, args, fault: receipt.fault }).toEqual({ tool, args, fault: null });
  return { ...result };
}

async function fails(tool: string, args: Readonly<Record<string, unknown>>) {
  const { receipt } = await client.call(tool, args);
  expect(receipt.fault).not.toBeNull();
  return receipt.fault;
}

const open = (path: string) => use('navigate', { url: `${site.origin}${path}` });
const look = async (args: Readonly<Record<string, unknown>> = {}, session = 'test') =>
  String((await use('snapshot', args, session))['outline']);
const refOf = (outline: string, words: string): string =>
  /\[((?:f\d+)?e\d+)\]/.exec(outline.slice(outline.indexOf(words)))?.[1] ?? '';
/** The ref of the button in the row of an order. */
const payOf = (outline: string, order: number): string =>
  new RegExp(`Order ${order} .*button "Pay" \\[(e\\d+)\\]`).exec(outline)?.[1] ?? '';
const said = async () => (await use('get_text', { selector: '#said' }))['text'];

test('the first look is whole, the next tells what changed, to each caller what it has not seen', async () => {
  await open('/orders');
  const whole = await look();
  expect(whole).toMatch(/^h1 "Orders"\ntable \[e\d+\]\n Order 1 \[e\d+\] \| open \| button "Pay" \[e\d+\]\n/);
  await use('click', { selector: `ref=${payOf(whole, 2)}` });
  expect(await look()).toMatch(/^"Paid Order 2"\n\(only what changed .+changed: false gives all\)$/);
  expect(await look()).toMatch(/^\(nothing changed/);
  const page = String((await use('snapshot'))['page']);
  expect(await look({ page }, 'another')).toContain('h1 "Orders"');
  expect(await look({ changed: false })).toContain('h1 "Orders"');
  expect(await look({ find: 'order 3', changed: false })).toMatch(/^table \[e\d+\]\n Order 3 .+$/);
});

test('a ref passes on to the row that was drawn anew, which the answer says, and never to another', async () => {
  await open('/orders');
  const before = await look({ changed: false });
  await use('click', { selector: '#draw' });
  const ref = payOf(before, 2);
  expect(await use('click', { selector: ref })).toMatchObject({ rematched: [ref] });
  expect(await said()).toBe('Paid Order 2');
  await use('evaluate_script', { script: 'document.querySelectorAll("tr")[1].remove()' });
  expect(await fails('click', { selector: payOf(before, 1), timeout_ms: 3_000 })).toMatchObject({
    code: 'stale-ref',
    detail: { why: 'gone', was: { role: 'button', name: 'Pay' }, candidate: { name: 'Pay' } },
  });
});

test('refs live on when the worker is killed, and the next document gives out none of them again', async () => {
  await open('/orders');
  const before = await look({ changed: false });
  await killWorker(rig.browser(), client);
  await use('click', { selector: `ref=${payOf(before, 3)}` });
  expect(await said()).toBe('Paid Order 3');
  await open('/orders');
  const after = await look({ changed: false });
  const old = new Set<string>(before.match(/\[e\d+\]/g));
  expect([...(after.match(/\[e\d+\]/g) ?? [])].filter((ref) => old.has(ref))).toEqual([]);
  expect(await fails('click', { selector: payOf(before, 3) })).toMatchObject({
    code: 'stale-ref',
    detail: { why: 'earlier' },
  });
});

test('what does not fit is named, and the parts together are the whole', async () => {
  await open('/long');
  const numbersIn = (outline: string) => [...outline.matchAll(/number (\d+)/g)].map(([, n]) => Number(n));
  const first = await use('snapshot', { max_tokens: 1_500 });
  expect(first).toMatchObject({ complete: false });
  expect(String(first['outline'])).toMatch(/\(cut here; left out: \d+ more entries of .+part: 2 goes on/);
  const all: number[] = [];
  for (let part = 1; part <= 10; part++) {
    const { outline, complete } = await use('snapshot', { max_tokens: 1_500, changed: false, part });
    all.push(...numbersIn(String(outline)));
    if (complete === true) break;
  }
  expect(all).toEqual(Array.from({ length: 400 }, (_, n) => n));
});

test('what nobody sees is left out or marked, and what lies over the page is told first', async () => {
  await open('/hidden');
  const outline = await look();
  expect(outline).toMatch(/^over the page: dialog "Cookies" \[e\d+\]/);
  expect(outline).not.toContain('ghost');
  expect(outline).toMatch(/button "Under" \[covered\]/);
  expect(outline).toMatch(/button "Faint" \[unseen\]/);
  expect(outline).toMatch(/ button "Accept" \[e\d+\]/);
});

test('frames of other sites and closed roots stand in one outline, secrets in none', async () => {
  await open('/frames');
  const outline = await look();
  expect(outline).toMatch(
    /iframe \[e\d+\]\n button "In the frame" \[f\d+e\d+\]\n textbox "Key" \[secret\] \[f\d+e\d+\]\nbutton "In the closed root"/,
  );
  expect(outline).not.toContain('hunter2');
  await use('click', { selector: refOf(outline, 'In the frame') });
  await use('click', { selector: refOf(outline, 'In the closed root') });
});

test('pictures of a hidden tab stay within what models take whole, and within a million bytes', async () => {
  await open('/tall');
  const picture = await use('screenshot', { full_page: true });
  expect(picture).toMatchObject({ mime: 'image/png', height: 1568 });
  const noise = await use('screenshot', { selector: '#noise', max_width: 1200 });
  expect(noise).toMatchObject({ mime: 'image/jpeg', width: 1200 });
  expect(noise['size_bytes']).toBeLessThan(1_000_000);
});

test('scripts run in one world as long as the document is there, and in none of the page', async () => {
  await open('/orders');
  await use('evaluate_script', { script: 'globalThis.kept = 7' });
  expect(await use('evaluate_script', { script: 'return globalThis.kept' })).toMatchObject({ value: 7 });
  expect(
    await use('evaluate_script', { script: 'return typeof globalThis.kept', world: 'main' }),
  ).toMatchObject({ value: 'undefined' });
  await open('/long');
  expect(await use('evaluate_script', { script: 'return [document.title, typeof kept]' })).toMatchObject({
    value: ['Long', 'undefined'],
  });
});
