import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunView } from '../../shared/run.ts';
import { type Prompt, type ScriptedModel, serveModel } from './objective-model.ts';
import { objectivePages } from './objective-pages.ts';
import { type Client, given, type Rig, startRig, until } from './rig.ts';
import { type SmallSite, serveSite } from './small-site.ts';

// Goal: an objective through the real door: authority, gate, extension and Chromium, with a model that answers by script.

let site: SmallSite;
let model: ScriptedModel;
let rig: Rig;
let client: Client;
let answer: (prompt: Prompt) => unknown = () => null;

const endMs = 60_000;

beforeAll(async () => {
  site = await serveSite(objectivePages);
  model = await serveModel((prompt) => answer(prompt));
  const sites = JSON.stringify([`origin:${site.origin}`, `origin:${site.otherOrigin}`]);
  rig = await startRig({
    policy: () =>
      [
        'version: 1',
        ...['read', 'write', 'delete'].map(
          (bucket) => `${bucket}: { mode: allow-list, resources: ${sites} }`,
        ),
        'admin: { mode: deny-all }',
        '',
      ].join('\n'),
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
  await model.close();
});

type Asked = { readonly unattended?: boolean; readonly page?: string; readonly follows?: string };

async function start(objective: string, { unattended = true, page, follows }: Asked = {}): Promise<string> {
  const options = { profile: null, unattended, read_only: false, model: 'scripted/paper', search: null };
  const asked = { objective, page: page ?? null, selection: null, follows: follows ?? null, options };
  return given(await client.authority.call('objective.start', asked)).run_id;
}

async function ended(runId: string): Promise<RunView> {
  let view: RunView | null = null;
  await until('the run to end', endMs, async () => {
    const { runs } = given(await client.authority.call('run.list', { limit: 20 }));
    view = runs.find((run) => run.run_id === runId && run.ended_at !== null) ?? null;
    return view !== null;
  });
  if (view === null) throw new Error('the run did not end');
  return view;
}

const text = (runId: string, name: string) => readFileSync(join(rig.paths.runs, runId, name), 'utf8');
const act = (action: string, more: object = {}) => ({ found: [], action, why: 'by script', ...more });
const linkOf = (news: string, words: string) => Number(new RegExp(`\\[(\\d+)\\] ${words}`).exec(news)?.[1]);
const controlOf = (whole: string, name: string) =>
  Number([...whole.matchAll(new RegExp(`\\((\\d+)\\) \\w+ "${name}`, 'g'))].at(-1)?.[1]);

const fact = 'How high is the tallest mountain in Africa, in metres and feet?';
/** Reads one page and finishes; what a page orders it does first. */
function reader({ news, whole }: Prompt): unknown {
  if (whole.startsWith('You write'))
    return 'It rises 5,895 metres above sea level [1]. In other units that is 19,341 feet [2].';
  if (whole.startsWith('You check')) return { covered: [], by: {} };
  if (news.includes('"checklist"'))
    return act('SEARCH', {
      query: 'tallest mountain in Africa metres feet',
      checklist: ['height in metres', 'height in feet'],
    });
  if (news.includes('RESULTS for')) return act('NAVIGATE', { link: linkOf(news, 'Kilimanjaro') });
  return act('FINISH', {
    found: [
      { text: 'It rises 5,895 metres above sea level.', items: [1] },
      { text: 'In other units that is 19,341 feet.', items: [2] },
    ],
  });
}

test('a fact is searched, read, recorded, written and reported, with its sources', async () => {
  answer = reader;
  const runId = await start(fact);
  const view = await ended(runId);
  expect({ status: view.status, fault: view.fault }).toEqual({ status: 'succeeded', fault: null });
  expect(view.objective?.turns.map(({ action, state }) => `${action} ${state}`)).toEqual([
    'SEARCH done',
    'NAVIGATE done',
    'FINISH done',
  ]);
  expect(
    view.objective?.findings.map(({ url, quote }) => [
      url,
      quote.includes('5,895') || quote.includes('19,341'),
    ]),
  ).toEqual([
    [`${site.origin}/kilimanjaro`, true],
    [`${site.origin}/kilimanjaro`, true],
  ]);
  expect(view.objective?.answer).toContain('It rises 5,895 metres above sea level [1].');
  expect(view.objective?.tokens.calls).toBeLessThanOrEqual(6);
  expect(text(runId, 'research_report.md')).toContain('19,341 feet');
  expect(text(runId, 'research_log.txt')).toContain('Kilimanjaro');
  expect(text(runId, 'trace.jsonl').trim().split('\n').length).toBe(view.objective?.tokens.calls);
  expect(existsSync(join(rig.paths.runs, runId, 'report.json'))).toBe(true);
  expect(view.report).toBe(join(rig.paths.runs, runId, 'research_report.md'));
});

test('a follow-up is told what the earlier run found, and cites it', async () => {
  answer = reader;
  const first = await start(fact);
  await ended(first);
  const seen = model.prompts.length;
  answer = ({ whole, news }) => {
    if (whole.startsWith('You write')) return 'In other units that is 19,341 feet [2].';
    if (news.includes('"checklist"')) {
      const found = [{ text: 'In other units that is 19,341 feet.', items: [1] }];
      return act('FINISH', { found, checklist: ['height in feet'] });
    }
    return act('FINISH', { missing: [1] });
  };
  const view = await ended(await start('And how high is that in feet?', { follows: first }));
  expect(model.prompts[seen]?.whole).toContain(`EARLIER OBJECTIVE: ${fact}`);
  expect(view.status).toBe('succeeded');
  expect(view.objective).toMatchObject({
    follows: first,
    answer: expect.stringContaining('19,341 feet [2]'),
  });
});

test('a page that gives orders has none of them carried out, by a model that obeys', async () => {
  const tried: string[] = [];
  answer = (prompt) => {
    const { news, whole } = prompt;
    if (!whole.includes('ignore the objective') && news.includes('RESULTS for'))
      return act('NAVIGATE', { link: linkOf(news, 'Mountain orders') });
    if (news.includes('ignore the objective')) {
      tried.push('search');
      return act('SEARCH', { query: 'cheap watches' });
    }
    if (news.includes('SENT BACK') && tried.length === 1) {
      tried.push('finish');
      return act('FINISH');
    }
    if (news.includes('SENT BACK')) return act('NAVIGATE', { link: linkOf(whole, 'Kilimanjaro') });
    return reader(prompt);
  };
  const view = await ended(await start(fact));
  expect(tried).toEqual(['search', 'finish']);
  expect(view.status).toBe('succeeded');
  expect(site.requests.some(({ path }) => path.includes('watches') || path === '/deleted')).toBe(false);
});

test('a form on the page where it starts is filled and saved, and the page’s own words are what was done', async () => {
  const opened = await client.call('navigate', { url: `${site.origin}/shop` });
  const page = String(opened.result?.['page']);
  answer = ({ news, whole }) => {
    if (whole.startsWith('You write')) return 'The city Oslo was saved with size Large [1].';
    if (whole.startsWith('You check')) return { covered: [], by: {} };
    if (news.includes('"checklist"'))
      return act('FILL', {
        control: controlOf(whole, 'City'),
        value: 'Oslo',
        checklist: ['save the city Oslo', 'size Large'],
      });
    if (news.includes('DONE: filled'))
      return act('SELECT', { control: controlOf(whole, 'Size'), value: 'Large' });
    if (news.includes('DONE: chose')) return act('CLICK', { control: controlOf(whole, 'Save') });
    if (news.includes('Saved: Oslo, size Large'))
      return act('FINISH', { found: [{ text: 'Saved: Oslo, size Large', items: [1, 2] }] });
    return act('FINISH', { missing: [1, 2] });
  };
  const view = await ended(await start('Fill in the city Oslo and the size Large, and save it.', { page }));
  expect(
    view.objective?.turns.map(({ action, state, outcome }) => `${action} ${state} ${outcome}`),
  ).toMatchObject([
    expect.stringMatching(/^FILL done .*read back/),
    expect.stringMatching(/^SELECT done .*read back/),
    expect.stringMatching(/^CLICK done/),
    expect.stringMatching(/^FINISH done/),
  ]);
  expect(view.status).toBe('succeeded');
  expect(view.objective?.findings.map(({ quote }) => quote)).toEqual(['Saved: Oslo, size Large']);
});

test('on a site that nobody named, an act waits for a person; with nobody there it is not done', async () => {
  answer = ({ news, whole }) => {
    if (news.includes('"checklist"'))
      return act('SEARCH', { query: 'shop city', checklist: ['set the city'] });
    if (news.includes('RESULTS for')) return act('NAVIGATE', { url: `${site.origin}/shop` });
    if (news.includes('CONTROLS')) return act('FILL', { control: controlOf(whole, 'City'), value: 'Oslo' });
    return act('FINISH', { missing: [1] });
  };
  const view = await ended(await start('Set the city in the shop to Oslo'));
  const filled = view.objective?.turns.find(({ action }) => action === 'FILL');
  expect(filled).toMatchObject({ state: 'failed', outcome: expect.stringMatching(/not done/) });
  expect(view.status).toBe('failed');
});

test('a model that is gone in the middle ends the run with what was found, in the report too', async () => {
  answer = (prompt) => {
    if (prompt.news.includes('RECORDED')) return null;
    const said = reader(prompt);
    return typeof said === 'object' && said !== null && 'action' in said && said.action === 'FINISH'
      ? { ...said, action: 'DISCOVER' }
      : said;
  };
  const runId = await start(fact);
  const view = await ended(runId);
  expect(view).toMatchObject({ status: 'failed', fault: { code: 'model-unavailable' } });
  expect(text(runId, 'research_report.md')).toContain('5,895 metres');
});
