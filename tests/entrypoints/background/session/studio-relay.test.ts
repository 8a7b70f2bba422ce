import { expect, test } from 'vitest';
import { StudioRelay } from '../../../../entrypoints/background/session/studio-relay.ts';
import { ok } from '../../../../shared/faults.ts';
import { controlRequests } from '../../../../shared/protocol/control-messages.ts';
import { panelEvents } from '../../../../shared/protocol/panel-messages.ts';
import { createPeer } from '../../../../shared/protocol/peer.ts';
import {
  recordingEvents,
  recordingRequests,
  studioRequests,
} from '../../../../shared/protocol/studio-messages.ts';
import { portPair } from '../../../fakes/port-pair.ts';

function opened() {
  const happened: string[] = [];
  const relay = new StudioRelay({
    forward: async (method) => {
      happened.push(`forwarded ${method}`);
      return ok({ folder: '/t', templates: [] } as never);
    },
    status: () => ({ state: 'connected', sentence: '', remedy: '' }),
    startRecording: async (url) => {
      happened.push(`recording ${url}`);
    },
    stopRecording: () => happened.push('stopped'),
    report: () => undefined,
  });
  const [theirs, ours] = portPair();
  relay.add(ours);
  const studio = createPeer({
    port: theirs,
    inbound: { requests: {}, events: { ...panelEvents, ...recordingEvents } },
    outbound: { requests: { ...studioRequests, ...recordingRequests, ...controlRequests }, events: {} },
    handlers: {},
    listeners: {
      'host.status': ({ state }) => happened.push(state),
      'recording.told': ({ act }) => happened.push(`told ${act.type}`),
      'recording.ended': ({ why }) => happened.push(why),
    },
  });
  return { relay, studio, happened };
}

const timeoutMs = 1000;

test('templates go on to the authority, recordings stay in the worker', async () => {
  const { studio, happened } = opened();
  expect(await studio.call('template.library', {}, { timeoutMs })).toEqual(
    ok({ folder: '/t', templates: [] }),
  );
  await studio.call('recording.start', { url: 'https://shop.example.com/' }, { timeoutMs });
  expect(happened).toEqual([
    'connected',
    'forwarded template.library',
    'recording https://shop.example.com/',
  ]);
});

test('no run is started and no question answered from a tab', async () => {
  const { studio, happened } = opened();
  const stop = await studio.call('work.stop', {}, { timeoutMs });
  expect(stop).toMatchObject({ ok: false });
  expect(happened).not.toContain('forwarded work.stop');
});

test('a recording ends with the last studio', async () => {
  const { studio, happened } = opened();
  studio.close();
  await expect.poll(() => happened).toContain('stopped');
});
