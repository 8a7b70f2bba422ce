import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadConfig } from '../../../native-host/config/load-config.ts';
import { StartError } from '../../../native-host/io/start-error.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'la-config-'));
  path = join(folder, 'config.yaml');
});
afterEach(() => rmSync(folder, { recursive: true }));

const defaults = {
  browser: { executable: null, prefer: ['chrome', 'chromium', 'edge', 'brave', 'vivaldi'] },
  files: { folder: join(homedir(), 'LocalAgent') },
  authority: { idle_minutes: 5 },
  approvals: { timeout_seconds: 120, asks_max: 12, window_minutes: 10, denials_max: 3, passkey: 'off' },
  runs: { acts_max: 2000, minutes_max: 120, sites_max: 50, tokens_max: 2_000_000 },
  code_mode: { auto_approve: 'low' },
  logs: { level: 'info' },
  ledger: { retention_days: null, anchors: null },
  templates: { folders: [] },
  models: {
    servers: [],
    fallbacks: [],
    context_tokens: 8192,
    timeout_seconds: 600,
    keep_alive_minutes: 10,
  },
  search: { provider: 'duckduckgo', searxng_url: null, template_url: null, template_results: null },
  jobs: {
    activity_arn: null,
    worker_name: null,
    aws_profile: null,
    aws_region: null,
    endpoint: null,
    poll_interval_ms: 1_000,
    heartbeat_interval_secs: 30,
    concurrency: 1,
    profile: 'jobs',
    browser_jobs_max: 50,
    browser_memory_mb: 2000,
    workers_max: 4,
    alert_command: null,
    alert_url: null,
    drain_seconds: 60,
    trusted_keys: [],
  },
  artifacts: {
    folder: join(homedir(), 'LocalAgent/artifacts'),
    bucket: null,
    prefix: 'localagent/',
    aws_profile: null,
    aws_region: null,
    endpoint: null,
    encryption: 'AES256',
    kms_key: null,
    part_mb: 16,
    link_minutes: 0,
  },
  repair: { model: 'local', iterations: 10, minutes: 10, tokens: 100_000 },
  profiles: { login_days_max: null },
  metrics: { otlp_url: null, interval_seconds: 60 },
};

test('no file, an empty one, one of comments and sections without keys give the defaults', () => {
  expect(loadConfig(path)).toEqual(defaults);
  for (const text of ['', '# nothing yet\n', 'logs:\n  # level: debug\nfiles:\n']) {
    writeFileSync(path, text);
    expect(loadConfig(path)).toEqual(defaults);
  }
});

