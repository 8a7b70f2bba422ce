import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { RunDocument } from '../../native-host/cli/run/run-document.ts';
import { CronListing } from '../../shared/protocol/cron-messages.ts';
import type { RunEvent } from '../../shared/run.ts';
import { finished } from './command-line.ts';
import { JobWorker } from './job-worker.ts';
import { type Client, given, policyText, type Rig, startRig, until } from './rig.ts';
import { type SmallSite, serveSite } from './small-site.ts';

// Goal: a run goes on after a kill without doing anything twice, and what a person trusts runs by itself, once. The site's
// own list of requests is the witness.

const form = (more: string): string => `<title>Form</title><h1>Form 7</h1>
  <form method="post" action="/sent"><label>Name <input name="name"></label><button>Send</button></form>${more}`;
const pages: Record<string, string> = {
  '/begin': '<title>Begin</title><form method="post" action="/begun"><button>Begin</button></form>',
  '/begun': '<title>Begun</title><p>Begun</p>',
  '/form': form(''),
  '/sent': '<title>Sent</title><p>Sent</p>',
};

let site: SmallSite;
let rig: Rig;
let client: Client;

beforeAll(async () => {
  [site, rig] = await Promise.all([serveSite(pages), startRig()]);
  await rig.setPolicy(() => rules(site.origin));
  mkdirSync(rig.paths.templates, { recursive: true, mode: 0o700 });
  client = await rig.client();
});

afterAll(async () => {
  await rig[Symbol.asyncDispose]();
  await site.close();
});

const rules = (...origins: readonly string[]): string =>
  policyText({ sites: origins.map((origin) => `origin:${origin}`), folders: [], downloads: 'denied' });

