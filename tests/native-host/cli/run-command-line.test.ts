import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { runCommandLine } from '../../../native-host/cli/run-command-line.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { root } from '../../house/source-tree.ts';

async function run(words: readonly string[], env: Readonly<Record<string, string>> = {}, input = '') {
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
  streams.stdin.end(input);
  const home = env['LOCALAGENT_HOME'] ?? join(temporaryFolder(), 'home');
  const code = await runCommandLine(words, {
    streams,
    env: { ...process.env, ...env, LOCALAGENT_HOME: home },
    cwd: tmpdir(),
    interrupted: new AbortController().signal,
  });
  const text = (stream: PassThrough): string => String(stream.read() ?? '');
  return { code, out: text(streams.stdout), err: text(streams.stderr), home };
}

test('help and version go to standard output', async () => {
  const help = await run(['--help']);
  expect([help.code, help.err]).toEqual([0, '']);
  expect(help.out).toContain('localagent COMMAND --help');
  const command = await run(['run', '--help']);
  expect(command.out).toContain('--param NAME=VALUE');
  expect((await run(['--version', '--json'])).out).toMatch(/"version":"\d+\.\d+\.\d+"/);
});

test('an error is three lines on standard error, and one document with --json', async () => {
  const plain = await run(['rnu']);
  expect(plain).toMatchObject({ code: 2, out: '' });
  expect(plain.err.trimEnd().split('\n')).toEqual([
    'There is no command "rnu".',
    '  in the command line',
    '  Did you mean run? See localagent --help.',
  ]);
  const json = await run(['run', '--json']);
  expect(json.code).toBe(2);
  expect(JSON.parse(json.out)).toEqual({
    schema: 'localagent.error.v1',
    error: {
      what: 'What should be done is missing.',
      where: 'in "localagent run"',
      remedy:
        'Say it: localagent run "…", or name a template with --template (see `localagent template list`).',
      exit_code: 2,
    },
  });
});

test('a secret is piped in, listed without its value, and removed', async () => {
  const value = 'pâss & "wörd"+';
  const set = await run(['secrets', 'set', 'portal', '--site', 'domain:example.com'], {}, `${value}\n`);
  expect(set).toMatchObject({ code: 0, out: '' });
  const env = { LOCALAGENT_HOME: set.home };
  const list = await run(['secrets', 'list', '--json'], env);
  expect(JSON.parse(list.out)).toMatchObject({
    schema: 'localagent.secrets.v1',
    secrets: [{ name: 'portal', sites: ['domain:example.com'] }],
  });
  expect(set.err + list.out + list.err).not.toContain(value);
  expect(await run(['secrets', 'remove', 'portal'], env)).toMatchObject({ code: 0 });
  expect(JSON.parse((await run(['secrets', 'list', '--json'], env)).out)).toMatchObject({ secrets: [] });
  expect(await run(['secrets', 'set', 'portal'], env, 'x')).toMatchObject({ code: 2 });
  expect(await run(['secrets', 'set', 'portal', '--site', 'domain:example.com'], env)).toMatchObject({
    code: 2,
  });
});

test('tools are listed with bucket, category and both schemas', async () => {
  const { out, code } = await run(['tools', '--json']);
  expect(code).toBe(0);
  const click = JSON.parse(out).tools.find((tool: { name: string }) => tool.name === 'click');
  expect(click).toMatchObject({
    category: 'input',
    buckets: ['write', 'delete'],
    input_schema: { type: 'object', required: ['selector'] },
    output_schema: { type: 'object' },
  });
});

test('the policy that is in force is shown, and a wrong one is told with its line', async () => {
  const shown = await run(['policy', 'show', '--json']);
  expect(JSON.parse(shown.out)).toMatchObject({
    is_default: true,
    text: expect.stringContaining('version: 1'),
  });
  const missing = await run(['policy', 'check', 'nowhere.yaml', '--json']);
  expect(missing.code).toBe(2);
  expect(JSON.parse(missing.out)).toMatchObject({ ok: false, errors: [{ message: expect.any(String) }] });
  expect(await run(['policy', 'check'])).toMatchObject({ code: 0 });
});

test('a policy is explained and tested, with an exit code for each answer', async () => {
  const asked = await run(['policy', 'explain', 'click', 'https://example.com', '--json']);
  expect([asked.code, JSON.parse(asked.out)]).toMatchObject([
    0,
    { schema: 'localagent.policy-explanation.v1', decision: 'ask', policies: ['default.write.approve'] },
  ]);
  const denied = await run(['policy', 'explain', 'click', 'https://example.com', '--unattended']);
  expect(denied.code).toBe(3);
  expect(denied.out).toContain('DENY  click (write) on https://example.com');
  expect(await run(['policy', 'explain', 'click', '--caller', 'nobody'])).toMatchObject({ code: 2 });
  const cases = join(root, 'policies', 'default.cases.yaml');
  expect(await run(['policy', 'test', cases])).toMatchObject({ code: 0 });
  const readOnly = join(root, 'policies', 'presets', 'read-only.yaml');
  const tested = await run(['policy', 'test', cases, '--policy', readOnly, '--json']);
  expect([tested.code, JSON.parse(tested.out)]).toMatchObject([1, { ok: false, errors: [] }]);
  expect(await run(['policy', 'test', readOnly])).toMatchObject({ code: 2, out: '' });
}, 240_000);

test('a reviewed template is signed with the key of an organisation', async () => {
  const key = join(temporaryFolder(), 'key.pem');
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const template = join(root, 'templates', 'vendor-portal-report.yaml');
  const signed = await run(['template', 'sign', template, '--key', key, '--json']);
  expect([signed.code, JSON.parse(signed.out)]).toMatchObject([
    0,
    {
      signature: expect.stringMatching(/^[A-Za-z0-9+/]{86}==$/),
      key: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
    },
  ]);
  expect(await run(['template', 'sign', template])).toMatchObject({ code: 2 });
  expect(await run(['template', 'sign', template, '--key', template])).toMatchObject({ code: 2 });
});

test('without a running LocalAgent the status says so and starts none', async () => {
  const { out, code } = await run(['status', '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ schema: 'localagent.status.v1', running: false });
});
