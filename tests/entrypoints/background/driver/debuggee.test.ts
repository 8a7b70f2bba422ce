import { expect, test } from 'vitest';
import { Debuggee } from '../../../../entrypoints/background/driver/debuggee.ts';
import { raise } from '../../../../shared/faults.ts';

type Sent = { method: string; sessionId: string | undefined };

/** A debugger in which tab 1 can be attached; `outlived`: a session of a former worker is there already. */
function rig(
  options: { outlived?: boolean; refuse?: string; dialog?: boolean; restricted?: () => boolean } = {},
) {
  const state = { attached: options.outlived === true, attaches: 0, dialog: options.dialog === true };
  const sent: Sent[] = [];
  const debuggee = new Debuggee({
    tabId: 1,
    api: {
      async attach() {
        if (options.refuse !== undefined) throw new Error(options.refuse);
        if (state.attached) throw new Error('Another debugger is already attached to the tab with id: 1.');
        state.attached = true;
        state.attaches += 1;
      },
      async detach() {
        state.attached = false;
      },
      async sendCommand({ sessionId }, method) {
        if (!state.attached) throw new Error('Debugger is not attached to the tab with id: 1.');
        sent.push({ method, sessionId });
        return { method };
      },
      getTargets: async () => [{ tabId: 1, attached: state.attached }],
    },
    mayAttach: async () => {
      if (options.restricted?.() === true) raise('restricted-target', 'not here', '');
    },
    dialogOpen: () => state.dialog,
  });
  const methods = (sessionId?: string) =>
    sent.filter((one) => one.sessionId === sessionId).map(({ method }) => method);
  return { debuggee, state, methods, sent };
}

test('attached once, whoever asks, with Page enabled before anything else', async () => {
  const { debuggee, state, methods } = rig();
  await Promise.all([debuggee.ensureAttached(), debuggee.ensureAttached(), debuggee.send('DOM.enable', {})]);
  expect(state.attaches).toBe(1);
  expect(methods()[0]).toBe('Page.enable');
  expect(methods()).toEqual(
    expect.arrayContaining([
      'Emulation.setFocusEmulationEnabled',
      'Target.setAutoAttach',
      'Page.setInterceptFileChooserDialog',
    ]),
  );
  expect(methods().indexOf('DOM.enable')).toBeGreaterThan(
    methods().indexOf('Page.setInterceptFileChooserDialog'),
  );
});

test('a session that outlived its worker is used, not attached again, and gets its state anew', async () => {
  const { debuggee, state, methods } = rig({ outlived: true });
  await debuggee.ensureAttached();
  expect(state.attaches).toBe(0);
  expect(methods()[0]).toBe('Target.getTargetInfo');
  expect(methods()).toContain('Page.enable');
});

test('behind an open dialog the state is owed, and applied once the dialog is answered', async () => {
  const { debuggee, state, methods } = rig({ outlived: true, dialog: true });
  await debuggee.send('Page.handleJavaScriptDialog', { accept: true });
  expect(methods()).toEqual(['Target.getTargetInfo', 'Page.handleJavaScriptDialog']);
  state.dialog = false;
  await debuggee.send('DOM.enable', {});
  expect(methods()).toContain('Page.enable');
});

test('a session that Chrome dropped is made anew by the next command, which is sent once more', async () => {
  const { debuggee, state, methods } = rig();
  await debuggee.ensureAttached();
  state.attached = false;
  expect(await debuggee.send('DOM.enable', {})).toEqual({ method: 'DOM.enable' });
  expect(state.attaches).toBe(2);
  expect(methods().filter((method) => method === 'DOM.enable')).toHaveLength(1);
  expect(methods().filter((method) => method === 'Page.enable')).toHaveLength(2);
});

test('every frame session gets the state, too', async () => {
  const { debuggee, methods } = rig();
  await debuggee.ensureAttached();
  debuggee.childAttached(null, 'S1', 'F1');
  await Promise.resolve();
  expect(methods('S1')[0]).toBe('Page.enable');
  expect(methods('S1')).toContain('Target.setAutoAttach');
  expect(debuggee.children.get('S1')).toEqual({ parent: null, targetId: 'F1' });
});

test('nothing is attached where it is forbidden, also if the page turns out to be so only then', async () => {
  const before = rig({ restricted: () => true });
  await expect(before.debuggee.ensureAttached()).rejects.toThrow('restricted-target');
  expect(before.state.attaches).toBe(0);
  let asked = 0;
  const after = rig({
    restricted: () => {
      asked += 1;
      return asked > 1;
    },
  });
  await expect(after.debuggee.ensureAttached()).rejects.toThrow('restricted-target');
  expect(after.state.attached).toBe(false);
});

test('a refusal by policy names the policy', async () => {
  const { debuggee } = rig({ refuse: 'Cannot attach to this target.' });
  await expect(debuggee.ensureAttached()).rejects.toThrow('DeveloperToolsAvailability');
});

test('network events flow as long as one holds them', async () => {
  const { debuggee, methods } = rig();
  await debuggee.ensureAttached();
  const [first, second] = [debuggee.holdNetwork(), debuggee.holdNetwork()];
  first();
  first();
  expect(methods().filter((method) => method.startsWith('Network.'))).toEqual(['Network.enable']);
  second();
  expect(methods().at(-1)).toBe('Network.disable');
});
