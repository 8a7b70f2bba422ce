import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProfilesDocument } from '../../native-host/cli/commands/profile.ts';
import { finished, Home } from './command-line.ts';
import { Display } from './display.ts';
import { until } from './rig.ts';
import { type SmallSite, serveSite } from './small-site.ts';

// Goal: a person signs in once in a window, and every browser that is started in the profile, or in a copy of it, is signed in
// and shows itself as was fixed.

/** A site that signs in at once, and tells what it sees of the browser. */
const signIn = `<!doctype html><title>Sign in</title><script>
  document.cookie = 'session=alive; max-age=86400';
  fetch('/open', { method: 'POST' });
</script>`;
const show = `<!doctype html><title>Show</title><script>
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const seen = [document.cookie, navigator.language, zone, innerWidth, innerHeight];
  fetch('/seen', { method: 'POST', body: JSON.stringify(seen) });
</script>`;

const pages = { '/sign-in': signIn, '/show': show, '/open': '', '/seen': '' };
let display: Display;
let site: SmallSite;
let home: Home;

beforeAll(async () => {
  [display, site] = await Promise.all([Display.open(), serveSite(pages)]);
  home = new Home(display.env);
});
afterAll(async () => {
  await home?.[Symbol.asyncDispose]();
  await site?.close();
  await display?.[Symbol.asyncDispose]();
});

const list = async () =>
  ProfilesDocument.parse(JSON.parse((await home.run(['profile', 'list', '--json'])).stdout)).profiles;

/** A window that says to the person what to do in it. */
async function opened(args: readonly string[]) {
  const child = home.start(args);
  let said = '';
  child.stderr?.on('data', (text) => {
    said += text;
  });
  const ended = finished(child);
  await until('the window', 60_000, () => said.includes('close the window'));
  /** As a person does it; the browser asks nothing. */
  const close = async (): Promise<number> => {
    let code: number | null = null;
    void ended.then((end) => {
      code = end.code;
    });
    await until('the window to close', 60_000, async () => {
      if (code === null && (await display.hasActiveWindow())) await display.press('alt+F4');
      return code !== null;
    });
    return (await ended).code;
  };
  return { close, said: () => said };
}

test('a profile that was signed in by hand stays so, is locked meanwhile, and its copy is signed in too', async () => {
  const fixed = ['--locale', 'de-DE', '--zone', 'Asia/Tokyo', '--viewport', '900x600'];
  const login = await opened(['profile', 'login', 'work', '--url', `${site.origin}/sign-in`, ...fixed]);
  await until('the page', 60_000, () => site.requests.some(({ path }) => path === '/open'));
  expect(await list()).toMatchObject([{ name: 'work', in_use: true, signed_in_at: null }]);
  const locked = await home.run(['profile', 'clone', 'work', 'copy']);
  expect(locked).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('"work" is open in another browser'),
  });
  expect(await login.close()).toBe(0);
  expect(login.said()).toContain('counts as signed in');
  expect((await home.run(['profile', 'clone', 'work', 'copy'])).code).toBe(0);
  expect(await list()).toMatchObject([
    { name: 'copy', in_use: false, locale: 'de-DE', signed_in_at: expect.any(String) },
    { name: 'work', in_use: false, time_zone: 'Asia/Tokyo', signed_in_at: expect.any(String) },
  ]);
  const shown = await opened(['profile', 'login', 'copy', '--url', `${site.origin}/show`]);
  await until('the page', 60_000, () => site.requests.some(({ path }) => path === '/seen'));
  expect(await shown.close()).toBe(0);
  const seen = site.requests.find(({ path, method }) => path === '/seen' && method === 'POST')?.body ?? '';
  expect(JSON.parse(seen).slice(0, 3)).toEqual(['session=alive', 'de-DE', 'Asia/Tokyo']);
  expect((await home.run(['profile', 'remove', 'work'])).code).toBe(0);
  expect((await list()).map(({ name }) => name)).toEqual(['copy']);
});