test('every key can be set; a tilde is the home folder; the result is frozen', () => {
  writeFileSync(
    path,
    `browser: { executable: ~/bin/chromium, prefer: [brave] }
files: { folder: /data }
authority: { idle_minutes: 0 }
approvals: { timeout_seconds: 3600, asks_max: 20, window_minutes: 30, denials_max: 5, passkey: delete_admin }
runs: { acts_max: 50, minutes_max: 5, sites_max: 2, tokens_max: 9000 }
code_mode: { auto_approve: none }
logs: { level: debug }
templates: { folders: [~/templates, /srv/templates] }
models: { servers: [{ name: box, url: 'https://box.example.com/v1', keys: ['secret:box'] }], context_tokens: 16384 }
search: { provider: url-template, template_url: "https://wiki.example/find?q={query}", template_results: li.hit }
jobs: { aws_region: eu-central-1, concurrency: 4 }
profiles: { login_days_max: 30 }
metrics: { interval_seconds: 5 }
repair: { model: any, iterations: 3 }
artifacts: { folder: ~/a }
`,
  );
  const config = loadConfig(path);
  expect(config).toEqual({
    browser: { executable: join(homedir(), 'bin/chromium'), prefer: ['brave'] },
    files: { folder: '/data' },
    authority: { idle_minutes: 0 },
    approvals: {
      timeout_seconds: 3600,
      asks_max: 20,
      window_minutes: 30,
      denials_max: 5,
      passkey: 'delete_admin',
    },
    runs: { acts_max: 50, minutes_max: 5, sites_max: 2, tokens_max: 9_000 },
    ledger: { retention_days: null, anchors: null },
    code_mode: { auto_approve: 'none' },
    logs: { level: 'debug' },
    templates: { folders: [join(homedir(), 'templates'), '/srv/templates'] },
    models: {
      ...defaults.models,
      servers: [
        { name: 'box', url: 'https://box.example.com/v1', keys: ['secret:box'], context_tokens: null },
      ],
      context_tokens: 16_384,
    },
    search: {
      provider: 'url-template',
      searxng_url: null,
      template_url: 'https://wiki.example/find?q={query}',
      template_results: 'li.hit',
    },
    artifacts: { ...defaults.artifacts, folder: join(homedir(), 'a') },
    jobs: { ...defaults.jobs, aws_region: 'eu-central-1', concurrency: 4 },
    repair: { ...defaults.repair, model: 'any', iterations: 3 },
    profiles: { login_days_max: 30 },
    metrics: { ...defaults.metrics, interval_seconds: 5 },
  });
  expect(Object.isFrozen(config)).toBe(true);
  expect(Object.isFrozen(config.browser.prefer)).toBe(true);
});

test.each([
  ['logs:\n  level: info\nfiels:\n  folder: x', 'unknown key: fiels', 3, 'Did you mean `files`?'],
  ['logs:\n  lvel: info', 'unknown key: logs.lvel', 2, 'Did you mean `level`?'],
  ['idle_minutes: 5', 'unknown key: idle_minutes', 1, 'Did you mean `authority.idle_minutes`?'],
  ['qqqqqqqq: 5', 'unknown key: qqqqqqqq', 1, 'Known keys here: browser, files'],
  ['logs:\n  level: loud', 'logs.level', 2, 'localagent config'],
  ['browser:\n  prefer:\n    - chrome\n    - opera', 'browser.prefer.1', 4, 'localagent config'],
  ['browser:\n  prefer: [chrome, chrome]', 'each browser at most once', 2, 'localagent config'],
  ['authority:\n  idle_minutes: 1441', 'authority.idle_minutes', 2, 'localagent config'],
  ['authority:\n  idle_minutes: -1', 'authority.idle_minutes', 2, 'localagent config'],
  ['search:\n  template_url: "https://wiki.example/find"', 'search.template_url', 2, 'localagent config'],
  ['search:\n  searxng_url: "file:///etc/passwd"', 'search.searxng_url', 2, 'localagent config'],
  ['approvals:\n  timeout_seconds: 9', 'approvals.timeout_seconds', 2, 'localagent config'],
  ['approvals:\n  timeout_seconds: "120"', 'approvals.timeout_seconds', 2, 'localagent config'],
  ['logs: [', 'not valid YAML', 1, ''],
  ['logs: { level: info, level: warn }', 'not valid YAML', 1, ''],
  ['logs: !strange {}', 'not valid YAML', 1, ''],
])('%j is told as: %s, line %i', (text, what, line, remedy) => {
  writeFileSync(path, text);
  const error = errorOf();
  expect(error.what).toContain(what);
  expect(error.where).toBe(`${path}, line ${line}`);
  expect(error.remedy).toContain(remedy);
});

test.each([['- a list'], ['just text'], [Buffer.from([0x6c, 0xff])], ['#'.repeat(300_000)]])(
  'a file that holds no settings names the file',
  (content) => {
    writeFileSync(path, content);
    expect(errorOf().where).toBe(path);
  },
);

function errorOf(): StartError {
  try {
    loadConfig(path);
  } catch (error) {
    if (error instanceof StartError) return error;
    throw error;
  }
  throw new Error('The configuration was accepted.');
}
