import { expect, test } from 'vitest';
import { hostGate } from '../../../entrypoints/sidepanel/host-gate.ts';
import { initialState, type PanelState } from '../../../entrypoints/sidepanel/panel-state.ts';
import { HostState } from '../../../shared/protocol/panel-messages.ts';

const at = (change: Partial<PanelState>): PanelState => ({ ...initialState, link: 'open', ...change });
const host = (state: HostState, sentence = '', remedy = '') => ({ state, sentence, remedy });

test('a connected host lets every view through', () => {
  expect(hostGate(at({ host: host('connected') })).kind).toBe('open');
});

test('every other state has a screen of its own', () => {
  const titles = HostState.exclude(['connected']).options.map((state) => {
    const gate = hostGate(at({ host: host(state) }));
    return gate.kind === 'screen' ? gate.screen.title : gate.kind;
  });
  expect(new Set(titles).size).toBe(titles.length);
});

test('a missing host is told with the one step that installs it', () => {
  const gate = hostGate(at({ host: host('host-missing', '', 'something else') }));
  const remedy = expect.stringMatching(
    /^Run this once in a terminal, then press Try again\..* with --system/,
  );
  expect(gate).toMatchObject({ screen: { command: 'localagent install', remedy } });
});

test('a policy that blocks is named in the words of the worker', () => {
  const gate = hostGate(
    at({ host: host('host-blocked-by-policy', 'NativeMessagingBlocklist blocks it.', 'Allow it.') }),
  );
  expect(gate).toMatchObject({
    screen: { sentence: 'NativeMessagingBlocklist blocks it.', remedy: 'Allow it.' },
  });
});

test('a break after a good connection leaves the story on screen', () => {
  expect(hostGate(at({ link: 'lost', seenHost: true })).kind).toBe('banner');
  expect(hostGate(at({ host: host('connecting'), seenHost: true })).kind).toBe('banner');
  expect(hostGate(at({ host: host('host-missing'), seenHost: true })).kind).toBe('screen');
});

test('before the first word from the worker it says that it connects', () => {
  expect(hostGate(initialState)).toMatchObject({ kind: 'screen', screen: { title: 'Connecting' } });
});
