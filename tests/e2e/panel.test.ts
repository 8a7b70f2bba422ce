import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { LaunchedBrowser } from '../../native-host/browser/launch-browser.ts';
import { LedgerVerifyDocument } from '../../native-host/cli/ledger/documents.ts';
import { RunReport } from '../../native-host/runs/report.ts';
import { hostName } from '../../shared/extension-id.ts';
import type { RunView } from '../../shared/run.ts';
import { root } from '../house/source-tree.ts';
import { Display } from './display.ts';
import {
  installForPerson,
  launchForPerson,
  openPanelOf,
  personFolder,
  personProfile,
} from './person-browser.ts';
import { type Client, given, policyText, type Rig, startRig, until } from './rig.ts';
import type { SidePanel } from './side-panel.ts';

// Goal: a person at their own browser opens the side panel, fills in a task, is asked, answers, watches, stops, and gets
// result and file; with the mouse and with the keyboard alone, in light and in dark. Hands and eyes are those of an X
// display; what became of it is asked of the portal's log and of the authority. Pictures stay in test-artifacts/panel.

const pictures = join(root, 'test-artifacts', 'panel');
const profile = personProfile;
const runMs = 60_000;

let rig: Rig;
let display: Display;
let client: Client;
let browser: LaunchedBrowser;
let panel: SidePanel;

beforeAll(async () => {
  mkdirSync(pictures, { recursive: true });
  display = await Display.open();
  const policy = ({ portal, folder }: { portal: string; folder: string }) =>
    policyText({ sites: [portal], folders: [folder], downloads: { allowed: [portal] }, approve: true });
  rig = await startRig({ profiles: [], policy });
  client = await rig.client();
  installForPerson(rig);
  browser = await launch();
  panel = await openPanel();
});

afterAll(async () => {
  await rig?.[Symbol.asyncDispose]();
  await display?.[Symbol.asyncDispose]();
});

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await picture(`failed-${task.name.slice(0, 40).replace(/\W+/g, '-')}`);
});

function launch(switches: readonly string[] = []): Promise<LaunchedBrowser> {
  return launchForPerson(rig, display, switches);
}

function openPanel(): Promise<SidePanel> {
  return openPanelOf(browser, display);
}

function picture(name: string): Promise<void> {
  return display.picture(join(pictures, `${name}.png`));
}

async function latestRun(): Promise<RunView> {
  const { runs } = given(await client.authority.call('run.list', { limit: 1 }));
  const [run] = runs;
  if (run === undefined) throw new Error('no run was started');
  return run;
}

/** Writes over what a text field holds. */
async function write(field: string, text: string): Promise<void> {
  await panel.click(field);
  await display.press('ctrl+a');
  await display.type(text);
}

/** A month field is written part by part, whichever part a click chose: the month by its name, then the year. */
async function typeMonth(month: string, year: string): Promise<void> {
  await display.press('Left');
  await display.type(month);
  await display.press('Right');
  await display.type(year);
}

const posted = (path: string): number =>
  rig.portal.requests.filter((request) => request.method === 'POST' && request.path === path).length;

function reportOf(run: RunView): RunReport {
  if (run.report === null) throw new Error('the run has no report');
  return RunReport.parse(JSON.parse(readFileSync(join(dirname(run.report), 'report.json'), 'utf8')));
}

async function rulesAreKept(): Promise<void> {
  const verified = await rig.home.run(['ledger', 'verify', '--json']);
  expect(LedgerVerifyDocument.parse(JSON.parse(verified.stdout))).toMatchObject({ verified: true });
}

