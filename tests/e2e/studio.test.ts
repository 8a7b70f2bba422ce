import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { extensionId } from '../../shared/extension-id.ts';
import { root } from '../house/source-tree.ts';
import { serveOrders } from './orders-site.ts';
import { type Client, given, policyText, type Rig, startRig, until } from './rig.ts';
import type { SmallSite } from './small-site.ts';

// Goal: a person teaches LocalAgent a task on a site that nothing here knows, by working in a tab; reads and changes what came of it,
// sees what the rules say, saves it, and it runs. The tests follow on each other.

const pictures = join(root, 'test-artifacts', 'studio');
const waitMs = 20_000;
const password = 'never-to-be-written-down';

let site: SmallSite;
let rig: Rig;
let client: Client;
let studio: Page;

beforeAll(async () => {
  mkdirSync(pictures, { recursive: true });
  site = await serveOrders();
  const policy = () =>
    policyText({
      sites: [`origin:${site.origin}`],
      folders: [],
      downloads: { allowed: [`origin:${site.origin}`] },
    });
  rig = await startRig({ policy });
  client = await rig.client();
  const stored = await rig.home.run(['secrets', 'set', 'shop', '--site', `origin:${site.origin}`], {
    input: password,
  });
  expect(stored.code).toBe(0);
  studio = await rig.browser().context.newPage();
  studio.setDefaultTimeout(waitMs);
  await studio.setViewportSize({ width: 1360, height: 880 });
  await studio.goto(`chrome-extension://${extensionId}/studio.html`);
});

afterAll(async () => {
  await rig?.[Symbol.asyncDispose]();
  await site?.close();
});

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await picture('failed');
});

async function picture(name: string): Promise<void> {
  await studio.screenshot({ path: join(pictures, `${name}.png`) });
}

const Node = z.looseObject({ nodeId: z.int(), nodeName: z.string(), nodeValue: z.string() });
type Node = z.infer<typeof Node>;

/** Everything below a node of the debugger's tree, closed trees too. */
function below(node: unknown): readonly Node[] {
  const children = z
    .looseObject({
      children: z.array(z.unknown()).default([]),
      shadowRoots: z.array(z.unknown()).default([]),
    })
    .parse(node);
  return [Node.parse(node), ...[...children.shadowRoots, ...children.children].flatMap(below)];
}

/** Presses a button of the bar that the recorder puts into a page: its tree is closed to all but the debugger. */
async function pressBar(page: Page, word: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  let point: { readonly x: number; readonly y: number } | null = null;
  await until(`the bar to have "${word}"`, waitMs, async () => {
    const { root: tree } = await session.send('DOM.getDocument', { depth: -1, pierce: true });
    const text = below(tree).find(({ nodeName, nodeValue }) => nodeName === '#text' && nodeValue === word);
    if (text === undefined) return false;
    const { model } = await session
      .send('DOM.getBoxModel', { nodeId: text.nodeId })
      .catch(() => ({ model: null }));
    const [left, top, right, , , bottom] = model?.content ?? [];
    if (left === undefined || top === undefined || right === undefined || bottom === undefined) return false;
    point = { x: (left + right) / 2, y: (top + bottom) / 2 };
    return true;
  });
  const at = z.strictObject({ x: z.number(), y: z.number() }).parse(point);
  await session.detach();
  await page.mouse.click(at.x, at.y);
}

const ownFile = (name: string): string => join(rig.paths.templates, name);

test('what a person does in a tab becomes steps, and a password is never written down', async () => {
  await studio.getByRole('button', { name: 'Record it' }).click();
  await studio.getByLabel('Where to begin').fill(site.origin);
  await studio.getByLabel('What to call it').fill('Orders of a month');
  const opened = rig.browser().context.waitForEvent('page');
  await studio.getByRole('button', { name: 'Start recording' }).click();
  const tab = await opened;
  await tab.locator('[data-localagent-recorder]').waitFor({ state: 'attached' });
  await tab.getByLabel('E-mail').fill('');
  await tab.getByLabel('E-mail').pressSequentially('anna@example.com');
  await tab.getByLabel('Password').pressSequentially(password);
  await tab.keyboard.press('Enter');
  await tab.getByLabel('Month').waitFor();
  await tab.locator('[data-localagent-recorder]').waitFor({ state: 'attached' });
  await tab.getByLabel('Month').focus();
  await tab.keyboard.press('ArrowDown');
  await tab.getByRole('button', { name: 'Show orders' }).click();
  await tab.getByRole('table').waitFor();
  await pressBar(tab, 'Read a table');
  await tab.screenshot({ path: join(pictures, 'recording-tab.png') });
  await tab.getByRole('cell', { name: '4711' }).click();
  await tab.getByRole('link', { name: 'Download as CSV' }).click();
  await studio.getByText('A file came').waitFor();
  const popup = rig.browser().context.waitForEvent('page');
  await tab.getByRole('link', { name: 'Terms' }).click();
  const terms = await popup;
  await pressBar(terms, 'Read text');
  await terms.getByText('Goods can be sent back').click();
  await studio.getByText('Reads', { exact: false }).last().waitFor();
  await studio.getByText('In the page that was opened').waitFor();
  await picture('recording');
  await pressBar(terms, 'Finish');
  await studio.getByText('Finished.').waitFor();
  await studio.getByRole('button', { name: 'Make a template of it' }).click();
  await studio
    .getByText('It can be run', { exact: false })
    .or(studio.getByText('Recorded. Read through'))
    .first()
    .waitFor();
  await picture('editor');
  await studio.getByRole('button', { name: 'Save', exact: true }).click();
  await studio.getByText('Saved as orders-of-a-month.yaml').waitFor();
  const text = readFileSync(ownFile('orders-of-a-month.yaml'), 'utf8');
  expect(text).not.toContain(password);
  expect(text).toContain('type: secret');
  expect(text).toContain('label="Month"');
  expect(text).toContain('tool: extract_table');
  expect(text).toContain('tool: download');
  await terms.close();
  await tab.close();
});