/** Serves `/NAME`, and keeps the answers to some back until all of these are wanted. */
async function serveTogether(paths: readonly string[]) {
  const waiting: (() => void)[] = [];
  const server = createServer(({ url }, response) => {
    const answer = (): void => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(`<title>Page</title><h1>Page ${url?.slice(1)}</h1>`);
    };
    if (!paths.includes(url ?? '')) return answer();
    waiting.push(answer);
    if (waiting.length === paths.length) for (const one of waiting) one();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.int() }).parse(server.address());
  return {
    origin: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const posts = (path: string) =>
  site.requests.filter((one) => one.method === 'POST' && one.path === path).length;

function write(id: string, steps: string, more = '', others: readonly string[] = []): string {
  const file = join(rig.paths.templates, `${id}.yaml`);
  const head = `id: ${id}\nversion: 1.0.0\ntitle: ${id}\ndescription: For a test.\nsites: ${JSON.stringify([site.origin, ...others])}\n`;
  writeFileSync(file, `${head}steps:\n${steps}${more}`, { mode: 0o600 });
  return file;
}

const step = (id: string, tool: string, args: object, buckets: string, more = '') =>
  `  - { id: ${id}, title: ${id}, tool: ${tool}, args: ${JSON.stringify(args)}, buckets: [${buckets}]${more} }\n`;
const go = (id: string, path: string) => step(id, 'navigate', { url: `${site.origin}${path}` }, 'read');

const cutSteps = (): string =>
  [
    go('first', '/begin'),
    step('begin', 'click', { selector: 'role=button[name="Begin"]' }, 'write'),
    go('form', '/form'),
    step('title', 'get_text', { selector: 'h1' }, 'read'),
    step('ready', 'wait', { text: 'Ready' }, 'read', ', timeout_ms: 60000'),
    step('name', 'fill', { selector: 'label="Name"', value: '{{steps.title.text}}' }, 'write'),
    step('send', 'click', { selector: 'role=button[name="Send"]' }, 'write'),
  ].join('');
const cutOutput = 'output: { title: "{{steps.title.text}}", begun: "{{steps.begin.url}}" }\n';

const trusted = async (file: string): Promise<void> => {
  const text = readFileSync(file, 'utf8');
  given(await client.authority.call('template.trust', { text, file, reach: 'unattended' }));
};

test('a run and a job whose host was killed between two steps go on, and repeat no act', async () => {
  write('cut', cutSteps(), cutOutput);
  await trusted(write('job-cut', cutSteps(), cutOutput));
  const job = { channel: 'cron', key: 'cut@now' };
  const work = { template: 'job-cut', inline: null, template_version: null, parameters: {}, budget: {} };
  const deliver = async (token: string) => {
    const delivery = { ...job, payload_sha256: 'a'.repeat(64), token, work };
    return given(await client.authority.call('job.receive', delivery));
  };
  const begin = async () => {
    const start = { ...job, work, profile: 'main', lease_ms: 60_000 };
    return given(await client.authority.call('job.start', start)).run?.run_id ?? '';
  };
  const waiting: string[] = [];
  client.authority.onRunEvent((event: RunEvent) => {
    if (event.type === 'step.started' && event.step_id === 'ready') waiting.push(event.run_id);
  });
  expect((await deliver('one')).state).toBe('new');
  const jobRun = await begin();
  const ended = finished(rig.home.start(['run', '--template', 'cut', '--profile', 'main', '--json']));
  await until('both to wait', 30_000, () => waiting.length === 2);
  const { pid } = given(await client.authority.call('status.get', {}));
  process.kill(pid, 'SIGKILL');
  const cut = RunDocument.parse(JSON.parse((await ended).stdout));
  expect(cut).toMatchObject({ status: 'failed' });
  pages['/form'] = form('<p>Ready</p>');
  client = await rig.client();
  await until('the browser to be back', 30_000, async () => {
    const { profiles } = given(await client.authority.call('status.get', {}));
    return profiles.some(({ name }) => name === 'main');
  });
  expect((await deliver('two')).state).toBe('new');
  await begin();
  const done = await rig.home.run(['run', '--resume', cut.run_id, '--json']);
  const document = RunDocument.parse(JSON.parse(done.stdout));
  expect(document).toMatchObject({ status: 'succeeded', output: { begun: `${site.origin}/begun` } });
  expect(document.output?.['title']).toContain('Form 7');
  const state = async () => given(await client.authority.call('job.get', job));
  await until('the job to end', 30_000, async () => (await state()).state === 'ended');
  expect((await state()).run).toMatchObject({ status: 'succeeded', continues: jobRun });
  expect((await deliver('three')).state).toBe('ended');
  for (const token of ['one', 'two', 'three']) {
    given(await client.authority.call('job.settle', { channel: job.channel, token, how: 'told' }));
  }
  expect([posts('/begun'), posts('/sent')]).toEqual([2, 2]);
  expect(site.requests.find(({ path }) => path === '/sent')?.body).toContain('Form+7');
  // It has gone on, so it does not go on once more.
  const again = await rig.home.run(['run', '--resume', cut.run_id]);
  expect(again.code).not.toBe(0);
  expect(again.stderr).toContain(`has gone on as ${document.run_id}`);
});

// Pages are opened singly; the later three are answered once all three are asked for: one by one, the run would never end.
test('rounds at once give what they give one by one, on pages of their own, and the run goes on where it was', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  await using together = await serveTogether(['/d', '/e', '/f']);
  await rig.setPolicy(() => rules(site.origin, together.origin));
  const inner = [
    step('open', 'navigate', { url: `${together.origin}/{{item}}` }, 'read'),
    step('head', 'get_text', { selector: 'h1' }, 'read'),
  ].map((line) => `    ${line}`);
  write(
    'many',
    `${go('first', '/form')}  - id: each
    title: each
    for_each: { in: [${names.join(', ')}], max: 9, at_once: 3, collect: { heads: "{{steps.head.text}}" } }
    steps:
${inner.join('')}${step('after', 'get_text', { selector: 'h1' }, 'read')}`,
    'output: { heads: "{{steps.each.heads}}", after: "{{steps.after.text}}" }\n',
    [together.origin],
  );
  const done = await rig.home.run(['run', '--template', 'many', '--profile', 'main', '--json']);
  const document = RunDocument.parse(JSON.parse(done.stdout));
  expect(document).toMatchObject({
    status: 'succeeded',
    output: {
      heads: names.map((name) => expect.stringContaining(`Page ${name}`)),
      after: expect.stringContaining('Form 7'),
    },
  });
});

