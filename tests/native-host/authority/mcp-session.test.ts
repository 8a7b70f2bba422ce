import { expect, test } from 'vitest';
import { AnswerDoors } from '../../../native-host/authority/answer-doors.ts';
import { PageLeases } from '../../../native-host/authority/leases.ts';
import { McpSession } from '../../../native-host/authority/mcp-session.ts';
import { OpenCalls } from '../../../native-host/authority/open-calls.ts';
import type { Parts } from '../../../native-host/authority/parts.ts';
import type { GateAnswer, GateRequest } from '../../../native-host/gate/ports.ts';
import { FaultError } from '../../../shared/faults.ts';
import type { CallProgress } from '../../../shared/protocol/mcp-messages.ts';
import { examplePage } from '../../fakes/gate-rig.ts';

const never = new AbortController().signal;
const call = { call: 'c1', tool: 'get_text', args: {}, profile: null, progress: true };

function sessionOf(answer: (request: GateRequest) => Promise<GateAnswer>) {
  const forgotten: string[] = [];
  const released: unknown[] = [];
  const told: CallProgress[] = [];
  const leases = new PageLeases(() => 0);
  const mcpCallers = new Set<string>();
  const browser = {
    call: async (_method: string, params: unknown) => {
      released.push(params);
      return { ok: true, value: { closed: 0 } };
    },
  };
  const parts = {
    gate: { call: answer, forget: (id: string) => forgotten.push(id) },
    patterns: {},
    code: { call: () => null },
    leases,
    mcpCallers,
    openCalls: new OpenCalls(),
    desk: { doors: new AnswerDoors(() => undefined) },
    clock: () => 0,
    sessions: { list: () => [{ name: 'main' }], pick: () => ({ ok: true, value: browser }) },
  };
  // Of the authority's parts only these are a session's business.
  const session = new McpSession(parts as unknown as Parts, (progress) => told.push(progress));
  return { session, forgotten, released, told, leases, mcpCallers };
}

const unused = async (): Promise<GateAnswer> => {
  throw new Error('no call was expected');
};

test('a session is opened once, under a name made from what the client calls itself', async () => {
  const { session, mcpCallers } = sessionOf(unused);
  await expect(session.handlers['mcp.call'](call, never)).rejects.toThrow(FaultError);
  const opened = await session.handlers['mcp.open'](
    { client: '  Claude Code/2 ✨', unattended: false },
    never,
  );
  expect(opened.session).toMatch(/^mcp-claude-code-2-[0-9a-f]{6}$/);
  expect([...mcpCallers]).toEqual([opened.session]);
  expect(await session.handlers['mcp.sessions']({}, never)).toEqual({ sessions: [opened.session] });
  await expect(session.handlers['mcp.open']({ client: 'x', unattended: false }, never)).rejects.toThrow(
    FaultError,
  );
});

test('a call goes through the gate as this session, and tells its stages', async () => {
  const requests: GateRequest[] = [];
  const { session, told } = sessionOf(async (request) => {
    requests.push(request);
    request.onStage?.({ stage: 'found' });
    request.onStage?.({ stage: 'answered' });
    return { receipt: {} as unknown as GateAnswer['receipt'], result: null };
  });
  const { session: id } = await session.handlers['mcp.open']({ client: 'c', unattended: true }, never);
  await session.handlers['mcp.call'](call, never);
  expect(requests[0]?.caller).toEqual({ kind: 'mcp', id, unattended: true });
  expect(told.map(({ stage }) => stage)).toEqual(['found', 'answered']);
  await session.handlers['mcp.call']({ ...call, progress: false }, never);
  expect(told.map(({ stage }) => stage)).toEqual(['found', 'answered', 'answered']);
});

test('its end stops what runs and gives back everything, in every browser', async () => {
  const { session, forgotten, released, leases, mcpCallers } = sessionOf(
    (request) =>
      new Promise((resolve) => {
        request.signal.addEventListener('abort', () =>
          resolve({ receipt: { call_id: 'stopped' } as unknown as GateAnswer['receipt'], result: null }),
        );
      }),
  );
  const { session: id } = await session.handlers['mcp.open']({ client: 'c', unattended: false }, never);
  leases.take({ kind: 'mcp', id, unattended: false }, 'main', [examplePage]);
  const running = session.handlers['mcp.call'](call, never);
  session.end();
  expect((await running).receipt.call_id).toBe('stopped');
  expect([forgotten, leases.holderOf('main', examplePage.page), mcpCallers.size]).toEqual([[id], null, 0]);
  expect(released).toEqual([{ caller_id: id, close_pages: false }]);
});
