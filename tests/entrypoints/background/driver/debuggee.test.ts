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
    guardToken: () => '0'.repeat(32),
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

/** A tab that never answers what its session is made to hold; `dropsInput`: it has a dialog open. */
function silent(dropsInput: boolean) {
  const never = new Promise<never>(() => undefined);
  let speak = (): void => undefined;
  const spoken = new Promise<void>((resolve) => {
    speak = resolve;
  });
  const debuggee = new Debuggee({
    tabId: 1,
    api: {
      attach: async () => undefined,
      detach: async () => undefined,
      async sendCommand(_target, method) {
        if (method === 'Target.getTargetInfo') return {};
        if (method.startsWith('Input.')) return dropsInput ? {} : never;
        return spoken.then(() => ({}));
      },
      getTargets: async () => [],
    },
    mayAttach: async () => undefined,
    dialogOpen: () => false,
    guardToken: () => '0'.repeat(32),
  });
  return { debuggee, speak };
}

test('a page that is silent and drops input has a dialog from before; once it is answered all is well', async () => {
  const { debuggee, speak } = silent(true);
  const dialog = { fault: { code: 'dialog-open', detail: { before_attach: true } } };
  await expect(debuggee.ensureAttached()).rejects.toMatchObject(dialog);
  // Known by now, so told at once.
  await expect(debuggee.send('DOM.enable', {})).rejects.toMatchObject(dialog);
  speak();
  await new Promise((resolve) => setTimeout(resolve, 0));
  await expect(debuggee.send('DOM.enable', {})).resolves.toEqual({});
});

test('a page that is silent and lets input wait is busy', async () => {
  const { debuggee } = silent(false);
  await expect(debuggee.ensureAttached()).rejects.toMatchObject({
    fault: { code: 'timeout', message: expect.stringContaining('busy') },
  });
});

const theirs = 'Cannot access a chrome-extension:// URL of different extension';

/** Commands that fail one after the other with these words, and then succeed. */
function failing(words: readonly string[]) {
  const left = [...words];
  const tries: string[] = [];
  const debuggee = new Debuggee({
    tabId: 1,
    api: {
      attach: async () => undefined,
      detach: async () => undefined,
      async sendCommand(_target, method) {
        if (method.startsWith('Input.') || method === 'DOM.enable') {
          tries.push(method);
          const said = left.shift();
          if (said !== undefined) throw new Error(said);
        }
        return {};
      },
      getTargets: async () => [],
    },
    mayAttach: async () => undefined,
    dialogOpen: () => false,
    guardToken: () => '0'.repeat(32),
  });
  return { debuggee, tries };
}

test('another extension’s frame is waited for as long as the caller has patience, and then named', async () => {
  const patient = failing([theirs, theirs]);
  await expect(patient.debuggee.send('DOM.enable', {}, { patienceMs: 5_000 })).resolves.toEqual({});
  expect(patient.tries).toHaveLength(3);
  const hasty = failing([theirs]);
  await expect(hasty.debuggee.send('DOM.enable', {})).rejects.toMatchObject({
    fault: { code: 'attach-refused', message: expect.stringContaining('Another extension') },
  });
});

test('input whose session ended under it is not sent twice; other commands are', async () => {
  const ended = 'Detached while handling command.';
  const input = failing([ended]);
  const press = { type: 'mousePressed', x: 1, y: 1 };
  await expect(input.debuggee.send('Input.dispatchMouseEvent', press)).resolves.toEqual({});
  expect(input.tries).toHaveLength(1);
  const other = failing([ended]);
  await expect(other.debuggee.send('DOM.enable', {})).resolves.toEqual({});
  expect(other.tries).toHaveLength(2);
});
