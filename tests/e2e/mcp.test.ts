import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Receipt } from '../../shared/receipt.ts';
import { type McpClient, type McpOptions, startMcp, textOf } from './mcp-client.ts';
import { mcpPages } from './mcp-pages.ts';
import { type Client, given, type Rig, startRig, until, workerOf } from './rig.ts';
import { type SmallSite, serveSite } from './small-site.ts';

// Goal: what a program finds that speaks MCP to `localagent mcp`, through the official client and a real browser: the tools, their results,
// faults, progress, cancelling, approvals, resources, and other clients beside it.

let site: SmallSite;
let rig: Rig;
let terminal: Client;
let one: McpClient;
const clients: McpClient[] = [];

async function mcp(options: McpOptions = {}): Promise<McpClient> {
  const client = await startMcp(rig.home.env, options);
  clients.push(client);
  return client;
}

beforeAll(async () => {
  site = await serveSite(mcpPages);
  const sites = JSON.stringify([`origin:${site.origin}`]);
  rig = await startRig({
    policy: () =>
      [
        'version: 1',
        `read: { mode: allow-list, resources: ${sites} }`,
        `write: { mode: allow-list, resources: ${sites} }`,
        `delete: { mode: allow-list, resources: ${sites}, approve: true }`,
        'admin:',
        '  mode: deny-all',
        '  tools:',
        `    evaluate_script: { mode: allow-list, resources: ${sites} }`,
        '',
      ].join('\n'),
  });
  terminal = await rig.client();
  one = await mcp({ name: 'One' });
});

afterAll(async () => {
  for (const client of clients) await client[Symbol.asyncDispose]();
  await rig[Symbol.asyncDispose]();
  await site.close();
});

/** Titles of the tab groups that the person sees. */
const groupTitles = () =>
  workerOf(rig.browser()).evaluate(async () => (await chrome.tabGroups.query({})).map(({ title }) => title));
const done = (what: string): number =>
  site.requests.filter(({ path, body }) => path === '/done' && body === what).length;
const receipts = async (): Promise<readonly Receipt[]> =>
  given(await terminal.authority.call('receipt.list', { run_id: null, limit: 100 })).receipts;
const pageIn = (text: string): string => /\bt[1-9][0-9]*\b/.exec(text)?.[0] ?? '';

test('a client of either generation lists the tools and gets results in the form that they publish', async () => {
  for (const mode of ['legacy', 'auto'] as const) {
    const client = mode === 'legacy' ? one : await mcp({ name: 'Modern', mode });
    expect(client.client.getProtocolEra()).toBe(mode === 'legacy' ? 'legacy' : 'modern');
    expect((await client.listTools()).map(({ name }) => name)).toContain('snapshot');
    expect(await client.use('navigate', { url: `${site.origin}/work` })).toContain('status: 200');
    const outline = await client.use('snapshot');
    const ref = /button "Save" \[(e[0-9]+)\]/.exec(outline)?.[1] ?? '';
    const before = done('Save');
    const clicked = await client.call('click', { selector: `ref=${ref}` });
    expect(clicked.structuredContent).toMatchObject({ delivered: true, title: 'Work' });
    await until('the click to be felt', 10_000, () => done('Save') === before + 1);
    const picture = await client.call('screenshot', { max_width: 200 });
    expect(picture.content[0]).toMatchObject({ type: 'image', mimeType: 'image/png' });
    await client.use('navigate', { url: `${site.origin}/table` });
    const table = await client.call('extract_table');
    expect(table.structuredContent).toMatchObject({ headers: ['Item', 'Price'], row_count: 40 });
    expect(textOf(table)).toContain('| Item 3 | 30 |');
  }
  expect(one.stderr).toBe('');
});

test('whatever is wrong with a call, the answer says what to do, and the server lives on', async () => {
  expect(await one.fail('click', { selectr: 'text=Save' })).toContain('did you mean "selector"?');
  expect(await one.fail('click', { selector: 7 })).toContain('"selector"');
  expect(await one.fail('clik')).toContain('Did you mean "click"?');
  expect(await one.fail('login')).toContain('--tools pattern');
  const long = 'x'.repeat(5_000_000);
  expect(await one.fail('fill', { selector: 'label=Name', value: long })).toContain('bad-arguments');
  expect(await one.fail('click', { [long]: 1 })).toContain('unknown argument');
  expect(await one.fail('click', { selector: 'ref=e9999' })).toMatch(/^stale-ref: .+\n.+snapshot/);
  expect(await one.fail('click', { page: 't9999', selector: 'text=Save' })).toMatch(
    /^no-page: .+\n.+list_pages/,
  );
  expect(await one.fail('navigate', { url: 'https://elsewhere.example/' })).toMatch(/^denied: /);
  expect(await one.use('list_pages')).toContain(site.origin);
});