test('a task is chosen and filled in, approved with the mouse, watched, and brings its files', async () => {
  await panel.shows('button.card', 'Vendor portal report');
  expect(await panel.facts()).toMatchObject({ dark: false, overflows: false });
  await picture('light-1-home');
  await panel.click('button.card', 'Vendor portal report');
  await panel.click('button[type=submit]');
  await panel.shows('.error', '3 fields to mend');
  await picture('light-2-mistakes');

  await write('#field-portal_url', rig.portal.origin);
  await write('#field-username', rig.username);
  await panel.click('#field-period');
  await typeMonth('jun', '2026');
  await panel.click('summary', 'Where to put it');
  await write('#field-folder', rig.folder);
  await panel.pointAt('#field-password');
  await picture('light-3-form');
  await panel.click('button[type=submit]');

  await panel.shows('.approve.armed');
  expect(rig.portal.requests).toEqual([]);
  expect(await panel.isFocused('.approval button', 'Deny')).toBe(true);
  await picture('light-4-decision');
  await panel.click('.approve', 'Approve');
  await panel.shows('.step.is-running', 'Sign in');
  await picture('light-5-working');
  await panel.shows('.step.is-running', 'Have the report prepared', runMs);
  await panel.hasInSight('.step.is-running');
  await picture('light-6-further');

  await panel.shows('.run-status', 'Finished', runMs);
  await panel.hasInSight('.file-name');
  await picture('light-7-finished');
  const run = await latestRun();
  expect(run.status).toBe('succeeded');
  expect(run.files.map(({ name }) => name)).toEqual([
    'Vendor Account statement 2026-06.csv',
    'Vendor Account statement 2026-06.pdf',
  ]);
  for (const { name, path, bytes } of run.files) {
    await panel.shows('.file-name', name);
    expect(readFileSync(path).byteLength).toBe(bytes);
  }
  expect(reportOf(run).approvals).toMatchObject([{ answer: 'approved' }]);
  expect(posted('/login')).toBe(1);
  await rulesAreKept();
});

test('every other page of the panel fits its width and tells about the run', async () => {
  await panel.click('button', 'Read the report');
  await panel.shows('.markdown', 'Vendor Account statement 2026-06.csv');
  await picture('light-8-report');
  for (const [page, told] of [
    ['Ledger', 'Download'],
    ['Rules', 'Lately: '],
    ['Status', profile],
  ] as const) {
    await panel.click('nav button', page);
    await panel.shows('main', told);
    expect(await panel.facts()).toMatchObject({ overflows: false });
    await picture(`light-9-${page.toLowerCase()}`);
  }
  await panel.click('nav button', 'Rules');
  await panel.click('.use summary', 'allowed');
  await panel.shows('.use[open] .receipt', 'Done');
  expect(await panel.facts()).toMatchObject({ overflows: false });
  await picture('light-9-rules-lately');
});

test('a denied run is refused without one request', async () => {
  await startAgain('may');
  const before = rig.portal.requests.length;
  await panel.click('.approval button', 'Deny');
  await panel.shows('.run-status', 'Refused');
  await picture('light-10-denied');
  const run = await latestRun();
  expect(run).toMatchObject({ status: 'refused', parameters: { period: '2026-05' } });
  expect(run.steps.every(({ status }) => status === 'pending')).toBe(true);
  expect(reportOf(run).approvals).toMatchObject([{ answer: 'denied' }]);
  expect(rig.portal.requests.length).toBe(before);
});

test('a single act is shown with its values, how far a yes can reach, and the words of the session', async () => {
  const { phrase } = given(await client.authority.call('status.get', {}));
  await client.call('navigate', { url: rig.portal.origin }, { profile });
  const act = { selector: '#username', value: 'somebody else' };
  const filled = client.call('fill', act, { profile });
  await panel.shows('.detail', 'somebody else');
  await panel.shows('.reach', 'never asked about again');
  await panel.shows('.phrase', phrase);
  await panel.shows('.approve.armed');
  expect(await panel.facts()).toMatchObject({ overflows: false });
  await picture('light-10-single-act');
  await panel.click('.approval button', 'Deny');
  expect((await filled).receipt).toMatchObject({ approval: { answer: 'denied', by: `panel of ${profile}` } });
});

