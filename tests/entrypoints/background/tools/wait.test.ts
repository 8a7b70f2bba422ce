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