test('a long result is answered by its head, and the whole can be read', async () => {
  const script = 'return Array.from({ length: 30000 }, (_, index) => "item " + index)';
  const answer = await one.call('evaluate_script', { script });
  const link = answer.content.find((block) => block.type === 'resource_link');
  const { truncated, value } = z
    .object({ truncated: z.unknown(), value: z.unknown() })
    .parse(answer.structuredContent);
  expect(truncated).toEqual({ resource: link?.uri, bytes: expect.any(Number) });
  expect(value).toContain('item 0');
  expect(JSON.stringify(answer).length).toBeLessThan(250_000);
  const { contents } = await one.client.readResource({ uri: link?.uri ?? '' });
  const whole = contents[0] !== undefined && 'text' in contents[0] ? contents[0].text : '';
  expect(JSON.parse(whole)).toMatchObject({ value: expect.arrayContaining(['item 29999']) });
  // It is this session's own.
  const other = await mcp({ name: 'Other' });
  await expect(other.client.readResource({ uri: link?.uri ?? '' })).rejects.toThrow();
});

test('reports of runs are resources', async () => {
  const { template } = { template: 'vendor-portal-report' };
  const refused = await rig.home.run(rig.runArguments('2026-06', ['--profile', 'main', '--json']));
  expect(refused.code).toBe(3);
  const { resources } = await one.client.listResources();
  const report = resources.find(({ uri }) => uri.startsWith('localagent://run/'));
  expect(report).toMatchObject({ mimeType: 'text/markdown' });
  const { contents } = await one.client.readResource({ uri: report?.uri ?? '' });
  expect(JSON.stringify(contents)).toContain(template);
  const { resourceTemplates } = await one.client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain('localagent://run/{id}/report');
  await expect(one.client.readResource({ uri: 'localagent://run/nothing/report' })).rejects.toThrow();
});

test('a cancelled call is stopped in the browser too, and is recorded as that', async () => {
  await one.use('navigate', { url: `${site.origin}/work` });
  const cancel = new AbortController();
  const waiting = one.call('wait', { text: 'never', timeout_ms: 100_000 }, { signal: cancel.signal });
  // The call is known to the browser once the ledger's reader of the moment is asked; until then there is nothing to cancel.
  const asked = one.use('get_text');
  await asked;
  cancel.abort('not needed any more');
  await expect(waiting).rejects.toThrow();
  await until('the call to end as cancelled', 20_000, async () =>
    (await receipts()).some(({ tool, fault }) => tool === 'wait' && fault?.code === 'cancelled'),
  );
  expect(await one.use('get_text')).toContain('nothing yet');
});

test('an approval is put to the person by the client that can, and only a form that says so approves', async () => {
  const asked: string[] = [];
  for (const mode of ['legacy', 'auto'] as const) {
    const answers: ('approve' | 'deny' | 'close')[] = ['close', 'deny', 'approve'];
    const client = await mcp({
      name: `Asks ${mode}`,
      mode,
      answer: (message) => {
        asked.push(message);
        const decision = answers.shift();
        return decision === 'close'
          ? { action: 'cancel' }
          : { action: 'accept', content: { decision: decision ?? 'deny' } };
      },
    });
    await client.use('navigate', { url: `${site.origin}/work` });
    const before = done('Delete everything');
    const act = { selector: 'text=Delete everything' };
    expect(await client.fail('click', act)).toContain('The person said no.');
    expect(await client.fail('click', act)).toContain('The person said no.');
    expect(done('Delete everything')).toBe(before);
    await client.use('click', act);
    await until('the approved click to be felt', 10_000, () => done('Delete everything') === before + 1);
  }
  expect(asked).toHaveLength(6);
  expect(asked[0]).toContain(`Click button "Delete everything" on ${site.origin}?`);
  expect(asked[0]).toMatch(/^delete: .+needs your approval/m);
  const approved = (await receipts()).filter(({ approval }) => approval?.answer === 'approved');
  expect(approved.map(({ approval }) => approval?.by)).toEqual([
    expect.stringMatching(/^mcp-asks-/),
    expect.stringMatching(/^mcp-asks-/),
  ]);
});