test('a run waits for a code, fills it in, and it is left nowhere; unattended it is refused before it begins', async () => {
  const code = '739164';
  write(
    'code',
    [
      go('form', '/form'),
      '  - { id: sms, title: sms, ask: { question: "Which code came by SMS?", kind: code } }\n',
      step('name', 'fill', { selector: 'label="Name"', value: '{{steps.sms.answer}}' }, 'write'),
      step('send', 'click', { selector: 'role=button[name="Send"]' }, 'write'),
    ].join(''),
    'output: { answer: "{{steps.sms.answer}}" }\n',
  );
  const refused = await rig.home.run(['run', '--template', 'code', '--profile', 'main', '--unattended']);
  expect(refused.stderr).toContain('waits for a person');
  const answered: unknown[] = [];
  client.authority.onRunEvent((event) => {
    if (event.type !== 'question.asked') return;
    const { question_id } = event.question;
    const say = (text: string) => client.authority.call('question.answer', { question_id, text });
    void say('no code, sorry!').then(async (unfit) => answered.push(unfit.ok, await say(code)));
  });
  const before = posts('/sent');
  const done = await rig.home.run(['run', '--template', 'code', '--profile', 'main', '--json']);
  const document = RunDocument.parse(JSON.parse(done.stdout));
  expect(document).toMatchObject({ status: 'succeeded' });
  expect(answered).toMatchObject([false, { ok: true, value: { counted: true } }]);
  expect(posts('/sent')).toBe(before + 1);
  expect(site.requests.findLast(({ path }) => path === '/sent')?.body).toBe(`name=${code}`);
  const left = [done.stdout, done.stderr, JSON.stringify(document)];
  for (const file of ['localagent.db', 'localagent.db-wal', 'run/authority.log']) {
    left.push(readFileSync(join(rig.paths.home, file), 'latin1'));
  }
  for (const file of ['events.jsonl', 'report.md', 'report.json']) {
    left.push(readFileSync(join(rig.paths.runs, document.run_id, file), 'utf8'));
  }
  expect(left.map((text) => text.includes(code))).toEqual(left.map(() => false));
});

test('a template that its person trusts runs by the schedule, once, whoever dies with it in hand; changed, it does not', async () => {
  const text =
    go('first', '/begin') + step('begin', 'click', { selector: 'role=button[name="Begin"]' }, 'write');
  const file = write('mine', text);
  const { authority } = client;
  const at = new Date(Date.now() + 2_000).toISOString().slice(0, 19);
  const entry = {
    id: 'once',
    schedule: `@once:${at}`,
    zone: 'UTC',
    template: 'mine',
    parameters: {},
    budget: {},
    missed: 'once',
  } as const;
  const refused = await authority.call('cron.add', { entry });
  expect(refused).toMatchObject({ ok: false, fault: { message: expect.stringContaining('not signed') } });
  await trusted(file);
  given(await authority.call('cron.add', { entry }));
  const before = posts('/begun');
  // One worker dies before it has begun what it was given, and the authority in the hands of the next.
  const due = async (one: Client) => given(await one.authority.call('cron.take', {})).due;
  const dead = await rig.client();
  await until('the instant to be due', 20_000, async () => (await due(dead)).length === 1);
  expect(await due(client)).toEqual([]);
  dead.authority.close();
  await until('it to be due again', 20_000, async () => (await due(client)).length === 1);
  process.kill(given(await authority.call('status.get', {})).pid, 'SIGKILL');
  await authority.closed;
  client = await rig.client();
  const worker = new JobWorker(rig, {});
  await worker.hears('the end', ({ event }) => event === 'job.ended');
  const { entries } = given(await client.authority.call('cron.list', {}));
  expect(entries.map((one) => CronListing.parse(one).last?.status)).toEqual(['succeeded']);
  worker.child.kill('SIGTERM');
  await worker.closed;
  expect(posts('/begun')).toBe(before + 1);
  expect(given(await client.authority.call('cron.take', {})).due).toEqual([]);
  appendFileSync(file, '# A comment is no change.\n');
  const { templates } = given(await client.authority.call('template.list', {}));
  expect(templates.find(({ id }) => id === 'mine')?.standing).toMatchObject({ unattended: true });
  write('mine', text.replaceAll('title: first', 'title: other'));
  const changed = given(await client.authority.call('template.list', {})).templates.find(
    ({ id }) => id === 'mine',
  );
  expect(changed?.standing).toMatchObject({ unattended: false, why: expect.stringContaining('draft') });
});
