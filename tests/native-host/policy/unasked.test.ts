import { expect, test, vi } from 'vitest';
import { on, withPolicy } from './policy-rig.ts';

// The engine is started several times here, which takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const home = (text: string) => ({ 'home/policy.yaml': `version: 1\n${text}\n` });
const unasked = 'unasked: [{ tool: click, site: "origin:https://shop.example" }]';

test('an approval for good is for one tool on one exact origin, and never for deleting', async () => {
  await withPolicy(home(unasked), async (store) => {
    const decided = async (url: string, over: object = {}) => (await store.judge(on(url, over))).decision;
    expect(await decided('https://shop.example/cart')).toBe('allow');
    expect(await decided('https://www.shop.example/')).toBe('ask');
    expect(await decided('https://shop.example:8443/')).toBe('ask');
    expect(await decided('http://shop.example/')).toBe('ask');
    expect(await decided('https://shop.example/', { tool: 'fill' })).toBe('ask');
    expect(await decided('https://shop.example/', { bucket: 'delete' })).toBe('ask');
    expect(store.rules().find(({ bucket }) => bucket === 'write')?.words).toContain(
      'Not asked any more: “Click” on https://shop.example.',
    );
  });
});

test('it takes nothing away from an organisation: what it asks or forbids stays so', async () => {
  const organisation = (rule: string) => ({
    ...home(unasked),
    'machine/policy.yaml': `version: 1\n${rule}\n`,
  });
  const click = on('https://shop.example/');
  await withPolicy(organisation('write: { mode: allow-all, approve: true }'), async (store) => {
    expect((await store.judge(click)).decision).toBe('ask');
  });
  await withPolicy(organisation('write: { mode: deny-all }'), async (store) => {
    expect((await store.judge(click)).decision).toBe('deny');
  });
});

test('a rule of the person for the tool alone is waived too, a list that leaves the site out is not', async () => {
  const click = on('https://shop.example/');
  const single = 'write: { mode: allow-all, tools: { click: { mode: allow-all, approve: true } } }';
  await withPolicy(home(`${single}\n${unasked}`), async (store) => {
    expect((await store.judge(click)).decision).toBe('allow');
  });
  const elsewhere = 'write: { mode: allow-list, resources: ["domain:other.example"], approve: true }';
  await withPolicy(home(`${elsewhere}\n${unasked}`), async (store) => {
    expect((await store.judge(click)).decision).toBe('deny');
  });
});
