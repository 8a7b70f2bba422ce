import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { RunDocument } from '../../native-host/cli/run/run-document.ts';
import { TemplateRecordDocument } from '../../native-host/cli/template/record.ts';
import { changes } from '../bench/repair/redesign.ts';
import { RedesignedPortal } from '../bench/repair/redesigned-portal.ts';
import { redesigns } from '../bench/repair/redesigns.ts';
import { root } from '../house/source-tree.ts';
import { type ScriptedModel, serveModel } from './objective-model.ts';
import { policyText, type Rig, startRig } from './rig.ts';
import { serveSite } from './small-site.ts';

// Goal: a template is recorded on a site, the site is redesigned with plausible wrong controls in it, and the template does
// the same job by itself, tells what it used instead, and touches nothing wrong.

let rig: Rig;
let model: ScriptedModel;
let portal: RedesignedPortal;
let file: string;

beforeAll(async () => {
  model = await serveModel(openAndReturn);
  const server = `{ name: scripted, url: "${model.url}", context_tokens: 8192 }`;
  rig = await startRig({ profiles: [], config: `models: { servers: [${server}] }\n` });
  portal = await RedesignedPortal.start(rig.portal.origin);
  const site = `origin:${portal.origin}`;
  await rig.setPolicy(({ folder }) =>
    policyText({ sites: [site], folders: [folder], downloads: { allowed: [site] } }),
  );
  const input = { input: rig.password };
  await rig.home.run(['secrets', 'set', 'redesigned', '--site', site], input);
  await rig.launch('main');
  mkdirSync(rig.paths.templates, { recursive: true, mode: 0o700 });
  file = join(rig.paths.templates, 'own-report.yaml');
  const shipped = readFileSync(join(root, 'templates', 'vendor-portal-report.yaml'), 'utf8');
  const own = shipped.replace('id: vendor-portal-report', 'id: own-report');
  writeFileSync(file, own.slice(0, own.indexOf('\nfingerprints:') + 1));
});

afterAll(async () => {
  await portal[Symbol.asyncDispose]();
  await rig[Symbol.asyncDispose]();
  await model.close();
});

