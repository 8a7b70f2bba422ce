import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunView } from '../../shared/run.ts';
import { killProcess } from './kill-process.ts';
import { type Prompt, type ScriptedModel, serveModel } from './objective-model.ts';
import { type Client, given, type Rig, startRig, until } from './rig.ts';
import { type SmallSite, serveSite } from './small-site.ts';

// Goal: whatever is lost in the middle of a run, it ends with a report that says what was found and what is missing.

let site: SmallSite;
let quarry: SmallSite;
let model: ScriptedModel;
let rig: Rig;
let client: Client;
/** What happens once the first finding is recorded; null: the model answers nothing then. */
let unplug: () => Promise<'gone' | 'goes on'> = async () => 'goes on';

const endMs = 60_000;
const objective = 'How high is Mount Iduna in metres, and of what rock is it made?';
const found = 'Mount Iduna rises 4,127 metres above the sea.';

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><main>${body}</main></html>`;

beforeAll(async () => {
  quarry = await serveSite({ '/rock': page('Rocks', '<h1>Rocks</h1><p>Mount Iduna is made of basalt.</p>') });
  site = await serveSite({
    '/search': page(
      'Results',
      `<ul><li><h3><a href="{origin}/iduna">Mount Iduna</a></h3><p>A mountain.</p></li>
      <li><h3><a href="${quarry.origin}/rock">Rocks of Iduna</a></h3><p>Rocks.</p></li></ul>`,
    ),
    '/iduna': page('Mount Iduna', `<h1>Mount Iduna</h1><p>${found}</p>`),
  });
  model = await serveModel(answer);
  const sites = JSON.stringify([`origin:${site.origin}`, `origin:${quarry.origin}`]);
  rig = await startRig({
    policy: () =>
      `version: 1\nread: { mode: allow-list, resources: ${sites} }\nwrite: { mode: deny-all }\ndelete: { mode: deny-all }\nadmin: { mode: deny-all }\n`,
    config: [
      `models: { servers: [{ name: scripted, url: "${model.url}", context_tokens: 8192 }] }`,
      `search: { provider: url-template, template_url: "${site.origin}/search?q={query}" }`,
      '',
    ].join('\n'),
  });
  client = await rig.client();
});

afterAll(async () => {
  await rig[Symbol.asyncDispose]();
  await site.close();
  await quarry.close();
  await model.close();
});

async function answer({ news, whole }: Prompt): Promise<unknown> {
  const act = (action: string, more: object = {}) => ({ found: [], action, why: 'by script', ...more });
  const link = (words: string) => Number(new RegExp(`\\[(\\d+)\\] ${words}`).exec(whole)?.[1]);
  if (whole.startsWith('You write')) {
    return whole.includes('basalt') ? `${found} [1] It is made of basalt [2].` : `${found} [1]`;
  }
  if (whole.startsWith('You check')) return { covered: [], by: {} };
  if (news.includes('"checklist"')) {
    const checklist = ['height of Mount Iduna in metres', 'rock of Mount Iduna'];
    return act('SEARCH', { query: 'height and rock of Mount Iduna in metres', checklist });
  }
  if (news.includes('RESULTS for')) return act('NAVIGATE', { link: link('Mount Iduna') });
  if (news.includes('basalt')) {
    return act('FINISH', { found: [{ text: 'Mount Iduna is made of basalt.', items: [2] }] });
  }
  if (news.includes('RECORDED')) {
    return (await unplug()) === 'gone' ? null : act('NAVIGATE', { link: link('Rocks of Iduna') });
  }
  if (news.includes(found)) return act('DISCOVER', { found: [{ text: found, items: [1] }] });
  return act('FINISH', { missing: [2] });
}

async function start(): Promise<string> {
  const options = {
    profile: null,
    unattended: true,
    read_only: true,
    model: 'scripted/paper',
    search: null,
  };
  const asked = { objective, page: null, selection: null, follows: null, options };
  return given(await client.authority.call('objective.start', asked)).run_id;
}

async function ended(runId: string): Promise<{ view: RunView; report: string }> {
  const one = async (): Promise<RunView | undefined> => {
    const { runs } = given(await client.authority.call('run.list', { limit: 20 }));
    return runs.find((run) => run.run_id === runId && run.ended_at !== null);
  };
  await until('the run to end', endMs, async () => (await one()) !== undefined);
  const view = await one();
  if (view === undefined) throw new Error('the run is no longer there');
  return { view, report: readFileSync(join(rig.paths.runs, runId, 'research_report.md'), 'utf8') };
}

test('paused in the middle, nothing more is done until it is handed back; then the run goes on to its end', async () => {
  const reached = Promise.withResolvers<string>();
  unplug = async () => {
    const runId = await reached.promise;
    given(await client.authority.call('run.pause', { run_id: runId }));
    return 'goes on';
  };
  const runId = await start();
  reached.resolve(runId);
  const status = async () =>
    given(await client.authority.call('run.list', { limit: 20 })).runs.find(({ run_id: id }) => id === runId)
      ?.status;
  await until('the run to be paused', endMs, async () => (await status()) === 'paused');
  const asked = model.prompts.length;
  const { resumed } = given(await client.authority.call('run.resume', { run_id: runId }));
  const { view, report } = await ended(runId);
  expect(resumed).toBe(true);
  expect(model.prompts.length).toBeGreaterThan(asked);
  expect(view).toMatchObject({ status: 'succeeded', fault: null });
  expect(report).toContain('basalt');
});

test('the host is killed: started again, it reports what was found and what is missing, as interrupted', async () => {
  unplug = async () => {
    await killProcess(['/dist/host/main.mjs', `LOCALAGENT_HOME=${rig.home.home}`]);
    return 'gone';
  };
  const runId = await start();
  await until(
    'the run to be cut off',
    endMs,
    async () => !(await client.authority.call('status.get', {})).ok,
  );
  client = await rig.client();
  await until('the browser to join again', endMs, async () => {
    return given(await client.authority.call('status.get', {})).profiles.length === 1;
  });
  const { view, report } = await ended(runId);
  expect(view).toMatchObject({ status: 'failed', fault: { detail: { cut_off: true } } });
  expect(report).toContain('**Interrupted.**');
  expect(report).toContain('4,127 metres');
  expect(report).toMatch(/## Not found in the pages read\n\n- rock of Mount Iduna/);
});

test('the network is gone: the page that cannot be opened is told, and what it would have answered is missing', async () => {
  unplug = async () => {
    await quarry.close();
    return 'goes on';
  };
  const { view, report } = await ended(await start());
  const failed = view.objective?.turns.find(({ state }) => state === 'failed');
  expect(failed).toMatchObject({ action: 'NAVIGATE', outcome: expect.stringMatching(/refused|could not/) });
  expect(view.status).toBe('succeeded');
  expect(report).toContain('**Finished, incomplete.**');
  expect(report).toContain('4,127 metres');
  expect(report).toMatch(/## Not found in the pages read\n\n- rock of Mount Iduna/);
});

test('the browser is killed: the run ends as lost, with what was found', async () => {
  unplug = async () => {
    await killProcess([`--user-data-dir=${join(rig.paths.profiles, 'main')}`]);
    return 'goes on';
  };
  const { view, report } = await ended(await start());
  expect(view).toMatchObject({ status: 'failed', fault: { code: 'browser-gone' } });
  expect(report).toContain('**Browser lost.**');
  expect(report).toContain('4,127 metres');
  expect(report).toMatch(/## Not found in the pages read\n\n- rock of Mount Iduna/);
});
