import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type FoundBrowser, findBrowser } from '../../native-host/browser/find-browser.ts';
import { launchBrowser } from '../../native-host/browser/launch-browser.ts';

// Goal: a page cannot tell, and a job does not depend on, who launched the browser. The same page is opened by a plainly
// started Chromium and by our launcher; it reports what it experiences to the server that it came from.

const Facts = z.record(z.string(), z.json());
type Facts = z.infer<typeof Facts>;

const page = `<!doctype html><title>Facts</title><script>
const say = (path, body) => fetch(path, { method: 'POST', body: JSON.stringify(body) });
addEventListener('load', async () => {
  const query = (text) => matchMedia(text).matches;
  // A window gets the focus, and tells its size, a moment after its first page has loaded.
  const settled = () => document.hasFocus() && outerWidth > 0 && innerWidth > 0;
  for (let look = 0; look < 100 && !settled(); look++) await new Promise((go) => setTimeout(go, 50));
  await say('/facts', {
    webdriver: navigator.webdriver, user_agent: navigator.userAgent, languages: navigator.languages,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone, locale: Intl.DateTimeFormat().resolvedOptions().locale,
    inner_width: innerWidth, inner_height: innerHeight, outer: [outerWidth, outerHeight], ratio: devicePixelRatio,
    screen: [screen.width, screen.height, screen.availWidth, screen.availHeight, screen.colorDepth],
    dark: query('(prefers-color-scheme: dark)'), reduced: query('(prefers-reduced-motion: reduce)'),
    contrast: query('(prefers-contrast: more)'), forced: query('(forced-colors: active)'),
    color_gamut: ['srgb', 'p3', 'rec2020'].filter((gamut) => query('(color-gamut: ' + gamut + ')')),
    font: getComputedStyle(document.body).fontFamily, wide: document.body.appendChild(Object.assign(
      document.createElement('span'), { textContent: 'Text of some width' })).getBoundingClientRect().width,
    plugins: navigator.plugins.length, cookies: navigator.cookieEnabled, touch: navigator.maxTouchPoints,
    focus: document.hasFocus(), visibility: document.visibilityState, pop_up: window.open('about:blank') !== null,
    permissions: (await navigator.permissions.query({ name: 'notifications' })).state,
  });
  if (location.search.includes('download')) location.href = '/file';
  if (location.search.includes('dialog')) {
    setTimeout(async () => { await say('/before', {}); await say('/answer', { answer: confirm('Go on?') }); }, 500);
  }
});
</script>`;

let server: Server;
let origin: string;
let browser: FoundBrowser;
/** CSS pixels of the bar that a browser without its sandbox shows above the page. */
const barHeight = 56;
const said = new Map<string, Facts[]>();
const folders: string[] = [];

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'localagent-launcher-'));
  folders.push(made);
  return made;
};

beforeAll(async () => {
  server = createServer(async (request, response) => {
    if (request.url === '/file') {
      response.setHeader('content-disposition', 'attachment; filename="report.csv"');
      response.end('a,b\n1,2\n');
      return;
    }
    if (request.method !== 'POST') {
      response.setHeader('content-type', 'text/html');
      response.end(page);
      return;
    }
    const body: Buffer[] = [];
    for await (const part of request) body.push(Buffer.from(part));
    const path = request.url ?? '';
    said.set(path, [...(said.get(path) ?? []), Facts.parse(JSON.parse(Buffer.concat(body).toString()))]);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  origin = `http://127.0.0.1:${address.port}`;
  const found = findBrowser({
    env: process.env,
    platform: process.platform,
    executable: null,
    prefer: ['chromium'],
  });
  if (!found.ok) throw new Error(found.fault.message);
  browser = found.value;
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
  for (const made of folders) rmSync(made, { recursive: true, force: true, maxRetries: 5 });
});

async function until<T>(what: string, look: () => T | undefined, timeoutMs = 20_000): Promise<T> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; ) {
    const seen = look();
    if (seen !== undefined) return seen;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`timed out waiting for ${what}`);
}

const homeEnv = (home: string): Record<string, string | undefined> => ({
  ...process.env,
  HOME: home,
  XDG_CONFIG_HOME: undefined,
  LANG: 'de_DE.UTF-8',
  LANGUAGE: undefined,
  TZ: 'Asia/Tokyo',
});