test('a run is stopped from whatever page the panel shows, and says so in its report', async () => {
  const signIns = posted('/login');
  await startAgain('apr');
  await panel.shows('.approve.armed');
  await panel.click('.approve', 'Approve');
  await panel.click('nav button', 'Ledger');
  await panel.pointAt('.strip .stop');
  await until('the portal to be signed in to', runMs, () => posted('/login') > signIns);
  await picture('light-11-elsewhere');
  await display.click();
  await panel.hides('.strip');
  await panel.click('nav button', 'Tasks');
  await panel.click('.row', 'Stopped');
  await panel.shows('.run-status', 'Stopped');
  await picture('light-12-stopped');
  const run = await latestRun();
  expect(run).toMatchObject({ status: 'cancelled', parameters: { period: '2026-04' }, files: [] });
  expect(reportOf(run).status).toBe('cancelled');
  expect(rig.portal.requests.filter(({ path }) => path.endsWith('/prepare'))).toHaveLength(1);
});

/** Starts the task for another month, everything else as the last time. */
async function startAgain(month: string): Promise<void> {
  await panel.click('nav button', 'Tasks');
  await panel.click('button.card', 'Vendor portal report');
  await panel.click('#field-period');
  await typeMonth(month, '2026');
  await panel.click('button[type=submit]');
  await panel.shows('.approval');
}

test('without the program on this computer the panel shows the one step that is missing, and goes on after it', async () => {
  await browser.close();
  const manifest = join(personFolder(rig), 'NativeMessagingHosts', `${hostName}.json`);
  renameSync(manifest, `${manifest}.away`);
  browser = await launch(['--force-dark-mode']);
  panel = await openPanel();
  await panel.shows('h1', 'One step is missing');
  await panel.shows('.command', 'localagent install');
  expect(await panel.facts()).toMatchObject({ dark: true, overflows: false });
  await picture('dark-1-install');
  renameSync(`${manifest}.away`, manifest);
  await panel.click('button', 'Try again');
  await panel.shows('.row', 'Stopped');
  await picture('dark-2-home');
});

test('a run is started, approved and stopped by keyboard alone, and Enter approves nothing', async () => {
  await panel.tabTo('button.card', 'Vendor portal report');
  await display.press('Return');
  await panel.tabTo('#field-period');
  await typeMonth('mar', '2026');
  await panel.tabTo('button[type=submit]');
  await picture('dark-3-form');
  const before = rig.portal.requests.length;
  await display.press('Return');
  await panel.shows('.approve.armed');
  expect(await panel.isFocused('.approval button', 'Deny')).toBe(true);
  await display.press('Tab');
  await panel.shows('.approve.armed:focus');
  await picture('dark-4-decision');
  await display.press('Return', 'shift+Tab', 'Tab');
  await panel.shows('.approve.armed:focus', 'Approve');
  expect(rig.portal.requests.length).toBe(before);
  expect(given(await client.authority.call('status.get', {})).approvals).toHaveLength(1);
  await display.press('space');
  await panel.shows('.step.is-running', 'Sign in');
  await picture('dark-5-working');
  await panel.tabTo('button.turn', 'Take over');
  await display.press('Return');
  await panel.shows('.run-status', 'Paused');
  await picture('dark-5-paused');
  await panel.tabTo('button.turn', 'Hand back');
  await display.press('Return');
  await panel.shows('.run-status', 'Working');
  await display.press('alt+shift+s');
  await panel.shows('.run-status', 'Stopped');
  expect(await latestRun()).toMatchObject({ status: 'cancelled', parameters: { period: '2026-03' } });

  await panel.tabTo('button.back');
  await display.press('Return');
  await panel.tabTo('.row', 'Finished');
  await display.press('Return');
  await panel.shows('.run-status', 'Finished');
  await picture('dark-6-finished');
});

test('a question in a panel that is closed counts as denied, and nothing is done', async () => {
  await client.call('navigate', { url: rig.portal.origin }, { profile });
  // Signed in or not, as the run before left it: every page has a heading.
  const clicked = client.call('click', { selector: 'h1' }, { profile });
  await panel.shows('.approval', 'Click');
  await display.press('alt+shift+l');
  expect((await clicked).receipt).toMatchObject({
    fault: { code: 'denied' },
    approval: { answer: 'denied', by: 'the panel, which was closed' },
  });
});
