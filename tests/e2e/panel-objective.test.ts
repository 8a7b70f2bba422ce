import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ObjectiveDocument } from '../../native-host/cli/run/objective-document.ts';
import type { RunView } from '../../shared/run.ts';
import { root } from '../house/source-tree.ts';
import { type EverySite, everySite } from '../offline-web/every-site.ts';
import { type OfflineWeb, serveWeb } from '../offline-web/serve-web.ts';
import { type ModelServer, serveModels } from '../scripted-models/serve-models.ts';
import { Display } from './display.ts';
import { fact, registration } from './panel-objectives.ts';
import { installForPerson, launchForPerson, openPanelOf } from './person-browser.ts';
import { type Client, given, type Rig, startRig } from './rig.ts';
import type { SidePanel } from './side-panel.ts';

// Goal: a person says in the panel what they want to know or have done, watches it being worked on in their own browser,
// decides what has to be decided, and reads a report whose sources lead to the words. The web is offline and the model
// scripted; both know nothing of the panel. Pictures stay in test-artifacts/panel-objective.

const pictures = join(root, 'test-artifacts', 'panel-objective');
const runMs = 90_000;

let rig: Rig;
let display: Display;
let web: OfflineWeb;
let models: ModelServer;
let sites: EverySite;
let client: Client;
let panel: SidePanel;

beforeAll(async () => {
  mkdirSync(pictures, { recursive: true });
  sites = everySite();
  display = await Display.open();
  web = await serveWeb(sites.served);
  models = await serveModels([fact, registration], ['able-1']);
  process.env['LMSTUDIO_BASE_URL'] = models.origin;
  rig = await startRig({ profiles: [], policy: () => 'version: 1\n' });
  rig.home.env['LMSTUDIO_BASE_URL'] = models.origin;
  client = await rig.client();
  installForPerson(rig);
  const browser = await launchForPerson(rig, display, web.switches);
  panel = await openPanelOf(browser, display);
});

afterAll(async () => {
  delete process.env['LMSTUDIO_BASE_URL'];
  await rig?.[Symbol.asyncDispose]();
  await models?.close();
  await web?.close();
  await display?.[Symbol.asyncDispose]();
});

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await picture(`failed-${task.name.slice(0, 40).replace(/\W+/g, '-')}`);
});

function picture(name: string): Promise<void> {
  return display.picture(join(pictures, `${name}.png`));
}

async function latestRun(): Promise<RunView> {
  const [run] = given(await client.authority.call('run.list', { limit: 1 })).runs;
  if (run === undefined) throw new Error('no run was started');
  return run;
}

test('a question is typed, worked on before the eyes of the person, and answered with sources', async () => {
  await panel.shows('.model-line', 'able-1');
  await picture('1-home');
  await panel.click('.ask textarea');
  await display.type(fact.objective);
  await display.press('Return');
  await panel.shows('h1.objective', fact.objective);
  await panel.shows('.checklist .item', 'in metres');
  await picture('2-working');
  await panel.shows('.run-status', 'Finished', runMs);
  await panel.shows('.answer', '5,895');
  expect(await panel.facts()).toMatchObject({ overflows: false });
  await picture('3-finished');
  expect(await latestRun()).toMatchObject({ status: 'succeeded', objective: { answer: expect.any(String) } });
  await panel.click('button', 'Read the report');
  await panel.shows('.markdown', '19,341');
  await panel.shows('.markdown a', '[1]');
  await picture('4-report');
});

test('what changes something is asked first, with the model having no say, and is done after a yes', async () => {
  await panel.click('nav button', 'Tasks');
  await panel.click('.ask textarea');
  await display.type(registration.objective);
  await display.press('Return');
  await panel.shows('.approve.armed', null, runMs);
  await picture('5-decision');
  expect(sites.workshops.registrations).toEqual([]);
  for (const act of ['"Name"', 'mail', 'orkshop', 'egister']) {
    await panel.shows('.acts', act, runMs);
    await panel.shows('.approve.armed');
    await panel.click('.approve', 'Approve');
    await panel.hides('.acts', act);
  }
  await panel.shows('.run-status', 'Finished', runMs);
  await panel.shows('.answer', 'FH-2041');
  await picture('6-done');
  expect(sites.workshops.registrations).toMatchObject([{ name: 'Ada Larsen', workshop: 'Bookbinding' }]);
});

test('the command line works in the same browser, and its document says what the page says', async () => {
  const ended = await rig.home.run(['run', fact.objective, '--read-only', '--json']);
  expect(ended.code).toBe(0);
  const document = ObjectiveDocument.parse(JSON.parse(ended.stdout));
  expect(document.answer).toContain('5,895');
  expect(document.findings[0]?.link).toContain('#:~:text=');
  const shown = await rig.home.run(['report', 'show', 'last']);
  expect(shown.stdout).toContain('19,341');
});
