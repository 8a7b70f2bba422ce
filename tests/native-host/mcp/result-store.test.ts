import { expect, test } from 'vitest';
import { ResultStore } from '../../../native-host/mcp/result-store.ts';

test('results are kept under names that nobody can guess, and the oldest make room', () => {
  const store = new ResultStore(() => new Date(0));
  const uris = Array.from({ length: 30 }, (_, index) => store.put('a result', String(index)).uri);
  expect(new Set(uris).size).toBe(30);
  expect(uris[0]).toMatch(/^localagent:\/\/result\/[0-9a-f-]{36}$/);
  expect(store.list()).toHaveLength(20);
  expect(store.get(uris[9] ?? '')).toBeNull();
  expect(store.get(uris[29] ?? '')?.json).toBe('29');
});

test('long ones count by their length, and the newest is always kept', () => {
  const store = new ResultStore(() => new Date(0));
  const half = 'x'.repeat(26_000_000);
  const first = store.put('first', half).uri;
  const second = store.put('second', half).uri;
  expect([store.get(first), store.get(second)?.name]).toEqual([null, 'second']);
});
