import { expect, test } from 'vitest';
import { patternOf, wait } from '../../../../entrypoints/background/tools/wait.ts';
import { attempt } from '../../../../shared/faults.ts';
import { context, ScriptedPage, seen } from '../../../fakes/scripted-page.ts';

const args = (condition: object) => ({ state: 'visible', timeout_ms: 500, ...condition }) as never;

test('an address pattern is matched whole, and only its stars are special', () => {
  expect(patternOf('https://x.test/a*').test('https://x.test/a?b=1')).toBe(true);
  expect(patternOf('https://x.test/a').test('https://x.test/ab')).toBe(false);
  expect(patternOf('https://x.test/*').test('https://xxtest/a')).toBe(false);
});

test('a text is waited for in every frame', async () => {
  let asked = 0;
  const page = new ScriptedPage({ holds_text: () => ({ holds: ++asked > 2 }) });
  expect((await wait(page, args({ text: 'Done' }), [], context(2_000))).result.met).toBe('the text is there');
});

test('hidden means gone as well as not visible', async () => {
  const gone = new ScriptedPage({ resolve: () => ({ state: 'none', nearest: [] }) });
  const hidden = new ScriptedPage({
    resolve: () => ({ state: 'unready', target: seen('e1'), check: 'visible', covered_by: null }),
  });
  for (const page of [gone, hidden]) {
    expect((await wait(page, args({ selector: '#a', state: 'hidden' }), [], context())).verified).toBe(true);
  }
});

test('what does not come about is a timeout that says what was waited for', async () => {
  const page = new ScriptedPage({ resolve: () => ({ state: 'none', nearest: [] }) });
  const result = await attempt(() => wait(page, args({ selector: '#a' }), [], context(250)));
  expect(result).toMatchObject({ fault: { code: 'timeout' } });
  expect(result.ok ? '' : result.fault.message).toContain('#a is visible');
});

test('a text is gone when every frame has said so; a frame that does not answer keeps the question open', async () => {
  const gone = new ScriptedPage({ holds_text: () => ({ holds: false }) });
  expect((await wait(gone, args({ text: 'Busy', state: 'hidden' }), [], context())).result.met).toBe(
    'the text is gone',
  );
  const silent = new ScriptedPage({
    holds_text: () => ({ fault: { code: 'timeout', message: 'no answer', hint: '' } }),
  });
  const result = await attempt(() => wait(silent, args({ text: 'Busy', state: 'hidden' }), [], context(200)));
  expect(result).toMatchObject({ fault: { code: 'timeout' } });
});

test('the end of a download is told with its name, once; a cancelled one is no file', async () => {
  const page = new ScriptedPage({});
  const downloads = [
    { guid: 'a', filename: 'old.csv', state: 'complete', begunAt: Date.now() - 120_000 },
    { guid: 'b', filename: 'new.csv', state: 'complete', begunAt: Date.now() },
  ] as const;
  const told: string[] = [];
  Object.assign(page, { downloads: () => downloads, downloadTold: (guid: string) => void told.push(guid) });
  expect((await wait(page, args({ download: true }), [], context())).result).toMatchObject({
    filename: 'new.csv',
    met: 'a download is done',
  });
  expect(told).toEqual(['b']);
  Object.assign(page, { downloads: () => [{ ...downloads[1], state: 'canceled' }] });
  expect(await attempt(() => wait(page, args({ download: true }), [], context()))).toMatchObject({
    fault: { code: 'not-found', detail: { filename: 'new.csv' } },
  });
});
