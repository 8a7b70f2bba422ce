import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HostConnection } from '../../../../entrypoints/background/session/host-connection.ts';
import { FaultError, fault } from '../../../../shared/faults.ts';
import {
  browserEvents,
  browserRequests,
  sessionRequests,
} from '../../../../shared/protocol/browser-messages.ts';
import { controlEvents } from '../../../../shared/protocol/control-messages.ts';
import type { HostState } from '../../../../shared/protocol/panel-messages.ts';
import { createPeer } from '../../../../shared/protocol/peer.ts';
import type { Port } from '../../../../shared/protocol/port.ts';
import { portPair } from '../../../fakes/port-pair.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const hello = {
  protocol: 1,
  extension_version: '0',
  boot_id: 'b',
  profile_id: '8b54baf4-9ea4-4a7b-a36a-b49702a70af6',
  browser_name: 'Chromium',
  browser_version: '1',
  pages: [],
  managed: null,
};
const unused = async (): Promise<never> => {
  throw new Error('not asked in this test');
};
const handlers = {
  'tool.prepare': unused,
  'tool.read': unused,
  'tool.act': unused,
  'tool.replay': unused,
  'browser.pages': async () => ({ pages: [] }),
  'browser.probe': unused,
  'browser.model': unused,
  'browser.ask-model': unused,
  'anchor.keep': async () => ({}),
  'anchor.list': async () => ({ checkpoints: [] }),
  'run.release': unused,
};
const silent = {
  'run.event': () => {},
  'approval.requested': () => {},
  'approval.closed': () => {},
  'status.changed': () => {},
};

/** A connection whose ports lead to `answer`, the authority's reply to the hello. */
function connectionTo(answer: () => Promise<{ protocol: number }>) {
  const states: HostState[] = [];
  const hosts: Port[] = [];
  const stopped: unknown[] = [];
  const connection = new HostConnection({
    openPort: () => {
      const [ours, theirs] = portPair();
      hosts.push(theirs);
      createPeer({
        port: theirs,
        inbound: { requests: sessionRequests, events: browserEvents },
        outbound: { requests: browserRequests, events: controlEvents },
        handlers: {
          'hop.judge': async () => ({ allowed: true, reason: '', version: '', covers: 'origin' as const }),
          'session.hello': async () => ({
            host_version: '0',
            profile: 'p',
            live_callers: [],
            ...(await answer()),
          }),
        },
        listeners: {
          'pages.changed': () => {},
          'secret.egress_blocked': () => {},
          'panels.changed': () => {},
          'human.stopped': (params) => void stopped.push(params),
          'download.refused': () => {},
        },
      });
      return ours;
    },
    makeHello: async () => hello,
    handlers,
    listeners: silent,
    onStatus: ({ state }) => states.push(state),
    onHello: () => {},
    report: () => {},
  });
  return { connection, states, hosts, stopped };
}
const turns = () => vi.advanceTimersByTimeAsync(10);

test('after the hello the line is connected and carries events', async () => {
  const { connection, states, stopped } = connectionTo(async () => ({ protocol: 1 }));
  connection.emit('human.stopped', { by: 'infobar' });
  connection.connect();
  connection.connect();
  await turns();
  connection.emit('human.stopped', { by: 'infobar' });
  await turns();
  expect(states).toEqual(['connected']);
  expect(stopped).toHaveLength(1);
});

test('a lost line is made again, after waits that double', async () => {
  const { connection, hosts } = connectionTo(async () => ({ protocol: 1 }));
  connection.connect();
  await turns();
  for (const waitMs of [500, 500]) {
    hosts.at(-1)?.close();
    await turns();
    const before = hosts.length;
    await vi.advanceTimersByTimeAsync(waitMs - 20);
    expect(hosts).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(30);
    expect(hosts).toHaveLength(before + 1);
  }
});

test('without a hello the waits grow up to a minute', async () => {
  const { connection, hosts } = connectionTo(async () => {
    throw new FaultError(fault('internal', 'no', ''));
  });
  connection.connect();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(hosts.length).toBeGreaterThan(12);
  expect(hosts.length).toBeLessThan(20);
});

test.each([
  ['a program of the next protocol', async () => ({ protocol: 2 })],
  [
    'a refused hello',
    async () => {
      throw new FaultError(fault('bad-arguments', 'The extension is older. ', 'Update the extension.'));
    },
  ],
])('%s is a version mismatch and says what to update', async (_what, answer) => {
  const { connection, states } = connectionTo(answer);
  connection.connect();
  await turns();
  expect(states.at(-1)).toBe('version-mismatch');
  expect(connection.status.remedy).toMatch(/^Update the /);
});

test('a request without a line gives a fault and is not kept for later', async () => {
  const { connection } = connectionTo(async () => ({ protocol: 1 }));
  const answer = await connection.call('status.get', {}, { timeoutMs: 100 });
  expect(answer.ok ? '' : answer.fault.code).toBe('browser-gone');
});