// First it opens what may hide the control, then it says that this was enough.
function openAndReturn({ news }: { readonly news: string }): unknown {
  const [, menu = ''] = /button "Menu"[^[]*(?:\[[a-z ]+\] )*\[(e\d+)\]/.exec(news) ?? [];
  const open = news.includes('NOT MENDED') ? '' : `await api.post('/click', { selector: 'ref=${menu}' });\n`;
  return { why: 'It is in the menu.', code: `${open}return { selectors: {} };` };
}

function parameters(period: string): readonly string[] {
  const given = { portal_url: portal.origin, username: rig.username, password: 'secret:redesigned', period };
  return Object.entries({ ...given, folder: rig.folder }).flatMap(([name, value]) => [
    '--param',
    `${name}=${value}`,
  ]);
}

test('a run that is recorded writes what every selector means into the template, and no value of a parameter', async () => {
  const before = readFileSync(file, 'utf8');
  const done = await rig.home.run(['template', 'record', file, ...parameters('2026-05'), '--json']);
  expect(done.code, done.stderr).toBe(0);
  const { places } = TemplateRecordDocument.parse(JSON.parse(done.stdout));
  expect(places).toEqual(
    expect.arrayContaining(['open_reports.selector', 'prepare.button', 'sign_in.success']),
  );
  const after = readFileSync(file, 'utf8');
  expect(after.startsWith(before.trimEnd())).toBe(true);
  const { fingerprints } = parse(after);
  expect(Object.keys(fingerprints)).toEqual(places);
  expect(fingerprints['download_csv.selector'].leads_to).toBe('/reports/ST-{{parameters.period}}/csv');
  expect(JSON.stringify(fingerprints)).not.toContain('2026-05');
});

test('on the redesigned site the same job is done with the right controls, and what was used is told', async () => {
  const worn = [
    'search button, and',
    'menu at the bottom',
    'deleting beside',
    'link to the CSV',
    'signing out',
  ];
  const designs = worn.flatMap((name) => redesigns.find((design) => design.name.startsWith(name)) ?? []);
  expect(designs).toHaveLength(worn.length);
  portal.wear({ name: 'all', kind: 'renamed', change: changes(...designs.map(({ change }) => change)) });
  const run = ['run', '--template', 'own-report', ...parameters('2026-06'), '--json'];
  const done = await rig.home.run(run);
  expect(done.code, done.stderr).toBe(0);
  expect(portal.decoysTaken).toEqual([]);
  const { output, files, repairs, report } = RunDocument.parse(JSON.parse(done.stdout));
  expect(output).toMatchObject({ reports_listed: 23 });
  expect(files).toHaveLength(2);
  const told = Object.fromEntries((repairs ?? []).map(({ step_id: step, now }) => [step, now]));
  expect(told).toMatchObject({
    open_reports: expect.stringContaining('Reports'),
    search_all: 'role=button[name="Find"]',
    prepare: expect.stringMatching(/Create report|Export as CSV/),
    download_csv: 'role=link[name="Export as CSV"]',
    sign_out: 'role=button[name="Log off"]',
  });
  const text = readFileSync(report ?? '', 'utf8');
  expect(text).toContain('## Proposed changes of the template');
  expect(text).toContain('Export as CSV');
});

test('a model finds what a menu hides; the step itself acts, and the proposal becomes a new version that runs by itself', async () => {
  const menu =
    '<button type="button" popovertarget="m" aria-haspopup="true">Menu</button><div id="m" popover><a href="/orders">Orders</a></div>';
  const site = await serveSite({
    '/': `<title>Shop</title>${menu}`,
    '/orders': '<title>Orders</title><h1>All</h1>',
  });
  try {
    const places = [`origin:${site.origin}`];
    await rig.setPolicy(() => policyText({ sites: places, folders: [], downloads: 'denied' }));
    const written = join(rig.paths.templates, 'hidden-orders.yaml');
    writeFileSync(written, hiddenOrders(site.origin));
    const done = await rig.home.run(['template', 'run', 'hidden-orders', '--json']);
    expect(done.code, done.stdout).toBe(0);
    const { run_id: run, output, repairs } = RunDocument.parse(JSON.parse(done.stdout));
    expect(output).toMatchObject({ page: `${site.origin}/orders` });
    expect(repairs).toMatchObject([
      {
        how: 'model',
        step_id: 'orders',
        before: [{ tool: 'click', args: { selector: 'role=button[name="Menu"]' } }],
      },
    ]);
    const proposals = ['template', 'proposals'];
    expect((await rig.home.run([...proposals, 'list'])).stdout).toContain(`${run}/orders`);
    const applied = await rig.home.run([...proposals, 'apply', `${run}/orders`, written]);
    expect(applied.stdout, applied.stderr).toContain('hidden-orders 1.0.1, a draft');
    const asked = model.prompts.length;
    const again = await rig.home.run(['template', 'run', 'hidden-orders', '--json']);
    expect(again.code, again.stdout).toBe(0);
    expect(RunDocument.parse(JSON.parse(again.stdout)).repairs ?? []).toEqual([]);
    expect(model.prompts).toHaveLength(asked);
  } finally {
    await site.close();
  }
});

function hiddenOrders(origin: string): string {
  return `id: hidden-orders
version: 1.0.0
title: Orders of a menu
description: Opens the orders.
sites: ["${origin}"]
steps:
  - { id: open, title: Open the shop, tool: navigate, args: { url: "${origin}/" }, buckets: [read] }
  - id: orders
    title: Open the orders
    tool: click
    args: { selector: 'role=link[name="Orders"]' }
    buckets: [write]
    timeout_ms: 4000
    on_failure: repair
output: { page: "{{steps.orders.url}}" }
fingerprints:
  orders.selector: { role: link, name: Orders, tag: a, leads_to: /orders }
`;
}

test('the first template of docs/templates.md is valid, and does what it says on a site as it describes', async () => {
  const guide = readFileSync(join(root, 'docs', 'templates.md'), 'utf8');
  const [, text = ''] = /```yaml\n(id: read-orders[\s\S]*?)```/.exec(guide) ?? [];
  const written = join(rig.paths.templates, 'read-orders.yaml');
  writeFileSync(written, text);
  const table = '<table><tr><th>Order</th></tr><tr><td>4711</td></tr></table>';
  const form = '<form><label>Month <input name="month"></label><button>Show</button></form>';
  const site = await serveSite({ '/orders': `<title>Orders</title>${form}${table}` });
  try {
    const places = [`origin:${site.origin}`];
    await rig.setPolicy(() => policyText({ sites: places, folders: [], downloads: 'denied' }));
    expect((await rig.home.run(['template', 'validate', written])).code).toBe(0);
    const explained = await rig.home.run(['template', 'explain', written]);
    expect(explained.stdout).toContain('Click button "Show"');
    const shop = `shop=${site.origin}/orders`;
    const done = await rig.home.run(['template', 'run', 'read-orders', '--param', shop, '--json']);
    expect(done.code, done.stderr).toBe(0);
    expect(RunDocument.parse(JSON.parse(done.stdout)).output).toMatchObject({
      month: expect.stringMatching(/^\d{4}-\d{2}$/),
      rows: [{ Order: '4711' }],
    });
  } finally {
    await site.close();
  }
});
