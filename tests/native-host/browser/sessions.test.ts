import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { BrowserSessions, type BrowserSessionsOptions } from '../../../native-host/browser/sessions.ts';
import type { PageInfo } from '../../../shared/actions.ts';
import { raise } from '../../../shared/faults.ts';
import type { controlRequests } from '../../../shared/protocol/control-messages.ts';
import { protocolVersion } from '../../../shared/protocol/envelope.ts';
import { type Handlers, sides } from '../../../shared/protocol/messages.ts';
import { createPeer } from '../../../shared/protocol/peer.ts';
import type { studioRequests } from '../../../shared/protocol/studio-messages.ts';
import { portPair } from '../../fakes/port-pair.ts';

const options = { timeoutMs: 1_000 };
const page = (number: number): PageInfo => ({
  page: `t${number}`,
  url: 'https://example.com/',
  title: '',
  origin: 'https://example.com',
  document_id: 'd',
  active: false,
  owned: true,
});
const panelHandlers = (
  profile: () => string | null,
): Handlers<typeof controlRequests & typeof studioRequests> => {
  const none = async (): Promise<never> => raise('internal', `asked by ${profile()}`, '');
  return {
    'passkey.look': none,
    'template.library': none,
    'template.read': none,
    'template.check': none,
    'template.edit': none,
    'template.judge': none,
    'template.diff': none,
    'template.save': none,
    'template.submit': none,
    'passkey.add': async () => ({ passkeys: 0 }),
    'status.get': none,
    'template.list': async () => ({ templates: [] }),
    'secret.list': async () => ({ secrets: [] }),
    'run.continue': none,
    'run.start': async () => ({ run_id: `run of ${profile()}` }),
    'objective.start': none,
    'question.answer': none,
    'model.list': none,
    'model.use': none,
    'model.test': none,
    'run.cancel': none,
    'run.pause': none,
    'run.resume': none,
    'work.stop': none,
    'run.list': none,
    'run.events': none,
    'run.report': none,
    'file.show': none,
    'approval.answer': none,
    'receipt.list': none,
    'ledger.unsettled': none,
    'ledger.reconcile': none,
  };
};

function rig(more: Partial<BrowserSessionsOptions> = {}) {
  const happened: string[] = [];
  const sessions = new BrowserSessions({
    names: { nameFor: ({ hint, browser_name }) => hint ?? browser_name },
    hostVersion: '0.1.0',
    clock: () => new Date('2026-01-02T03:04:05Z'),
    panelHandlers,
    liveCallers: () => ['run-1'],
    onConnected: (session) => happened.push(`connected ${session.profile}`),
    onGone: (profile) => happened.push(`gone ${profile}`),
    onHumanStopped: (profile, by) => happened.push(`stopped ${profile} ${by}`),
    onDownloadRefused: (profile, { filename }) => happened.push(`refused ${profile} ${filename}`),
    ...more,
  });
  return { sessions, happened };
}

/** A worker of the profile `id`, as it behaves towards the host. */
function worker(sessions: BrowserSessions, id: string, hint: string | null = null) {
  const [ours, theirs] = portPair();
  const events: string[] = [];
  const none = async (): Promise<never> => raise('internal', 'not in this test', '');
  const peer = createPeer({
    port: ours,
    inbound: sides.extension,
    outbound: sides.authority_for_extension,
    handlers: {
      'tool.prepare': none,
      'tool.read': none,
      'tool.act': none,
      'tool.replay': none,
      'browser.pages': async () => ({ pages: [page(9)] }),
      'browser.probe': none,
      'browser.model': none,
      'browser.ask-model': none,
      'anchor.keep': async () => ({}),
      'anchor.list': async () => ({ checkpoints: [] }),
      'run.release': async () => ({ closed: 0 }),
    },
    listeners: {
      'run.event': () => {},
      'approval.requested': () => {},
      'approval.closed': () => {},
      'status.changed': () => events.push('status.changed'),
    },
  });
  sessions.add({ port: theirs, profileHint: hint, origin: null });
  const hello = (protocol = protocolVersion) =>
    peer.call(
      'session.hello',
      {
        protocol,
        extension_version: '0.1.0',
        boot_id: randomUUID(),
        profile_id: id,
        browser_name: 'Chromium',
        browser_version: '156',
        pages: [page(1)],
        managed: null,
      },
      options,
    );
  return { peer, hello, events };
}

