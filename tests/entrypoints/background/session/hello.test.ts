import { afterEach, expect, test, vi } from 'vitest';
import { browserOf, managedPolicy } from '../../../../entrypoints/background/session/hello.ts';

afterEach(() => void vi.unstubAllGlobals());

test('the browser is named by its own brand, not by the engine or the filler', () => {
  const filler = { brand: 'Not;A=Brand', version: '8.0.0.0' };
  const engine = { brand: 'Chromium', version: '156.0.1.2' };
  const edge = { brand: 'Microsoft Edge', version: '156.0.3.4' };
  expect(browserOf([filler, engine, edge])).toEqual({ name: 'Microsoft Edge', version: '156.0.3.4' });
  expect(browserOf([filler, engine])).toEqual({ name: 'Chromium', version: '156.0.1.2' });
  expect(browserOf([])).toEqual({ name: 'Chromium', version: '' });
});

// What `managedPolicy` sees of the browser: managed storage, how the extension came, and changes of either.
function organisationBrowser(policies: Record<string, unknown>[], installType: string) {
  const listeners = new Set<(changes: unknown, area: string) => void>();
  vi.stubGlobal('chrome', {
    storage: {
      managed: { get: async () => (policies.length > 1 ? policies.shift() : policies[0]) },
      onChanged: {
        addListener: (listener: () => void) => listeners.add(listener),
        removeListener: (listener: () => void) => listeners.delete(listener),
      },
    },
    management: { getSelf: async () => ({ installType }) },
  });
  return { tell: (area: string) => listeners.forEach((listener) => void listener({}, area)), listeners };
}

test('an extension that was just pushed waits for its rules, and for nothing else', async () => {
  const rules = { version: 1, write: { mode: 'deny-all' } };
  const { tell, listeners } = organisationBrowser([{}, rules], 'admin');
  const waiting = managedPolicy(60_000);
  await vi.waitFor(() => expect(listeners.size).toBe(1));
  await new Promise((resolve) => setTimeout(resolve, 20));
  tell('local');
  tell('managed');
  expect(await waiting).toEqual(rules);
  expect(listeners.size).toBe(0);
});

test('without an organisation, or with its rules at hand, nothing is waited for', async () => {
  organisationBrowser([{}], 'development');
  expect(await managedPolicy(60_000)).toBeNull();
  organisationBrowser([{ version: 1 }], 'admin');
  expect(await managedPolicy(60_000)).toEqual({ version: 1 });
});

test('an organisation that sets no rules keeps nobody waiting for good', async () => {
  organisationBrowser([{}], 'admin');
  expect(await managedPolicy(10)).toBeNull();
});
