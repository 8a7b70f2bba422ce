import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Dialog, Page } from 'playwright-core';
import { type Fault, failed, fault, ok, type Result } from '../../shared/faults.ts';
import type { FoundBrowser } from './find-browser.ts';
import { lockProfile } from './profile-lock.ts';
import { applyViewport, mannerEnv, mannerSwitches } from './profile-manner.ts';
import type { ProfileManner } from './profile-record.ts';

// Starts a browser of LocalAgent's own, with a profile of its own and the extension in it. Playwright starts and ends it
// and otherwise keeps its hands off: what a page experiences must not depend on who launched the browser. So none of
// Playwright's switches are taken over, nothing is emulated, dialogs are left open, and downloads go where the
// browser puts them. `navigator.webdriver` is not touched: it says what the browser itself says.

export type LaunchOptions = Readonly<{
  browser: FoundBrowser;
  /** Name of the profile, as `--profile` and the panel show it. */
  profile: string;
  /** Its user data folder. */
  profileFolder: string;
  /** Folder of the unpacked extension; null where the organisation has installed it. */
  extensionFolder: string | null;
  headless: boolean;
  /** Language, zone and size that the profile has for good; left out: those of the machine. */
  manner?: ProfileManner;
  /** What it opens; left out: an empty page. */
  url?: string;
  /** Environment of the browser, and so of the host that it starts. */
  env: Readonly<Record<string, string | undefined>>;
  /** Switches besides; for tests. */
  switches?: readonly string[];
}>;

export interface LaunchedBrowser {
  readonly profile: string;
  readonly context: BrowserContext;
  /** What the person should know about how it was started; empty in the usual case. */
  readonly notes: readonly string[];
  /** Resolves once it has no window any more, or has ended by itself. */
  readonly closed: Promise<void>;
  /** Resolves once its process has ended, by whatever. */
  readonly ended: Promise<void>;
  /** Ends the browser and lets go of the profile. May be called twice. */
  close(): Promise<void>;
}

const launchTimeoutMs = 60_000;
const showTimeoutMs = 15_000;
/** A page that refuses to close must not keep a finished run from ending. */
const closeTimeoutMs = 15_000;

/** Launches; a browser that cannot be started, a profile in use or an extension that cannot be loaded is a fault. */
export async function launchBrowser(options: LaunchOptions): Promise<Result<LaunchedBrowser>> {
  const { extensionFolder } = options;
  if (extensionFolder !== null && !existsSync(join(extensionFolder, 'manifest.json'))) {
    return failed(
      fault('browser-gone', `The extension is not at ${extensionFolder}.`, 'Build it first: npm run build.'),
    );
  }
  const lock = lockProfile(options.profileFolder, options.profile);
  if (!lock.ok) return lock;
  const started = await start(options);
  if (!started.ok) {
    lock.value.release();
    return started;
  }
  const context = started.value;
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closing ??= closeContext(context).finally(() => lock.value.release());
    return closing;
  };
  const loaded = await keepHandsOff(context, options);
  if (!loaded.ok) {
    await close();
    return loaded;
  }
  const viewport = options.manner?.viewport ?? null;
  if (viewport !== null) {
    try {
      await applyViewport(context, viewport);
    } catch (error) {
      await close();
      return failed(launchFault(error instanceof Error ? error.message : String(error), options));
    }
  }
  if (options.url !== undefined) await show(context, options.url);
  const ended = new Promise<void>((resolve) => context.once('close', () => resolve()));
  const closed = whenClosed(context);
  return ok({ profile: options.profile, context, notes: notesOf(options), closed, ended, close });
}

async function start(options: LaunchOptions): Promise<Result<BrowserContext>> {
  // Loaded when a browser is started: most commands start none, and it takes longer than all the rest of the program.
  const { chromium } = await import('playwright-core');
  try {
    return ok(
      await chromium.launchPersistentContext(options.profileFolder, {
        executablePath: options.browser.executable,
        // All switches are ours; with `headless` Playwright would also change fonts, so it is told there is a window.
        ignoreDefaultArgs: true,
        headless: false,
        args: [...switchesOf(options)],
        env: definedOnly({ ...options.env, ...mannerEnv(options.manner, options.env) }),
        viewport: null,
        colorScheme: null,
        reducedMotion: null,
        forcedColors: null,
        contrast: null,
        // Ctrl+C is the command line's: it cancels the run first and then ends the browser.
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
        timeout: launchTimeoutMs,
      }),
    );
  } catch (error) {
    return failed(launchFault(error instanceof Error ? error.message : String(error), options));
  }
}

