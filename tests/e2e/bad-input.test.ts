import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { homePaths } from '../../native-host/io/home.ts';
import { extensionId } from '../../shared/extension-id.ts';
import { frameBytesMax } from '../../shared/limits.ts';
import { root } from '../house/source-tree.ts';
import { type Finished, finished, Home } from './command-line.ts';

// Goal: whatever is wrong in what a person wrote, three lines say what, where and what to do, and the exit code is 2. No
// browser is started for any of it.

let home: Home;
let paths: ReturnType<typeof homePaths>;

beforeEach(() => {
  home = new Home();
  paths = homePaths(home.env);
  mkdirSync(paths.home, { mode: 0o700 });
});

afterEach(async () => {
  await home[Symbol.asyncDispose]();
});

const put = (file: string, text: string): void => writeFileSync(file, text, { mode: 0o600 });
const runTemplate = (id: string, ...more: string[]): Promise<Finished> =>
  home.run(['run', '--template', id, '--headless', ...more]);

/** The three lines, once everything else about the end is as it must be. */
function complaint(done: Finished): { what: string; where: string; remedy: string } {
  expect(done.stdout).toBe('');
  expect(done.stderr).toMatch(/^\S[^\n]+\n {2}\S[^\n]+\n {2}\S[^\n]+\n$/);
  expect(done.code).toBe(2);
  const [what = '', where = '', remedy = ''] = done.stderr.split('\n').map((line) => line.trim());
  return { what, where, remedy };
}

test('an unknown template is named, with the one that was meant', async () => {
  const { what, remedy } = complaint(await runTemplate('vendor-portal-rapport'));
  expect(what).toBe('There is no template "vendor-portal-rapport". Did you mean "vendor-portal-report"?');
  expect(remedy).toContain('localagent template list');
  // A program that asked for JSON gets the same in one document.
  const told = await runTemplate('vendor-portal-rapport', '--json');
  expect(told.code).toBe(2);
  expect(JSON.parse(told.stdout)).toMatchObject({
    schema: 'localagent.error.v1',
    error: { what, remedy, exit_code: 2 },
  });
});

test('missing parameters are listed, ready to be typed', async () => {
  const { what, where, remedy } = complaint(
    await runTemplate('vendor-portal-report', '--param', 'username=me'),
  );
  expect(what).toBe('Missing: portal_url (Portal address), period (Month).');
  expect(where).toContain('vendor-portal-report');
  expect(remedy).toBe('Add --param portal_url=… --param period=….');
});

test('a template with a wrong step is told by file, line and place, by "run" and by "template validate"', async () => {
  mkdirSync(paths.templates, { mode: 0o700 });
  const file = join(paths.templates, 'broken.yaml');
  const shipped = readFileSync(join(root, 'templates', 'vendor-portal-report.yaml'), 'utf8');
  const text = shipped
    .replace('id: vendor-portal-report', 'id: broken')
    .replace('tool: login', 'tool: log_in');
  put(file, text);
  const line = text.slice(0, text.indexOf('tool: log_in')).split('\n').length;
  const run = complaint(await runTemplate('broken'));
  expect(run.what).toContain('there is no tool "log_in". Did you mean "login"?');
  expect(run.what).toContain(`broken.yaml, line ${line}, column 11, steps[2].tool`);
  const validated = complaint(await home.run(['template', 'validate', file]));
  expect(validated.what).toContain(`line ${line}, column 11, steps[2].tool`);
  expect(validated.where).toBe(file);
});

test('a policy that does not validate stops everything and is told by file and line', async () => {
  put(paths.policy, 'version: 1\nread: { mode: allow-all }\nwrite: { mode: allow-most }\n');
  const { what, where, remedy } = complaint(await runTemplate('vendor-portal-report'));
  expect(what).toContain('"write.mode" must be allow-all, deny-all, allow-list, block-list');
  expect(where).toBe(`${paths.policy}, line 3`);
  expect(remedy).toContain('localagent policy check');
  const checked = await home.run(['policy', 'check', '--json']);
  expect(checked.code).toBe(2);
  expect(JSON.parse(checked.stdout)).toMatchObject({ ok: false, errors: [{ line: 3 }] });
});

test('a wrong key and a wrong value in config.yaml are told by file, line and name', async () => {
  put(paths.config, 'approvals: { timeout_secs: 60 }\n');
  const wrongKey = complaint(await runTemplate('vendor-portal-report'));
  expect(wrongKey.what).toBe('The configuration has an unknown key: approvals.timeout_secs.');
  expect(wrongKey.where).toBe(`${paths.config}, line 1`);
  expect(wrongKey.remedy).toContain('timeout_seconds');
  put(paths.config, 'approvals:\n  timeout_seconds: 0\n');
  const wrongValue = complaint(await home.run(['start']));
  expect(wrongValue.what).toContain('approvals.timeout_seconds');
  expect(wrongValue.where).toBe(`${paths.config}, line 2`);
});

test('a broken secrets file, and one that somebody changed, are refused and left as they are', async () => {
  const set = ['secrets', 'set', 'portal', '--site', 'domain:example.com'];
  expect((await home.run(set, { input: 'a value of some length' })).code).toBe(0);
  const good = readFileSync(paths.secrets, 'utf8');
  const moved = good.replace('example.com', 'example.net');
  expect(moved).not.toBe(good);
  for (const [bad, words] of [
    [good.slice(0, good.length / 2), 'is broken'],
    [moved, 'was changed'],
  ] as const) {
    put(paths.secrets, bad);
    for (const args of [['secrets', 'list'], set, ['start']]) {
      const { what, where } = complaint(await home.run(args, { input: 'another value' }));
      expect(what).toContain(words);
      expect(where).toBe(paths.secrets);
    }
    expect(readFileSync(paths.secrets, 'utf8')).toBe(bad);
  }
});

test('a database of a newer version is refused and left as it is', async () => {
  expect((await home.run(['start'])).code).toBe(0);
  expect((await home.run(['stop'])).code).toBe(0);
  const database = new DatabaseSync(paths.database);
  database.exec(`insert into migrations select version + 1, 'goals', sha256, applied_at from migrations
    order by version desc limit 1`);
  database.close();
  const before = join(home.folder, 'before.db');
  copyFileSync(paths.database, before);
  const { what, where, remedy } = complaint(await runTemplate('vendor-portal-report'));
  expect(what).toMatch(/^The database is of a newer version/);
  expect(where).toBe(paths.database);
  expect(remedy).toContain('Update LocalAgent');
  expect(readFileSync(paths.database).equals(readFileSync(before))).toBe(true);
});

test('a frame over the limit ends the relay, with one line that says so and nothing on its stdout', async () => {
  // Were the authority still starting when the test ends, nobody could end it.
  expect((await home.run(['start'])).code).toBe(0);
  const relay = spawn(
    process.execPath,
    [join(root, 'dist', 'host', 'relay.mjs'), `chrome-extension://${extensionId}/`],
    { env: home.env, cwd: home.folder, stdio: ['pipe', 'pipe', 'pipe'] },
  );
  const ended = finished(relay);
  const header = Buffer.alloc(4);
  header.writeUInt32LE(frameBytesMax + 1);
  relay.stdin.on('error', () => {
    // The relay stops listening before it has heard everything, as it should.
  });
  relay.stdin.write(Buffer.concat([header, Buffer.alloc(1000, 'a')]));
  const { code, stdout, stderr } = await ended;
  expect(stderr).toContain(
    `A message of ${frameBytesMax + 1} bytes was announced; the most is ${frameBytesMax}.`,
  );
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(stdout).toBe('');
  expect(code).toBe(1);
});
