import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../native-host/io/database.ts';
import { StartError } from '../../../native-host/io/start-error.ts';
import { seenGenerations } from '../../../native-host/secrets/seen-generations.ts';
import { Vault } from '../../../native-host/secrets/vault.ts';
import type { TargetDescription } from '../../../shared/actions.ts';
import { ok } from '../../../shared/faults.ts';
import { tools } from '../../../shared/tools/index.ts';
import { examplePage, GateRig, outcome, target } from '../../fakes/gate-rig.ts';

const value = 'canary-4711-of-the-shop';
let folder: string;
let paths: { secretsPath: string; keyPath: string };
let vault: Vault;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'la-cases-'));
  paths = { secretsPath: join(folder, 'secrets.json'), keyPath: join(folder, 'key') };
  vault = Vault.open(paths);
  vault.set('shop', value, ['domain:shop.example']);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A fill of the secret into a field that is described so, and what of it reached the browser. */
async function filled(field: Partial<TargetDescription>, at: Partial<typeof examplePage> = {}) {
  const rig = new GateRig({ secrets: vault, redactor: vault.redactor() });
  const page = { ...examplePage, ...at };
  const described = target({ editable: true, tag: 'input', input_type: 'password', ...field });
  rig.answers.prepare = () => ok({ page, targets: [described], dialog: null });
  rig.answers.act = () => ok(outcome({ fields: [{ selector: 'input', value: null, matches: true }] }));
  const { receipt } = await rig.call('fill', { page: 't1', selector: 'input', value: 'secret:shop' });
  const sent = rig.sent.filter(({ method }) => method === 'tool.act');
  return { code: receipt.fault?.code ?? null, sent: JSON.stringify(sent), receipt: JSON.stringify(receipt) };
}

function frame(origin: string) {
  return { id: 7, url: `${origin}/login`, origin, document_id: 'D7' };
}

test('no tool gives a secret out: none takes or returns one but by its name', () => {
  expect([...tools.keys()].filter((name) => /secret|password|vault|credential/i.test(name))).toEqual([]);
  expect(Object.getOwnPropertyNames(Vault.prototype).sort()).toEqual([
    ...[
      'constructor',
      'deliveryOf',
      'lend',
      'list',
      'protection',
      'redactor',
      'remove',
      'reveal',
      'rotate',
      'set',
      'state',
      'unlock',
    ],
  ]);
  expect(JSON.stringify([vault.list(), vault.state, vault.protection])).not.toContain('canary');
});

test('a secret that is asked for as a text stays its name', async () => {
  const rig = new GateRig({ secrets: vault, redactor: vault.redactor() });
  await rig.call('click', { page: 't1', selector: 'text=secret:shop' });
  await rig.call('fill', { page: 't1', selector: 'input', value: 'my password is secret:shop' });
  await rig.call('press_key', { page: 't1', key: 'a', selector: 'secret:shop' });
  expect(JSON.stringify(rig.sent)).not.toContain('canary');
});

test.each([
  ['a name that looks alike', frame('https://shop.example.evil.test'), 'https://shop.example.evil.test'],
  ['another name in the same ending', frame('https://notshop.example'), 'https://notshop.example'],
  ['plain http', frame('http://shop.example'), 'http://shop.example'],
  ['another port', frame('https://shop.example:8443'), 'https://shop.example:8443'],
  ['a frame of another site', frame('https://evil.test'), 'https://shop.example'],
  ['a page of another site around it', frame('https://shop.example'), 'https://evil.test'],
  ['a document without an origin', frame('null'), 'https://shop.example'],
])('a fill on %s is denied, and the value stays in the host', async (_, where, origin) => {
  const { code, sent, receipt } = await filled({ frame: where }, { origin, url: `${origin}/login` });
  expect(code).toBe('denied');
  expect(sent).toBe('[]');
  expect(receipt).not.toContain('canary');
});

test.each([
  ['https://evil.test/collect', 'denied'],
  ['http://shop.example/login', 'denied'],
  ['mailto:thief@evil.test', 'denied'],
  ['https://login.shop.example/session', null],
  ['javascript:void(0)', null],
])('a form that is sent to %s is %s', async (action, code) => {
  const found = await filled({ form: { action, method: 'post' } });
  expect(found.code).toBe(code);
  expect(found.sent.includes('canary')).toBe(code === null);
});

test('a renamed record, edited sites, swapped values, an old store and a short tag are each told as what they are', () => {
  const seen = seenGenerations(openDatabase(join(folder, 'localagent.db')));
  vault.set('other', 'value-of-the-other', ['domain:other.example']);
  const older = readFileSync(paths.secretsPath);
  vault.set('third', 'value-of-the-third', ['domain:other.example']);
  Vault.open(paths, seen);
  const text = readFileSync(paths.secretsPath, 'utf8');
  const reason = (changed: string | Buffer): string => {
    writeFileSync(paths.secretsPath, changed);
    try {
      Vault.open(paths, seen);
    } catch (error) {
      if (error instanceof StartError) return error.what;
    }
    return 'it opens';
  };
  expect(reason(text.replace('"name": "shop"', '"name": "shap"'))).toContain('its seal does not fit');
  expect(reason(text.replace('domain:shop.example', 'domain:evil.example'))).toContain(
    'its seal does not fit',
  );
  expect(reason(older)).toContain('an older one');
  expect(reason(text.replace(/"tag": "[^"]*"/, '"tag": "AAAAAA=="'))).toContain('expected 16 bytes');
  const [one = '', another = ''] = [...text.matchAll(/"ciphertext": "([^"]*)"/g)].map(([, held]) => held);
  const swapped = text.replace(one, '#').replace(another, one).replace('#', another);
  expect(reason(swapped)).toContain('its seal does not fit');
  expect(reason(text)).toBe('it opens');
  copyFileSync(paths.keyPath, join(folder, 'saved'));
  writeFileSync(paths.keyPath, Buffer.alloc(32, 9));
  expect(reason(text)).toContain('another key file');
});
