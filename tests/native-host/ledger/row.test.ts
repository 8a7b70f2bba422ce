import { expect, test } from 'vitest';
import {
  columnsOf,
  firstPrevHash,
  hashedColumns,
  headMac,
  rowHash,
} from '../../../native-host/ledger/row.ts';
import { sampleRow } from './sample-rows.ts';

// These values stand in ledgers that exist. They never change.
test('the format is frozen: one row and one head have these hashes', () => {
  const columns = columnsOf(sampleRow(), 1, '2026-11-30T10:00:00.000Z', firstPrevHash);
  expect(rowHash(columns)).toBe('a7b0f27c43b31500d3bca808e38bc1e7bc21fe42e84525f15282bd3a55b59834');
  expect(headMac(Buffer.alloc(32, 1), 1, rowHash(columns))).toBe(
    '2ba7b18de3833ba0a3e1ffd56d5b35fdee1c1479c861bfb47511f57019bf2f96',
  );
});

test('every column counts, and no two rows are spelled alike', () => {
  const columns = columnsOf(sampleRow(), 1, '2026-11-30T10:00:00.000Z', firstPrevHash);
  const hashes = new Set([rowHash(columns)]);
  hashedColumns.forEach((_, index) => {
    hashes.add(rowHash(columns.with(index, `${columns[index]}x`)));
    hashes.add(rowHash(columns.with(index, null)));
    hashes.add(rowHash(columns.with(index, '')));
    hashes.add(rowHash(columns.with(index, '-')));
  });
  expect(hashes.size).toBe(1 + 4 * hashedColumns.length);
});
