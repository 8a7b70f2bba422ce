import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StartError } from '../../../native-host/io/start-error.ts';
import { openRecord, sealRecord } from '../../../native-host/secrets/sealed-record.ts';
import { parseSecretsFile, secretsFileText } from '../../../native-host/secrets/secrets-file.ts';

const master = Buffer.alloc(32, 7);
const seen = { read: () => 0, note: () => undefined };
const fixture = join(import.meta.dirname, '../../fixtures/secrets/format-1.json');

// This file stands for those that people have. It must open for ever.
test('the format is frozen: a file of format 1 opens', () => {
  const { values } = parseSecretsFile('fixture', readFileSync(fixture), master, seen);
  expect([...values]).toEqual([
    ['demo', 'not a real secret: é&+"'],
    ['other', 'nor this one'],
  ]);
});

test('no single changed bit of the file is accepted', { timeout: 30_000 }, () => {
  const bytes = readFileSync(fixture);
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(() => parseSecretsFile('flipped', flipped, master, seen), `bit ${bit}`).toThrow(StartError);
  }
});

// Somebody with the seal's key (this program) could write these; the records themselves must refuse.
test('a record that was renamed, given other sites, put back or moved to another store does not open', () => {
  const { file } = parseSecretsFile('fixture', readFileSync(fixture), master, seen);
  const { store_id } = file.header;
  const [record, other] = file.records;
  if (record === undefined || other === undefined) throw new Error('The fixture holds two records.');
  expect(openRecord(master, store_id, record)).not.toBeNull();
  for (const changed of [
    { ...record, name: 'other' },
    { ...record, sites: ['domain:evil.test'] },
    { ...record, rev: record.rev + 1 },
    { ...record, key_id: 2 },
    { ...record, rotated: record.created.replace('2026', '2025') },
    { ...record, ciphertext: other.ciphertext, tag: other.tag },
    { ...record, tag: other.tag },
    { ...record, nonce: other.nonce },
    { ...record, salt: other.salt },
  ]) {
    expect(openRecord(master, store_id, changed)).toBeNull();
    const text = secretsFileText(master, { header: file.header, records: [changed] });
    expect(() => parseSecretsFile('changed', Buffer.from(text), master, seen)).toThrow('does not open');
  }
  expect(openRecord(master, 'f'.repeat(32), record)).toBeNull();
  expect(openRecord(Buffer.alloc(32, 8), store_id, record)).toBeNull();
});

test('salt and nonce are fresh at every writing', () => {
  const open = {
    name: 'a',
    kind: 'text' as const,
    rev: 1,
    key_id: 1,
    sites: ['domain:example.com'],
    created: '2026-11-30T10:00:00.000Z',
    rotated: '2026-11-30T10:00:00.000Z',
  };
  const sealed = [sealRecord(master, 'store', open, 'value'), sealRecord(master, 'store', open, 'value')];
  expect(new Set(sealed.map((one) => one.salt)).size).toBe(2);
  expect(new Set(sealed.map((one) => one.nonce)).size).toBe(2);
  expect(new Set(sealed.map((one) => one.ciphertext)).size).toBe(2);
});