test('the rules are seen before anything is done, and the saved template runs', async () => {
  await studio.getByRole('tab', { name: 'Dry run' }).click();
  await studio.locator('.rules').getByLabel('Password').selectOption('secret:shop');
  await studio.getByRole('button', { name: 'See what would happen' }).click();
  await studio.getByText('It would run without a question.').waitFor();
  await picture('dry-run');
  const before = site.requests.length;
  const { run_id } = given(
    await client.authority.call('run.start', {
      template: 'orders-of-a-month',
      parameters: { password: 'secret:shop' },
      options: { profile: 'main', out: null, name_pattern: null, unattended: false },
    }),
  );
  await until('the run to end', 60_000, async () => {
    const { runs } = given(await client.authority.call('run.list', { limit: 1 }));
    return runs[0]?.run_id === run_id && !['running', 'waiting_approval'].includes(runs[0].status);
  });
  const { runs } = given(await client.authority.call('run.list', { limit: 1 }));
  const { markdown } = given(await client.authority.call('run.report', { run_id }));
  expect(runs[0], markdown).toMatchObject({
    status: 'succeeded',
    output: {
      orders: [{ Number: '4711' }, { Number: '4712' }],
      file: 'orders.csv',
      text: 'Goods can be sent back for 30 days.',
    },
  });
  expect(site.requests.slice(before).find(({ method }) => method === 'POST')?.body).toContain(
    'mail=anna%40example.com',
  );
});

test('of a template with an extraction plan it is told what leaves this computer', async () => {
  await studio.getByRole('button', { name: /Vendor portal totals/ }).click();
  await studio.getByRole('tab', { name: 'What it does' }).click();
  const plan = studio.locator('.plan');
  await plan.getByText('the picture of step pictured, for gross', { exact: false }).waitFor();
  await plan.getByText('computed in the cloud: net + vat - gross').waitFor();
  await picture('extraction');
  await studio.getByRole('button', { name: /Orders of a month/ }).click();
});

test('steps are moved and changed in forms, and a reviewer is told what changed', async () => {
  await studio.getByRole('tab', { name: 'Steps' }).click();
  await studio.getByRole('button', { name: /Read the table Orders/ }).click();
  await picture('step');
  await studio.getByLabel('What it is for').fill('Read the orders');
  await studio.getByRole('button', { name: 'Move down' }).click();
  await studio.locator('.step-item').nth(7).getByText('Read the orders').waitFor();
  await studio.getByRole('button', { name: 'Move up' }).click();
  await studio.locator('.step-item').nth(7).getByText('Download as CSV').waitFor();
  await studio.getByRole('tab', { name: 'Changes' }).click();
  await studio.getByText('title: "Read the table Orders" → "Read the orders"').waitFor();
  await studio.keyboard.press('Control+s');
  await studio.getByText('Saved as orders-of-a-month.yaml').waitFor();
  await studio.getByRole('button', { name: 'Ask for review' }).click();
  await studio.getByText('The request for review is written').waitFor();
  const request = readFileSync(join(rig.paths.home, 'reviews', 'orders-of-a-month@1.0.0.md'), 'utf8');
  expect(request).toContain('localagent template sign');
  expect(request).toContain('Read the orders');
});

test('form and text are one thing: a wrong word is told by its line, and a newer file is never overwritten', async () => {
  await studio.getByRole('tab', { name: 'About' }).click();
  await studio.getByLabel('Title', { exact: true }).fill('Orders, month by month');
  await studio.getByRole('tab', { name: 'Text' }).click();
  const area = studio.getByLabel('Text of the template');
  await until('the title to stand in the text', waitMs, async () =>
    (await area.inputValue()).includes('title: Orders, month by month'),
  );
  const good = await area.inputValue();
  await area.fill(good.replace('tool: extract_table', 'tool: extract_tabel'));
  await studio
    .locator('.text-edit + .problems')
    .getByText(/Line \d+: steps\[6\]\.tool/)
    .waitFor();
  await picture('mistake');
  await area.fill(good);
  await studio.locator('.text-edit pre .bad').waitFor({ state: 'detached' });
  const path = ownFile('orders-of-a-month.yaml');
  writeFileSync(path, `${readFileSync(path, 'utf8')}# changed by somebody else\n`);
  await studio.getByRole('button', { name: 'Save', exact: true }).click();
  await studio.getByRole('alert').getByText('was changed since you opened it').waitFor();
  expect(readFileSync(path, 'utf8')).toContain('# changed by somebody else');
});
