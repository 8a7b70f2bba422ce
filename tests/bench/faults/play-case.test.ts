import { expect, test } from 'vitest';
import { type Caller, done, NoTool, type Outcome, refused } from './caller.ts';
import type { FaultCase } from './fault-case.ts';
import type { Mounted } from './fault-site.ts';
import { playCase } from './play-case.ts';

// A bench that judges kindly is worse than none: each judgement has its one reason.

const mounted = (said: readonly string[]): Mounted => ({
  at: () => '',
  other: () => '',
  forbidden: () => '',
  said: () => said,
  release: () => undefined,
  requests: () => [],
});

async function judge(answer: Outcome, said: readonly string[], play: FaultCase['play']) {
  const verbs = { fresh: async () => undefined, click: async () => answer };
  // Only these two verbs are played here.
  const caller = verbs as unknown as Caller;
  const faultCase: FaultCase = { name: 'one', kind: 'click', pages: {}, play };
  return (await playCase(faultCase, caller, { mount: () => mounted(said) }, async () => '', 1)).judgement;
}

const paysOnce: FaultCase['play'] = async ({ tool, said }) => {
  await tool.click({});
  return said('paid');
};
const isRefused: FaultCase['play'] = async ({ tool, refuses }) => refuses(await tool.click({}), /covered/);

test('what the page felt decides, whatever the tool said', async () => {
  expect(await judge(done('ok'), ['paid'], paysOnce)).toBe('pass');
  expect(await judge(done('ok'), ['paid', 'paid'], paysOnce)).toBe('wrong');
  expect(await judge(refused('covered'), ['stray'], paysOnce)).toBe('wrong');
});

test('nothing felt is honest if the tool said so, and wrong if it did not', async () => {
  expect(await judge(refused('covered'), [], paysOnce)).toBe('honest');
  expect(await judge(done('ok'), [], paysOnce)).toBe('wrong');
});

test('where a refusal is right, it passes with its reason, and ok is wrong', async () => {
  expect(await judge(refused('covered by a dialog'), [], isRefused)).toBe('pass');
  expect(await judge(refused('something else'), [], isRefused)).toBe('honest');
  expect(await judge(done('ok'), [], isRefused)).toBe('wrong');
});

test('a verb that a tool lacks is no failure, and a mistake of the bench is no judgement of a tool', async () => {
  const lacks: FaultCase['play'] = async () => {
    throw new NoTool('reads no tables');
  };
  const breaks: FaultCase['play'] = async () => {
    throw new Error('a mistake');
  };
  expect(await judge(done(''), [], lacks)).toBe('no tool');
  expect(await judge(done(''), [], breaks)).toBe('broken');
});
