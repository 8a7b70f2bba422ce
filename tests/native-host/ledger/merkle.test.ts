import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { Frontier, ProofMaker } from '../../../native-host/ledger/merkle.ts';

const hashes = Array.from({ length: 70 }, (_, index) =>
  createHash('sha256').update(String(index)).digest('hex'),
);
const sha = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();

/** The definition of RFC 6962, written down as it stands there. */
function rootByDefinition(leaves: readonly string[]): Buffer {
  if (leaves.length === 0) return sha();
  const [only] = leaves;
  if (leaves.length === 1) return sha(Buffer.from([0]), Buffer.from(only ?? '', 'hex'));
  const split = 2 ** Math.floor(Math.log2(leaves.length - 1));
  const [left, right] = [rootByDefinition(leaves.slice(0, split)), rootByDefinition(leaves.slice(split))];
  return sha(Buffer.from([1]), left, right);
}

function grown(size: number): Frontier {
  const frontier = Frontier.empty();
  for (const hash of hashes.slice(0, size)) frontier.push(hash);
  return frontier;
}

test('the root is the one of RFC 6962 at every size, grown or made at once', () => {
  for (let size = 0; size <= hashes.length; size += 1) {
    const root = rootByDefinition(hashes.slice(0, size)).toString('hex');
    expect(grown(size).root()).toBe(root);
    expect(new ProofMaker({ base: 0, basePeaks: '', hashes: hashes.slice(0, size) }).root()).toBe(root);
  }
});

test('a tree goes on from its peaks, and peaks of another size are none', () => {
  for (let size = 0; size < hashes.length; size += 1) {
    const again = Frontier.from(size, grown(size).peaks);
    for (const hash of hashes.slice(size)) again?.push(hash);
    expect(again?.root()).toBe(grown(hashes.length).root());
  }
  expect(Frontier.from(5, grown(4).peaks)).toBeNull();
  expect(Frontier.from(4, `${grown(4).peaks.slice(0, -1)}x`)).toBeNull();
});

test('proofs are the same whether the older leaves are known or only their peaks', () => {
  const whole = new ProofMaker({ base: 0, basePeaks: '', hashes });
  for (const base of [1, 5, 21, 32, 64]) {
    const later = new ProofMaker({ base, basePeaks: grown(base).peaks, hashes: hashes.slice(base) });
    expect(later.root()).toBe(whole.root());
    for (let index = base; index < hashes.length; index += 1) {
      expect(later.proof(index)).toEqual(whole.proof(index));
    }
    expect(() => later.proof(base - 1)).toThrow('not in the tree');
  }
});