async function plainly<T>(home: string, url: string, work: () => Promise<T>): Promise<T> {
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const switches = [
    `--user-data-dir=${join(home, 'plain')}`,
    '--no-first-run',
    '--headless=new',
    ...root,
    url,
  ];
  const child: ChildProcess = spawn(browser.executable, switches, { env: homeEnv(home), stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    return await work();
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

async function ours<T>(
  home: string,
  work: (launched: Extract<Awaited<ReturnType<typeof launchBrowser>>, { ok: true }>['value']) => Promise<T>,
): Promise<T> {
  const launched = await launchBrowser({
    browser,
    profile: 'facts',
    profileFolder: join(home, 'profiles', 'facts'),
    extensionFolder: null,
    headless: true,
    env: homeEnv(home),
  });
  if (!launched.ok) throw new Error(`${launched.fault.message} ${JSON.stringify(launched.fault.detail)}`);
  try {
    return await work(launched.value);
  } finally {
    await launched.value.close();
  }
}

async function openFrom(
  context: { pages(): { goto(url: string): Promise<unknown> }[] },
  url: string,
): Promise<void> {
  // As a person would by the address bar; waiting for it would wait for the dialog.
  void context
    .pages()[0]
    ?.goto(url)
    .catch(() => undefined);
}

test('a page experiences the same in a plainly started browser and in ours', async () => {
  const take = async (): Promise<Facts> => until('the facts', () => said.get('/facts')?.pop());
  said.clear();
  const plain = await plainly(folder(), `${origin}/`, take);
  said.clear();
  const launched = await ours(folder(), async ({ context }) => {
    await openFrom(context, `${origin}/`);
    return take();
  });
  const { inner_height: plainHeight, ...plainFacts } = plain;
  const { inner_height: height, ...facts } = launched;
  // The one difference is the browser's own: with a debugging pipe it says that it is driven, and so it is.
  expect(facts).toEqual({ ...plainFacts, webdriver: true });
  // The browser's bar about its switches may come before or after the page has looked.
  expect([0, barHeight]).toContain(Math.abs(Number(plainHeight) - Number(height)));
  expect(plain).toMatchObject({ time_zone: 'Asia/Tokyo', webdriver: false });
});

test('a dialog stays open until somebody answers it', async () => {
  said.clear();
  await ours(folder(), async ({ context }) => {
    const [first] = context.pages();
    if (first === undefined) throw new Error('no page');
    const session = await context.newCDPSession(first);
    await session.send('Page.enable');
    await openFrom(context, `${origin}/?dialog`);
    await until('the dialog', () => said.get('/before')?.[0]);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(said.get('/answer')).toBeUndefined();
    await session.send('Page.handleJavaScriptDialog', { accept: true });
    expect(await until('the answer', () => said.get('/answer')?.[0])).toEqual({ answer: true });
  });
});

test('a download lands where the browser itself puts it, under its own name', async () => {
  const downloads = (home: string): string | undefined => {
    const path = join(home, 'Downloads', 'report.csv');
    return existsSync(path) && readFileSync(path, 'utf8') === 'a,b\n1,2\n' ? path : undefined;
  };
  said.clear();
  const plainHome = folder();
  await plainly(plainHome, `${origin}/?download`, () =>
    until('the plain download', () => downloads(plainHome)),
  );
  const home = folder();
  await ours(home, async ({ context }) => {
    await openFrom(context, `${origin}/?download`);
    await until('our download', () => downloads(home));
  });
  expect(readdirSync(join(home, 'Downloads'))).toEqual(['report.csv']);
});

test('a profile serves one browser at a time', async () => {
  const home = folder();
  await ours(home, async () => {
    const second = await launchBrowser({
      browser,
      profile: 'facts',
      profileFolder: join(home, 'profiles', 'facts'),
      extensionFolder: null,
      headless: true,
      env: homeEnv(home),
    });
    expect(second).toMatchObject({
      ok: false,
      fault: { message: expect.stringContaining('"facts" is open') },
    });
  });
  await ours(home, async ({ context }) => expect(context.pages()).toHaveLength(1));
});