/** The whole command line of the browser. */
export function switchesOf(options: LaunchOptions): readonly string[] {
  const { browser, extensionFolder } = options;
  return [
    `--user-data-dir=${options.profileFolder}`,
    // A pipe, not a port: no other process of this machine can reach it.
    '--remote-debugging-pipe',
    '--no-first-run',
    '--no-default-browser-check',
    // Without it a locked keyring would ask for its password in a window that nobody sees.
    ...(process.platform === 'linux' ? ['--password-store=basic'] : []),
    ...(options.headless ? ['--headless=new'] : []),
    ...(needsNoSandbox() ? ['--no-sandbox'] : []),
    ...(extensionFolder === null ? [] : extensionSwitches(extensionFolder, browser.branded)),
    ...mannerSwitches(options.manner),
    ...(options.switches ?? []),
    'about:blank',
  ];
}

function extensionSwitches(folder: string, branded: boolean): readonly string[] {
  if (branded) return ['--enable-unsafe-extension-debugging'];
  return [`--load-extension=${folder}`, '--disable-features=DisableLoadExtensionCommandLineSwitch'];
}

/** Chromium refuses to start as root with its sandbox on. */
function needsNoSandbox(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0;
}

function notesOf(options: LaunchOptions): readonly string[] {
  if (!needsNoSandbox()) return [];
  return [
    `${options.browser.title} runs without its sandbox, because root started it (--no-sandbox). Run as another user to have it.`,
  ];
}

async function keepHandsOff(context: BrowserContext, options: LaunchOptions): Promise<Result<null>> {
  // Playwright dismisses a dialog at once unless somebody listens; this listener leaves it to the page's own reader.
  const leaveOpen = (_dialog: Dialog): void => {};
  context.on('dialog', leaveOpen);
  const browser = context.browser();
  if (browser === null) throw new Error('a persistent context without a browser');
  const session = await browser.newBrowserCDPSession();
  try {
    await session.send('Browser.setDownloadBehavior', { behavior: 'default' });
    if (options.extensionFolder !== null && options.browser.branded) {
      return await loadThroughPipe(
        (path) => session.send('Extensions.loadUnpacked', { path }),
        options.extensionFolder,
        options.browser,
      );
    }
    return ok(null);
  } finally {
    await session.detach();
  }
}

async function loadThroughPipe(
  load: (path: string) => Promise<unknown>,
  folder: string,
  browser: FoundBrowser,
): Promise<Result<null>> {
  try {
    await load(folder);
    return ok(null);
  } catch (error) {
    const told = error instanceof Error ? error.message : String(error);
    return failed(
      fault(
        'browser-gone',
        `${browser.title} ${browser.version} does not take an unpacked extension from the command line.`,
        'Two ways work: use Chromium (LOCALAGENT_BROWSER=/path/to/chromium), or install the extension in this browser by the policy ExtensionInstallForcelist.',
        { told: told.slice(0, 500) },
      ),
    );
  }
}

// Not on the command line: Playwright would wait for the page to load, however long that takes, before it gave the browser back.
async function show(context: BrowserContext, url: string): Promise<void> {
  const [blank] = context.pages();
  const page = await context.newPage();
  // What the browser shows of an address that cannot be reached is for the person to read.
  await page.goto(url, { waitUntil: 'commit', timeout: showTimeoutMs }).catch(() => undefined);
  await blank?.close();
}

/** On some systems a browser goes on without windows; to a person it is closed then. */
function whenClosed(context: BrowserContext): Promise<void> {
  return new Promise((resolve) => {
    context.once('close', () => resolve());
    const look = (): void => {
      if (context.pages().length === 0) resolve();
    };
    const watch = (page: Page): void => void page.once('close', look);
    for (const page of context.pages()) watch(page);
    context.on('page', watch);
  });
}

async function closeContext(context: BrowserContext): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, closeTimeoutMs);
  });
  await Promise.race([context.close().catch(() => undefined), late]);
  clearTimeout(timer);
}

const launchFaults: readonly (readonly [RegExp, string, string])[] = [
  [
    /missing x server|cannot open display|\$DISPLAY|ozone_platform/i,
    'The browser found no display to open its window on.',
    'Run it without a window (--headless), or start it where a display is (DISPLAY or WAYLAND_DISPLAY).',
  ],
  [
    /existing browser session|ProcessSingleton|SingletonLock|profile appears to be in use/i,
    'The profile is open in another browser already.',
    'Close that browser, or name another profile with --profile.',
  ],
  [
    /no usable sandbox|sandbox/i,
    'The browser could not start its sandbox.',
    'Allow unprivileged user namespaces on this machine, as the documentation of the browser says.',
  ],
];

function launchFault(told: string, options: LaunchOptions): Fault {
  const known = launchFaults.find(([pattern]) => pattern.test(told));
  const detail = { told: told.slice(0, 2000) };
  if (known !== undefined) return fault('browser-gone', known[1], known[2], detail);
  return fault(
    'browser-gone',
    `${options.browser.title} could not be started.`,
    `Start ${options.browser.executable} by hand to see why, or name another browser in LOCALAGENT_BROWSER.`,
    detail,
  );
}

function definedOnly(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
