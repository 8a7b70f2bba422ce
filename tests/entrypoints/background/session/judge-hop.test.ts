import { expect, test } from 'vitest';
import { hopAsker } from '../../../../entrypoints/background/session/judge-hop.ts';
import { type Fault, failed, fault, ok } from '../../../../shared/faults.ts';

const asked = { caller_id: 'c', from: 'https://a.test/', to: 'https://b.test/' };
const verdict = { allowed: true, reason: '', version: 'v', covers: 'origin' as const };

/** A line that gives these faults one after the other, and then its word. */
function line(faults: readonly Fault['code'][]) {
  const left = [...faults];
  const calls: unknown[] = [];
  const call = async (_method: string, params: unknown) => {
    calls.push(params);
    const code = left.shift();
    return code === undefined ? ok(verdict) : failed(fault(code, 'no', ''));
  };
  // The table's own types of methods are of no matter here.
  return { calls, host: () => ({ call }) as never };
}

test('a worker that has no line yet asks again until it has one', async () => {
  const { host, calls } = line(['browser-gone', 'browser-gone']);
  await expect(hopAsker(host)(asked)).resolves.toEqual(verdict);
  expect(calls).toEqual([asked, asked, asked]);
});

test('a refusal is no verdict, and without a line there is none in the end', async () => {
  await expect(hopAsker(line(['denied']).host)(asked)).rejects.toThrow('denied');
  await expect(hopAsker(line(['browser-gone']).host, { waitMs: 0 })(asked)).rejects.toThrow('browser-gone');
});
