import { expect, test } from 'vitest';
import { CommandError } from '../../../../native-host/cli/command-error.ts';
import { mcp } from '../../../../native-host/cli/commands/mcp.ts';
import { parseCommandLine } from '../../../../native-host/cli/parse-command-line.ts';
import { ok } from '../../../../shared/faults.ts';
import { ClientAuthority } from '../../../fakes/client-authority.ts';
import { commandContext } from '../../../fakes/command-context.ts';
import { fakeTerminal } from '../../../fakes/terminal.ts';

const reader = {
  id: 'c00000001',
  name: 'Reader',
  scope: { tools: null, sites: ['origin:https://shop.example'], read_only: true },
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: '2026-02-01T00:00:00.000Z',
};

async function mcpWords(answers: ConstructorParameters<typeof ClientAuthority>[0], ...words: string[]) {
  const line = parseCommandLine(['mcp', ...words], [mcp]);
  if (line.kind !== 'run') throw new Error(line.kind);
  const authority = new ClientAuthority(answers);
  const terminal = fakeTerminal();
  const context = commandContext({ connect: async () => ok(authority) }, { terminal });
  const done = await line.command.run(line.invocation, context).catch((error: unknown) => error);
  return { done, terminal, calls: authority.calls };
}

test('a code is asked for with what the client may do, and shown with the way to use it', async () => {
  const offer = { 'pairing.offer': () => ({ code: 'ABCD-EFGH', expires_at: '2026-01-01T00:02:00.000Z' }) };
  const words = ['--read-only', '--sites', 'https://a.example, https://b.example', '--days', '7'];
  const { calls, terminal } = await mcpWords(offer, 'pair', ...words);
  const sites = ['https://a.example', 'https://b.example'];
  expect(calls[0]?.params).toEqual({ name: '', scope: { tools: null, sites, read_only: true }, days: 7 });
  expect(terminal.printed[0]).toBe('ABCD-EFGH');
  const wrong = await mcpWords(offer, 'pair', '--days', '900');
  expect(wrong.done).toBeInstanceOf(CommandError);
  expect(wrong.calls).toEqual([]);
});

test('who is paired is told with scope and end, and whether pairing is closed', async () => {
  const list = { 'pairing.clients': () => ({ clients: [reader], locked_ms: 61_000 }) };
  const { terminal } = await mcpWords(list, 'clients');
  const told = terminal.printed.join('\n');
  expect(told).toMatch(/c00000001 +Reader +read only, sites https:\/\/shop\.example +2026-02-01/);
  expect(told).toContain('closed for another 61 seconds');
});

test('revoking a client that is not there fails, and other words are wrong usage', async () => {
  const revoke = { 'pairing.revoke': ({ id }: { id: string }) => ({ revoked: id === reader.id }) };
  expect((await mcpWords(revoke, 'clients', 'revoke', reader.id)).done).toBe(0);
  expect((await mcpWords(revoke, 'clients', 'revoke', 'c1')).done).toBe(1);
  expect((await mcpWords({}, 'clients', 'revoke')).done).toBeInstanceOf(CommandError);
  expect((await mcpWords({}, 'pairs')).done).toMatchObject({
    what: expect.stringContaining('Did you mean "pair"'),
  });
});
