import { spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import { type BrowserFamily, type BrowserName, browserFamilies } from './browser-families.ts';

export type FoundBrowser = Readonly<{
  /** Null: given by path, and its name tells no family. */
  name: BrowserName | null;
  title: string;
  executable: string;
  /** As the browser tells it, such as `156.0.8078.114`; empty when it does not (Windows). */
  version: string;
  branded: boolean;
}>;

export type FindOptions = Readonly<{
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  /** `browser.executable` of the configuration. */
  executable: string | null;
  /** `browser.prefer` of the configuration: order in which they are tried. */
  prefer: readonly BrowserName[];
  isExecutable?: (path: string) => boolean;
  versionOf?: (executable: string) => string;
}>;

const versionTimeoutMs = 10_000;

/**
 * The browser to work in: `LOCALAGENT_BROWSER`, then the configured path, then the first one found in the preferred
 * order. What is named but is not there is an error, never silently another browser.
 */
export function findBrowser(options: FindOptions): Result<FoundBrowser> {
  const isExecutable = options.isExecutable ?? isExecutableFile;
  const named: readonly (readonly [string | null | undefined, string])[] = [
    [options.env['LOCALAGENT_BROWSER'], 'the environment variable LOCALAGENT_BROWSER'],
    [options.executable, '`browser.executable` in config.yaml'],
  ];
  for (const [path, where] of named) {
    if (path === undefined || path === null || path === '') continue;
    if (isAbsolute(path) && isExecutable(path)) return ok(described(path, options));
    return failed(
      fault(
        'browser-gone',
        `No program can be started at ${path}.`,
        `Correct ${where}: it names the browser by its full path.`,
      ),
    );
  }
  for (const family of inOrder(options.prefer)) {
    const executable = candidatesOf(family, options).find(isExecutable);
    if (executable !== undefined) return ok(described(executable, options, family));
  }
  return failed(
    fault(
      'browser-gone',
      'No Chrome, Chromium, Edge, Brave or Vivaldi was found on this machine.',
      'Install one of them, or set LOCALAGENT_BROWSER to the full path of its program.',
    ),
  );
}

function inOrder(prefer: readonly BrowserName[]): readonly BrowserFamily[] {
  const rank = (family: BrowserFamily): number => {
    const index = prefer.indexOf(family.name);
    return index === -1 ? prefer.length : index;
  };
  return browserFamilies.toSorted((a, b) => rank(a) - rank(b));
}

/** Paths at which the program of a browser usually lies, in order. */
export function candidatesOf(
  family: BrowserFamily,
  { env, platform }: Pick<FindOptions, 'env' | 'platform'>,
): readonly string[] {
  if (platform === 'win32') {
    const roots = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((name) => env[name] ?? []);
    return roots.flatMap((root) => family.programs.map((program) => `${root}\\${program}`));
  }
  if (platform === 'darwin') {
    const roots = ['/Applications', ...(env['HOME'] === undefined ? [] : [`${env['HOME']}/Applications`])];
    return roots.flatMap((root) => family.applications.map((application) => `${root}/${application}`));
  }
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  return family.commands.flatMap((command) => folders.map((folder) => join(folder, command)));
}

function described(executable: string, options: FindOptions, family?: BrowserFamily): FoundBrowser {
  const version = (options.versionOf ?? ((path) => versionOf(path, options.platform)))(executable);
  const known = family ?? familyOf(executable, version);
  return {
    name: known?.name ?? null,
    title: known?.title ?? 'The browser',
    executable,
    version: /\d+(?:\.\d+)+/.exec(version)?.[0] ?? '',
    // The vendor's builds for testing keep the switch that its branded builds ignore.
    branded: (known?.branded ?? false) && !/for testing/i.test(version),
  };
}

/** What `--version` says tells a browser better than the name of its file, which may be a link or a wrapper. */
function familyOf(executable: string, version: string): BrowserFamily | undefined {
  const told = version.toLowerCase();
  const byVersion = browserFamilies.find((family) => told.includes(family.title.toLowerCase()));
  if (byVersion !== undefined) return byVersion;
  const path = executable.toLowerCase();
  return browserFamilies.find((family) =>
    [...family.commands, ...family.applications, ...family.programs].some((part) =>
      path.endsWith(part.toLowerCase()),
    ),
  );
}

function isExecutableFile(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function versionOf(executable: string, platform: NodeJS.Platform): string {
  // On Windows `--version` opens a window instead of printing.
  if (platform === 'win32') return '';
  const answer = spawnSync(executable, ['--version'], { encoding: 'utf8', timeout: versionTimeoutMs });
  return answer.status === 0 ? answer.stdout.trim() : '';
}
