import { expect, test } from 'vitest';
import { keepAnchor, readAnchors } from '../../../../entrypoints/background/session/ledger-anchors.ts';
import type { LedgerCheckpoint } from '../../../../shared/ledger-checkpoint.ts';

function memory() {
  const held: Record<string, unknown> = {};
  return {
    held,
    get: async () => ({ ...held }),
    set: async (items: Record<string, unknown>) => void Object.assign(held, items),
  };
}

function checkpoint(seq: number, key_id = '0'.repeat(16)): LedgerCheckpoint {
  const hash = seq.toString(16).padStart(64, '0');
  return {
    seq,
    at: '2026-11-30T10:00:00.000Z',
    hash,
    root: hash,
    key_id,
    signature: `${'A'.repeat(86)}==`,
  };
}

test('the latest twenty checkpoints are kept, in order', async () => {
  const area = memory();
  for (let seq = 1; seq <= 30; seq += 1) await keepAnchor(area, checkpoint(seq));
  expect((await readAnchors(area)).map(({ seq }) => seq)).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 11),
  );
});

test('a ledger that was set back does not overwrite what is remembered; another key has its own', async () => {
  const area = memory();
  await keepAnchor(area, checkpoint(10));
  await keepAnchor(area, checkpoint(7));
  await keepAnchor(area, checkpoint(10));
  await keepAnchor(area, checkpoint(3, 'f'.repeat(16)));
  expect((await readAnchors(area)).map(({ seq }) => seq)).toEqual([10, 3]);
});

test('what is no list of checkpoints counts as nothing', async () => {
  const area = memory();
  area.held['ledger_anchors'] = [{ seq: 1 }];
  expect(await readAnchors(area)).toEqual([]);
});
