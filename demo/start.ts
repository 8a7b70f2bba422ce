import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { homePaths } from '../native-host/io/home.ts';
import { packageRoot } from '../native-host/io/package-root.ts';
import { StartError } from '../native-host/io/start-error.ts';
import { Vault } from '../native-host/secrets/vault.ts';
import { type Portal, startPortal } from './portal.ts';

// `npm start`: the main job once, end to end, against a portal on this machine. Everything it makes lies in one data
// folder; the command line does the work, exactly as a person would call it.

const help = `npm start -- [options]

Starts a small vendor's portal on this machine and a browser with LocalAgent, and fetches one report from it:
sign in with a stored secret, search, read the table, have the report prepared, download, check, file.

  --period YYYY-MM   the statement to fetch (default 2026-06; the portal has 2024-08 to 2026-06)
  --folder DIR       where to file it (default: a new folder in the data folder; name one twice to see
                     that a report filed before is recognised)
  --headless         without a window (default where there is no display)
  --headed           in a window
  --json             one JSON document on standard output, progress on standard error
  --quiet            no progress
  --help             this text

The data folder is .localagent in the current folder, or LOCALAGENT_HOME. A policy.yaml that you put there is used; otherwise
one is written that names exactly the portal and the folder.

Then try:
  npx localagent --help
  npx localagent ledger show       (with LOCALAGENT_HOME set to the data folder)
  npx localagent install           (to use it in your own browser)
`;

const username = 'purchasing@example.com';
const secretName = 'vendor_portal';
const demoConfig = '# Written by "npm start".\nauthority: { idle_minutes: 0 }\n';
const policyMark =
  '# Written by "npm start" for its portal. Change it and take this line away to have yours used.';

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      period: { type: 'string', default: '2026-06' },
      folder: { type: 'string' },
      headless: { type: 'boolean', default: false },
      headed: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      quiet: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const env = {
    ...process.env,
    LOCALAGENT_HOME: process.env['LOCALAGENT_HOME'] || join(process.cwd(), '.localagent'),
  };
  const paths = homePaths(env);
  mkdirSync(paths.home, { recursive: true, mode: 0o700 });
  // The password is new each time and has what log-in forms trip over: an accent, an ampersand, a plus and a quote.
  const password = `${randomBytes(9).toString('base64url')}é&+"`;
  const portal = await startPortal({ username, password, logFile: join(paths.home, 'portal.log') });
  try {
    // One left over from an interrupted start would still hold the policy of another portal.
    if (existsSync(paths.socket)) await localagent(['stop', '--force', '--quiet'], env, 'ignore');
    const folder =
      values.folder ?? join(paths.home, 'reports', new Date().toISOString().replace(/[:.]/g, '-'));
    preparePolicy(paths.policy, portal, folder);
    // Nothing stays behind: the background process ends with the run.
    if (!existsSync(paths.config)) writeFileSync(paths.config, demoConfig, { mode: 0o600 });
    const stored = Vault.open({ secretsPath: paths.secrets, keyPath: paths.key }).set(secretName, password, [
      `origin:${portal.origin}`,
    ]);
    if (!stored.ok) throw new Error(`${stored.fault.message} ${stored.fault.hint}`);
    return await localagent(runArguments(values, portal, folder), env, 'inherit');
  } finally {
    await portal.close();
  }
}

type Chosen = Readonly<{ period: string; headless: boolean; headed: boolean; json: boolean; quiet: boolean }>;

function runArguments(chosen: Chosen, portal: Portal, folder: string): readonly string[] {
  const parameters = { portal_url: portal.origin, username, period: chosen.period, folder };
  const display =
    process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
  const headless = chosen.headless || (!chosen.headed && !display);
  return [
    'run',
    '--template',
    'vendor-portal-report',
    ...Object.entries(parameters).flatMap(([name, value]) => ['--param', `${name}=${value}`]),
    headless ? '--headless' : '--headed',
    '--profile',
    'demo',
    ...(chosen.json ? ['--json'] : []),
    ...(chosen.quiet ? ['--quiet'] : []),
  ];
}

function preparePolicy(file: string, portal: Portal, folder: string): void {
  if (existsSync(file) && !readFileSync(file, 'utf8').startsWith(policyMark)) return;
  const list = JSON.stringify([`origin:${portal.origin}`, `folder:${folder}`]);
  const lines = [
    policyMark,
    'version: 1',
    `read: { mode: allow-list, resources: ${list} }`,
    `write: { mode: allow-list, resources: ${list} }`,
    'delete: { mode: deny-all }',
    'admin:',
    '  mode: deny-all',
    '  tools:',
    `    download: { mode: allow-list, resources: ${JSON.stringify([`origin:${portal.origin}`])} }`,
    '',
  ];
  writeFileSync(file, lines.join('\n'), { mode: 0o600 });
}

/** Runs the command line; `ignore` is for what may fail because there is nothing to do. */
function localagent(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  stdio: 'inherit' | 'ignore',
): Promise<number> {
  const program = join(packageRoot(), 'dist', 'host', 'cli.mjs');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { env, stdio });
    // The terminal sends Ctrl+C to the child too, which ends its run with a report; this process waits for that.
    const wait = (): void => {};
    process.on('SIGINT', wait);
    child.on('error', reject);
    child.on('close', (code) => {
      process.off('SIGINT', wait);
      resolve(code ?? 1);
    });
  });
}

try {
  process.exitCode = await main();
} catch (error) {
  const told = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${told}\nSee: npm start -- --help\n`);
  // Options that are not known, and files of the data folder that are not as they must be, are wrong input.
  process.exitCode = error instanceof TypeError || error instanceof StartError ? 2 : 1;
}