test('a client that cannot ask waits, says for what, and goes on when somebody has answered elsewhere', async () => {
  const messages: string[] = [];
  await one.use('navigate', { url: `${site.origin}/work` });
  const before = done('Delete everything');
  const clicking = one.use(
    'click',
    { selector: 'text=Delete everything' },
    { onprogress: ({ message }) => messages.push(message ?? '') },
  );
  const waits = () => messages.find((message) => message.includes("Waiting for the person's approval"));
  await until('the question', 20_000, () => waits() !== undefined);
  expect(waits()).toContain('Click button "Delete everything"');
  expect(done('Delete everything')).toBe(before);
  const { approvals } = given(await terminal.authority.call('status.get', {}));
  const approval_id = approvals[0]?.approval_id ?? '';
  given(await terminal.authority.call('approval.answer', { approval_id, answer: 'approved' }));
  await clicking;
  expect(messages.at(-1)).toBe('Acting');
  await until('the approved click to be felt', 10_000, () => done('Delete everything') === before + 1);
});

test('two clients work beside each other: a page is acted in by one, read by both, and free when its holder ends', async () => {
  const two = await mcp({ name: 'Two' });
  const mine = pageIn((await one.use('navigate', { url: `${site.origin}/work` })).split('\n').at(-1) ?? '');
  const theirs = pageIn((await two.use('navigate', { url: `${site.origin}/work` })).split('\n').at(-1) ?? '');
  expect(theirs).not.toBe(mine);
  const refusal = await two.fail('click', { page: mine, selector: 'text=Save' });
  expect(refusal).toMatch(/^denied: The page t[0-9]+ is in use by mcp-one-[0-9a-f]+, until /);
  expect(refusal).toContain('new_page');
  expect(await two.fail('select_page', { page: mine })).toContain('in use by mcp-one');
  expect(await two.use('get_text', { page: mine })).toContain('nothing yet');
  expect((await terminal.call('click', { page: mine, selector: 'text=Save' })).receipt.fault?.code).toBe(
    'denied',
  );
  // A client that dies in the middle of a call gives back what it had.
  const dying = two.call('wait', { text: 'never', timeout_ms: 100_000 }).catch(() => 'gone');
  two.kill();
  expect(await dying).toBe('gone');
  await until('the page to be free', 20_000, async () => {
    const { receipt } = await terminal.call('click', { page: theirs, selector: 'text=Save' });
    return receipt.fault === null;
  });
  expect(await one.use('get_text')).toContain('nothing yet');
});

test("the person's own tab is worked in only once it was selected, and is theirs again afterwards", async () => {
  const tab = await rig.browser().context.newPage();
  await tab.goto(`${site.origin}/work?person`);
  const client = await mcp({ name: 'Borrower' });
  await until('the tab to be listed', 10_000, async () =>
    (await client.use('list_pages')).includes('?person'),
  );
  const line = (await client.use('list_pages')).split('\n').find((text) => text.includes('?person')) ?? '';
  const own = pageIn(line);
  expect(line).toContain("the person's own");
  const refusal = await client.fail('click', { page: own, selector: 'text=Save' });
  expect(refusal).toContain(`select_page with "${own}"`);
  await client.use('select_page', { page: own });
  await client.use('click', { selector: 'text=Save' });
  expect(await groupTitles()).toContain('LocalAgent: borrower');
  expect(await tab.locator('#log').textContent()).toBe('Save');
  expect(await one.fail('click', { page: own, selector: 'text=Save' })).toContain('in use by mcp-borrower');
  await client[Symbol.asyncDispose]();
  await until(
    'the tab to be free',
    10_000,
    async () => (await one.call('select_page', { page: own })).isError !== true,
  );
  await until(
    'the tab to leave the group',
    10_000,
    async () => !(await groupTitles()).includes('LocalAgent: borrower'),
  );
  await tab.close();
});
