import { expect, test, vi } from 'vitest';
import { HttpHolders } from '../../../native-host/mcp/http-holders.ts';
import { fault, ok } from '../../../shared/faults.ts';
import { ClientAuthority } from '../../fakes/client-authority.ts';

const own = 'T'.repeat(43);

function holders(exchange: () => unknown = () => ({ token: 'new', client: { id: 'c1' } })) {
  const joined: ClientAuthority[] = [];
  const made = new HttpHolders(
    {
      version: '0',
      connect: async () => {
        const authority = new ClientAuthority({
          'pairing.check': ({ token }: { token: string }) => ({
            client: token === 'paired' ? { id: 'c00000001' } : null,
          }),
          'pairing.exchange': exchange,
        });
        joined.push(authority);
        return ok(authority);
      },
      chooseBrowser: async () => ok({ profile: 'main' }),
      log: () => undefined,
    },
    own,
  );
  return { made, joined };
}

test("the person's own token needs nobody; a paired one is looked up each time, and is a holder apart", async () => {
  const { made, joined } = holders();
  expect(await made.holderOf(own)).toEqual({ id: 'owner', token: null, scoped: false });
  expect(await made.holderOf(null)).toBeNull();
  expect(joined).toHaveLength(0);
  expect(await made.holderOf('paired')).toEqual({ id: 'c00000001', token: 'paired', scoped: true });
  expect(await made.holderOf('unknown')).toBeNull();
  expect(joined.map(({ calls }) => calls.length)).toEqual([2]);
});

test('right and wrong codes take the same time, and what is no code asks nobody', async () => {
  vi.useFakeTimers();
  try {
    const wrong = holders(() => fault('denied', 'The code was not accepted.', ''));
    const right = holders();
    const body = JSON.stringify({ code: 'ABCD-EFGH', client: 'x' });
    const settled: string[] = [];
    const all = [wrong, right, holders()].map(async ({ made }, index) => {
      const answer = await made.pair(index === 2 ? '{"code":1}' : body);
      settled.push(answer.ok ? 'paired' : answer.fault.code);
    });
    await vi.advanceTimersByTimeAsync(299);
    expect(settled).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await Promise.all(all);
    expect([...settled].sort()).toEqual(['bad-arguments', 'denied', 'paired']);
  } finally {
    vi.useRealTimers();
  }
});