test('a profile is there once its worker has said hello, and gone with its connection', async () => {
  const { sessions, happened } = rig();
  const one = worker(sessions, randomUUID());
  expect(sessions.pick(null)).toMatchObject({ ok: false, fault: { code: 'browser-gone' } });
  expect(await one.hello()).toEqual({
    ok: true,
    value: { protocol: protocolVersion, host_version: '0.1.0', profile: 'Chromium', live_callers: ['run-1'] },
  });
  expect(sessions.list()).toMatchObject([
    { name: 'Chromium', pages: 1, connected_at: '2026-01-02T03:04:05.000Z' },
  ]);
  const picked = sessions.pick(null);
  if (!picked.ok) throw new Error('none');
  expect(await picked.value.call('browser.pages', {}, options)).toEqual({
    ok: true,
    value: { pages: [page(9)] },
  });
  one.peer.close();
  await pause(5);
  expect(sessions.list()).toEqual([]);
  expect(await picked.value.call('browser.pages', {}, options)).toMatchObject({
    fault: { code: 'browser-gone' },
  });
  expect(happened).toEqual(['connected Chromium', 'gone Chromium']);
});

test('the page table follows what the extension says', async () => {
  const { sessions, happened } = rig();
  const one = worker(sessions, randomUUID());
  await one.hello();
  const picked = sessions.pick('Chromium');
  if (!picked.ok) throw new Error('none');
  expect(picked.value.page('t1')).toEqual(page(1));
  one.peer.emit('pages.changed', { pages: [page(2), page(3)] });
  one.peer.emit('human.stopped', { by: 'infobar' });
  one.peer.emit('download.refused', { url: 'https://example.com/x', filename: 'x.exe' });
  await pause(5);
  expect(picked.value.page('t1')).toBe(null);
  expect(picked.value.pages()).toEqual([page(2), page(3)]);
  expect(happened.slice(1)).toEqual(['stopped Chromium infobar', 'refused Chromium x.exe']);
});

test('several profiles keep apart, and a call that names none of them is told which there are', async () => {
  const { sessions } = rig();
  const [one, two] = [worker(sessions, randomUUID(), 'work'), worker(sessions, randomUUID(), 'home')];
  await Promise.all([one.hello(), two.hello()]);
  const none = sessions.pick(null);
  expect(none).toMatchObject({
    ok: false,
    fault: { code: 'bad-arguments', detail: { profiles: ['home', 'work'] } },
  });
  expect(sessions.pick('home')).toMatchObject({ ok: true, value: { profile: 'home' } });
  expect(sessions.pick('other')).toMatchObject({
    fault: { code: 'browser-gone', hint: 'Connected are: home, work.' },
  });
  const start = {
    template: 't',
    parameters: {},
    options: { profile: null, out: null, name_pattern: null, unattended: false },
  };
  expect(await two.peer.call('run.start', start, options)).toEqual({
    ok: true,
    value: { run_id: 'run of home' },
  });
  sessions.broadcast('status.changed', {});
  await pause(5);
  expect([one.events, two.events]).toEqual([['status.changed'], ['status.changed']]);
  sessions.close();
  await pause(5);
  expect(sessions.list()).toEqual([]);
});

