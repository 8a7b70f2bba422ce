import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PolicyStore } from '../../../native-host/policy/policy-store.ts';
import type { Question } from '../../../native-host/policy/question.ts';
import { parseResourceRule } from '../../../native-host/policy/resource-rule.ts';
import { on, policyPlaces } from './policy-rig.ts';

// Attempts to get past the rules by the way in which an address is written. Two policies: one allows example.com and one local
// origin, the other everything but bad.test.

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const policies = {
  list: 'write: {mode: allow-list, resources: ["domain:example.com", "origin:http://127.0.0.1:8931"]}',
  block:
    'write: {mode: block-list, resources: ["domain:bad.test"], except: ["origin:http://127.0.0.1:8931"]}',
} as const;
const opened: { places: ReturnType<typeof policyPlaces>; store: PolicyStore }[] = [];
let list: PolicyStore;
let block: PolicyStore;

async function open(text: string): Promise<PolicyStore> {
  const places = policyPlaces({ 'home/policy.yaml': `version: 1\n${text}\n` });
  const store = await PolicyStore.open(places);
  opened.push({ places, store });
  return store;
}

beforeAll(async () => {
  list = await open(policies.list);
  block = await open(policies.block);
});

afterAll(async () => {
  for (const { places, store } of opened) {
    await store.close();
    places.remove();
  }
});

async function said(store: PolicyStore, url: string, different: Partial<Question> = {}): Promise<string> {
  const { decision, policies: deciding } = await store.judge(on(url, different));
  return `${decision} ${deciding.join(' ')}`;
}

const eachSays = async (store: PolicyStore, urls: readonly string[], answer: string): Promise<void> => {
  for (const url of urls) expect([url, await said(store, url)]).toEqual([url, answer]);
};

test('a user name before another host is refused, and a backslash makes the other host count', async () => {
  await eachSays(
    list,
    ['https://example.com@evil.test', 'https://example.com:443@evil.test/'],
    'deny always.address',
  );
  await eachSays(
    list,
    ['https://evil.test\\@example.com/', 'https://evil.test#@example.com'],
    'deny write.allow-list',
  );
});

test('names that begin or end like an allowed one are other sites', async () => {
  const urls = [
    'https://notexample.com',
    'https://example.com.evil.test',
    'https://example.com%2eevil.test',
    'https://example.community',
  ];
  await eachSays(list, urls, 'deny write.allow-list');
});

test('every notation of an allowed name is that name, and people are shown its canonical form', async () => {
  const urls = [
    'https://EXAMPLE.com.',
    'https://ex%61mple.com',
    'https://example。com',
    'https://ex\u00admple.com/',
    'https://exa\tmple.com',
    'https:example.com/a',
  ];
  const same = urls.filter((url) => !url.includes('\u00ad'));
  await eachSays(list, same, 'allow write.allow-list.listed');
  for (const url of same)
    expect((await list.judge(on(url))).reason).toContain('on https://example.com is allowed');
  // A soft hyphen takes no letter's place: this is another name.
  expect(await said(list, 'https://ex\u00admple.com/')).toBe('deny write.allow-list');
  expect(await said(list, 'https://exa\u00admple.com/')).toBe('allow write.allow-list.listed');
});

test('a name with a sign that browser and standard read differently is no address', async () => {
  const urls = [
    'https://*.example.com',
    'https://a!b.example.com',
    "https://a'b.example.com",
    'https://a,b.example.com',
  ];
  await eachSays(list, urls, 'deny always.address');
});

test('local and numeric addresses in every notation are denied under a block list, unless named exactly', async () => {
  const hosts = [
    '127.1',
    '0x7f.1',
    '0177.0.0.1',
    '2130706433',
    '[::ffff:127.0.0.1]',
    '[::1]',
    '169.254.169.254',
    'localhost.',
    'router',
    'printer.local',
    '192.168.0.1',
    '[fd00::1]',
    '8.8.8.8',
  ];
  await eachSays(
    block,
    hosts.map((host) => `https://${host}/`),
    'deny write.block-list.private',
  );
  await eachSays(
    block,
    ['http://127.0.0.1:8931', 'http://127.1:8931/x', 'http://2130706433:8931'],
    'allow write.block-list.others',
  );
  await eachSays(block, ['http://127.0.0.1:8932', 'https://127.0.0.1:8931'], 'deny write.block-list.private');
});

