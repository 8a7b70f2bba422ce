import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { Driver } from '../../../../entrypoints/background/driver/driver.ts';
import { Executor } from '../../../../entrypoints/background/driver/executor.ts';
import { Journal } from '../../../../entrypoints/background/driver/journal.ts';
import { canonicalJson, sha256Hex } from '../../../../shared/canonical-json.ts';
import { attempt } from '../../../../shared/faults.ts';
import { installFakeBrowser, ownId } from '../../../fakes/chrome.ts';

const { signal } = new AbortController();
const caller = { kind: 'client', id: 'run-1', unattended: true } as const;

/** A browser with a web page (t1), our own panel in a tab (t2) and a settings page (t3); acts bring a page to the front. */
async function rig() {
  const common = { title: '', active: false };
  const browser = installFakeBrowser([
    { ...common, id: 11, url: 'https://a.example/x', documentId: 'D1' },
    { ...common, id: 12, url: `chrome-extension://${ownId}/sidepanel.html`, documentId: 'D2' },
    { ...common, id: 13, url: 'chrome://settings/', documentId: 'D3' },
  ]);
  const driver = new Driver({
    onPages: () => {},
    onDownloadRefused: () => {},
    onEgressBlocked: () => {},
    judgeHop: async () => ({ allowed: false, reason: '', version: '', covers: 'url' }),
  });
  const start = (bootId: string) => new Executor(driver, new Journal(browser.session, browser.local, bootId));
  await driver.ready;
  const args = { page: 't1', raise: true };
  const permit = {
    ticket: randomUUID(),
    tool: 'select_page',
    args_hash: await sha256Hex(canonicalJson(args)),
    page: 't1',
    document_id: 'D1',
    origin: 'https://a.example',
    targets: [],
    expires_at: Date.now() + 5_000,
  };
  const call = { caller, tool: 'select_page', args, timeout_ms: 5_000, permit, secrets: {} };
  const codeOf = async (work: Promise<unknown>) => {
    const result = await attempt(() => work);
    return result.ok ? 'ok' : result.fault.code;
  };
  return { browser, driver, start, executor: start('boot-1'), call, permit, codeOf };
}

test('a permitted act happens once, and the same ticket gives the same outcome without a second act', async () => {
  const { browser, executor, call } = await rig();
  const [first, together] = await Promise.all([executor.act(call, signal), executor.act(call, signal)]);
  const later = await executor.act(call, signal);
  expect(browser.raised).toEqual([11]);
  expect(first.page?.page).toBe('t1');
  expect(first.observed).toEqual({ origin: 'https://a.example', document_id: 'D1' });
  expect(together).toEqual(first);
  expect(later).toEqual(first);
});

test.each([
  ['tool', 'click'],
  ['args_hash', 'another'],
  ['expires_at', 1],
  ['page', null],
  ['document_id', 'D9'],
  ['origin', 'https://b.example'],
  ['targets', [{ ref: 'e1', fingerprint: 'F', frame_document_id: 'D1', frame_origin: 'https://a.example' }]],
])('a permit whose %s differs does nothing, and its ticket is used up', async (field, value) => {
  const { browser, executor, call, permit, codeOf } = await rig();
  const wrong = { ...call, permit: { ...permit, [field]: value } };
  expect(await codeOf(executor.act(wrong, signal))).toBe('permit-mismatch');
  expect(await codeOf(executor.act(call, signal))).toBe('permit-mismatch');
  expect(browser.raised).toEqual([]);
});

test('a document that changed after it was judged is not acted on', async () => {
  const { browser, executor, call, codeOf } = await rig();
  const tab = browser.tabs.get(11);
  if (tab !== undefined) tab.documentId = 'D1-reloaded';
  expect(await codeOf(executor.act(call, signal))).toBe('permit-mismatch');
  expect(browser.raised).toEqual([]);
});

test('an act that a dead worker had begun is not done again', async () => {
  const { browser, start, call, permit, codeOf } = await rig();
  await new Journal(browser.session, browser.local, 'boot-0').begin(permit.ticket);
  expect(await codeOf(start('boot-1').act(call, signal))).toBe('outcome-unknown');
  expect(browser.raised).toEqual([]);
});

test.each(['t2', 't3'])('page %s is out of reach for looking, reading and acting', async (page) => {
  const { browser, executor, call, permit, codeOf } = await rig();
  const open = { caller, timeout_ms: 5_000, page };
  const click = { ...open, tool: 'click', args: { selector: 'button' } };
  expect(await codeOf(executor.prepare(click, signal))).toBe('restricted-target');
  const read = { ...open, tool: 'get_text', args: {}, origin: null };
  expect(await codeOf(executor.read(read, signal))).toBe('restricted-target');
  const act = { ...call, args: { page }, permit: { ...permit, page } };
  expect(await codeOf(executor.act(act, signal))).not.toBe('ok');
  expect(browser.attached.size).toBe(0);
});

test('a page that became one of our own after it was judged is not touched', async () => {
  const { browser, executor, call, codeOf } = await rig();
  const tab = browser.tabs.get(11);
  if (tab !== undefined) tab.url = `chrome-extension://${ownId}/sidepanel.html`;
  expect(await codeOf(executor.act(call, signal))).toBe('restricted-target');
  expect(browser.raised).toEqual([]);
});

test('a read says no where the page is at another site, and an act has no place among reads', async () => {
  const { executor, codeOf } = await rig();
  const open = { caller, timeout_ms: 5_000, page: 't1' };
  const elsewhere = { ...open, tool: 'get_text', args: {}, origin: 'https://b.example' };
  const result = await attempt(() => executor.read(elsewhere, signal));
  expect(result.ok ? null : result.fault).toMatchObject({
    code: 'permit-mismatch',
    detail: { origin: 'https://a.example', url: 'https://a.example/x' },
  });
  const act = { ...open, tool: 'select_page', args: { page: 't1' }, origin: null };
  expect(await codeOf(executor.read(act, signal))).toBe('bad-arguments');
});

test.each([
  ['an unknown tool', { tool: 'toString', args: {} }],
  ['a tool of the host', { tool: 'save_file', args: {} }],
  ['wrong arguments', { tool: 'select_page', args: { page: 'x' } }],
  ['an argument too many', { tool: 'list_pages', args: { extra: 1 } }],
])('%s is a clear fault', async (_what, change) => {
  const { executor, codeOf } = await rig();
  const params = { caller, timeout_ms: 5_000, page: null, ...change };
  expect(await codeOf(executor.prepare(params, signal))).toBe('bad-arguments');
});

test('a stopped caller gets nothing more, a new one does', async () => {
  const { executor, driver, codeOf, call, permit } = await rig();
  await executor.act(call, signal);
  driver.callers.stopAll();
  const again = { ...call, permit: { ...permit, ticket: randomUUID() } };
  expect(await codeOf(executor.act(again, signal))).toBe('cancelled');
  const fresh = { ...again, caller: { ...caller, id: 'run-2' }, permit: { ...permit, ticket: randomUUID() } };
  expect(await codeOf(executor.act(fresh, signal))).toBe('ok');
});

test('listing needs no page', async () => {
  const { executor } = await rig();
  const read = { caller, timeout_ms: 5_000, page: null, tool: 'list_pages', args: {}, origin: null };
  expect((await executor.read(read, signal)).result).toMatchObject({ count: 3 });
});