test('a worker that comes back takes the place of the one before, and is waited for', async () => {
  const { sessions, happened } = rig();
  const id = randomUUID();
  const first = worker(sessions, id);
  await first.hello();
  const picked = sessions.pick(null);
  if (!picked.ok) throw new Error('none');
  expect(await picked.value.waitBack(10)).toBe(picked.value);
  // Back before the old end is seen.
  const second = worker(sessions, id);
  await second.hello();
  const now = await picked.value.waitBack(10);
  expect(now).not.toBe(picked.value);
  expect(await picked.value.closed).toContain('closed');
  await pause(5);
  expect(happened).toEqual(['connected Chromium', 'connected Chromium']);
  // Back after it.
  second.peer.close();
  await pause(5);
  const back = picked.value.waitBack(1_000);
  await worker(sessions, id).hello();
  expect((await back)?.profile).toBe('Chromium');
});

test('a worker that does not come back, or comes back as another profile, is given up', async () => {
  const { sessions } = rig();
  const one = worker(sessions, randomUUID());
  await one.hello();
  const picked = sessions.pick(null);
  if (!picked.ok) throw new Error('none');
  one.peer.close();
  await pause(5);
  const back = picked.value.waitBack(30);
  await worker(sessions, randomUUID()).hello();
  expect(await back).toBe(null);
});

test('a profile that was lost a moment ago is waited for, by whoever picks it, until the signal fires', async () => {
  const { sessions } = rig();
  const id = randomUUID();
  const never = new AbortController().signal;
  expect(await sessions.pickBack('Chromium', never)).toMatchObject({ fault: { code: 'browser-gone' } });
  const first = worker(sessions, id);
  await first.hello();
  expect(await sessions.pickBack('Chromium', never)).toMatchObject({ ok: true });
  first.peer.close();
  await pause(5);
  const stop = new AbortController();
  const stopped = sessions.pickBack('Chromium', stop.signal);
  stop.abort();
  expect(await stopped).toMatchObject({ fault: { code: 'browser-gone' } });
  const [named, only] = [sessions.pickBack('Chromium', never), sessions.pickBack(null, never)];
  await worker(sessions, id).hello();
  expect(await named).toMatchObject({ ok: true, value: { profile: 'Chromium' } });
  expect(await only).toMatchObject({ ok: true, value: { profile: 'Chromium' } });
});

test('a profile that was lost long ago is not waited for', async () => {
  let now = Date.parse('2026-01-02T03:04:05Z');
  const { sessions } = rig({ clock: () => new Date(now) });
  const one = worker(sessions, randomUUID());
  await one.hello();
  one.peer.close();
  await pause(5);
  now += 60_000;
  const picked = await sessions.pickBack('Chromium', new AbortController().signal);
  expect(picked).toMatchObject({ fault: { code: 'browser-gone' } });
});

test('a lost session is forgotten before a lost call looks for the next', async () => {
  const { sessions } = rig();
  const one = worker(sessions, randomUUID());
  await one.hello();
  const picked = sessions.pick(null);
  if (!picked.ok) throw new Error('none');
  const call = picked.value.call('tool.replay', { ticket: randomUUID() }, { timeoutMs: 60_000 });
  one.peer.close();
  expect(await call).toMatchObject({ fault: { code: 'browser-gone' } });
  expect(sessions.list()).toEqual([]);
});

test('another protocol is refused, says which side to update, and is closed', async () => {
  const { sessions } = rig();
  for (const [protocol, update] of [
    [protocolVersion + 1, 'host'],
    [protocolVersion + 2, 'host'],
  ] as const) {
    const one = worker(sessions, randomUUID());
    expect(await one.hello(protocol)).toMatchObject({
      ok: false,
      fault: { code: 'bad-arguments', detail: { update } },
    });
    expect(await one.peer.closed).toContain('closed');
  }
  expect(sessions.list()).toEqual([]);
});

test('a worker says hello once', async () => {
  const { sessions } = rig();
  const one = worker(sessions, randomUUID());
  await one.hello();
  expect(await one.hello()).toMatchObject({ ok: false, fault: { code: 'bad-arguments' } });
  expect(sessions.list()).toHaveLength(1);
});