test('another port or scheme of an allowed name is another site, and a block reaches all of them', async () => {
  await eachSays(
    list,
    ['https://example.com:8443', 'http://example.com', 'http://example.com:443'],
    'deny write.allow-list',
  );
  await eachSays(
    list,
    ['http://127.0.0.1:8932', 'https://127.0.0.1:8931', 'http://[::ffff:127.0.0.1]:8931'],
    'deny write.allow-list',
  );
  await eachSays(block, ['https://bad.test:8443', 'https://a.bad.test'], 'deny write.block-list');
});

test('addresses that are not of the web are refused by their scheme, before any host is looked at', async () => {
  const urls = [
    'file://example.com/x',
    'chrome://settings',
    'view-source:https://example.com',
    'filesystem:https://example.com/temporary/x',
    'chrome-extension://example.com/approve.html',
    'devtools://devtools',
    'ws://example.com',
    'ftp://example.com',
  ];
  for (const store of [list, block]) {
    await eachSays(store, urls, 'deny always.address');
    for (const url of urls) {
      expect(await said(store, url, { tool: 'navigate', bucket: 'read', granted: true })).toBe(
        'deny always.address',
      );
    }
  }
});

test('nothing is opened by data:, javascript: or blob:, and a frame of such an address is nobody’s', async () => {
  const urls = ['data:text/html,<p>', 'javascript:alert(1)', 'blob:https://example.com/1', 'about:config'];
  for (const url of urls) {
    expect(await said(list, url, { tool: 'navigate', bucket: 'read' })).toBe('deny always.address');
    expect(await said(list, 'https://example.com', { frame_url: url })).toContain(
      'deny always.opaque-origin',
    );
  }
});

test('a rule that would cover strangers, or means nothing, is refused when it is read, with what to write', () => {
  const refused: Readonly<Record<string, RegExp>> = {
    'domain:*.co.uk': /wildcards/,
    'domain:co.uk': /public suffix/,
    'domain:github.io': /public suffix/,
    'domain:.com': /starts with a dot/,
    'domain:com': /public suffix/,
    'domain:example.com@evil.test': /user name/,
    'domain:127.0.0.1': /IP address/,
    'domain:localhost': /local network/,
    'domain:example.com:8443': /port/,
    'https://example.com': /bare URL/,
    'example.com': /kind is missing/,
  };
  for (const [text, why] of Object.entries(refused)) {
    const rule = parseResourceRule(text);
    expect([text, 'why' in rule ? rule.why : rule.key]).toEqual([text, expect.stringMatching(why)]);
    expect('remedy' in rule && rule.remedy).not.toBe('');
  }
});

test('a sandboxed, empty or srcdoc document is nobody’s: neither filled, nor changed, approved or not', async () => {
  for (const url of ['null', 'about:blank', 'about:srcdoc']) {
    for (const granted of [false, true]) {
      expect(await said(list, url, { tool: 'fill', secret_used: true, granted })).toContain(
        'always.opaque-origin',
      );
      const framed = { tool: 'fill', frame_url: url, secret_used: true, granted } as const;
      expect(await said(list, 'https://example.com', framed)).toBe(
        'deny always.opaque-origin always.secret-in-foreign-frame',
      );
    }
  }
});

test('a password goes into a frame of the page’s own origin, and of no other', async () => {
  const frame = (frame_url: string) =>
    said(list, 'https://example.com', { tool: 'fill', secret_used: true, frame_url });
  expect(await frame('https://example.com/frame')).toBe('allow write.allow-list.listed');
  for (const other of [
    'http://example.com',
    'https://example.com:8443',
    'https://login.example.com',
    'https://pay.test',
  ]) {
    expect(await frame(other)).toBe('deny always.secret-in-foreign-frame');
  }
});
