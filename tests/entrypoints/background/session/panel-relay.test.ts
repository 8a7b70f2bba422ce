import { expect, test } from 'vitest';
import { PanelRelay } from '../../../../entrypoints/background/session/panel-relay.ts';
import { failed, fault, ok } from '../../../../shared/faults.ts';
import { controlEvents, controlRequests } from '../../../../shared/protocol/control-messages.ts';
import { panelEvents, panelSignals } from '../../../../shared/protocol/panel-messages.ts';
import { createPeer } from '../../../../shared/protocol/peer.ts';
import { portPair } from '../../../fakes/port-pair.ts';

const nowhere = { page: null, url: '', title: '', selection: '' };
const status = { state: 'host-missing', sentence: 'Not installed.', remedy: 'Install.' } as const;

function relayWith(asked: string[], retries: string[] = []) {
  return new PanelRelay({
    forward: async (method) => {
      asked.push(method);
      return failed(fault('browser-gone', 'nobody there', ''));
    },
    status: () => status,
    retry: () => void retries.push('retry'),
    pageIn: async () => nowhere,
    report: () => {},
  });
}

test('a panel hears the status at once, its requests go on, and faults come back as they are', async () => {
  const asked: string[] = [];
  const retries: string[] = [];
  const relay = relayWith(asked, retries);
  const [ours, theirs] = portPair();
  const states: string[] = [];
  const panel = createPeer({
    port: theirs,
    inbound: { requests: {}, events: { ...controlEvents, ...panelEvents } },
    outbound: { requests: controlRequests, events: panelSignals },
    handlers: {},
    listeners: {
      'run.event': () => {},
      'approval.requested': () => {},
      'approval.closed': () => {},
      'status.changed': () => void states.push('changed'),
      'host.status': ({ state }) => void states.push(state),
    },
  });
  relay.add(ours);
  const answer = await panel.call('run.list', { limit: 5 }, { timeoutMs: 1000 });
  panel.emit('host.retry', {});
  relay.broadcast('status.changed', {});
  await new Promise((done) => setTimeout(done, 5));
  expect(states).toEqual(['host-missing', 'changed']);
  expect(asked).toEqual(['run.list']);
  expect(answer).toEqual(failed(fault('browser-gone', 'nobody there', '')));
  expect(retries).toEqual(['retry']);
});

test.each(['tool.act', 'tool.call', 'authority.stop', 'session.hello', 'toString'])(
  'a panel cannot ask for %s',
  async (method) => {
    const asked: string[] = [];
    const relay = relayWith(asked);
    const [ours, theirs] = portPair();
    relay.add(ours);
    const heard: unknown[] = [];
    theirs.onMessage((message) => heard.push(message));
    theirs.send({ type: 'request', id: 1, method, params: {} });
    await new Promise((done) => setTimeout(done, 5));
    expect(asked).toEqual([]);
    expect(heard.at(-1)).toMatchObject({ type: 'response', id: 1, fault: { code: 'bad-arguments' } });
  },
);

test("answers are the authority's own", async () => {
  const relay = new PanelRelay({
    forward: async (_method, _params, _options) => ok(JSON.parse('{"runs":[]}')),
    status: () => status,
    retry: () => {},
    pageIn: async () => nowhere,
    report: () => {},
  });
  const [ours, theirs] = portPair();
  relay.add(ours);
  const heard: unknown[] = [];
  theirs.onMessage((message) => heard.push(message));
  theirs.send({ type: 'request', id: 7, method: 'run.list', params: { limit: 1 } });
  await new Promise((done) => setTimeout(done, 5));
  expect(heard.at(-1)).toEqual({ type: 'response', id: 7, result: { runs: [] } });
});

test('how many panels are open is told as each comes and goes', async () => {
  const counts: number[] = [];
  const relay = new PanelRelay({
    forward: async () => failed(fault('browser-gone', 'nobody there', '')),
    status: () => status,
    retry: () => {},
    pageIn: async () => nowhere,
    onCount: (open) => void counts.push(open),
    report: () => {},
  });
  const [first, firstPanel] = portPair();
  const [second] = portPair();
  relay.add(first);
  relay.add(second);
  firstPanel.close();
  await expect.poll(() => counts).toEqual([1, 2, 1]);
  expect(relay.count).toBe(1);
});
