// @vitest-environment happy-dom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { beforeEach, expect, test } from 'vitest';
import { App } from '../../../entrypoints/sidepanel/app.tsx';
import type { PanelActions } from '../../../entrypoints/sidepanel/panel-actions.ts';
import {
  initialState,
  type PanelEvent,
  type PanelState,
  reduce,
  type View,
} from '../../../entrypoints/sidepanel/panel-state.ts';
import { RunStatus } from '../../../shared/run.ts';
import {
  finishedEvent,
  sampleParameter,
  sampleReceipt,
  sampleRun,
  sampleStatus,
  sampleStep,
  sampleTemplate,
  startedEvent,
  stepStartedEvent,
} from './samples.ts';

let root: HTMLElement;
beforeEach(() => {
  root = document.createElement('div');
  document.body.replaceChildren(root);
});

const connected: readonly PanelEvent[] = [
  { type: 'link.opened' },
  { type: 'host.reported', host: { state: 'connected', sentence: '', remedy: '' } },
  { type: 'runs.loaded', runs: [] },
];

function show(events: readonly PanelEvent[]) {
  const state: PanelState = [...connected, ...events].reduce(reduce, initialState);
  const done: unknown[] = [];
  const actions: PanelActions = {
    open: (view) => void done.push(['open', view]),
    start: (...all) => void done.push(['start', ...all]),
    goOn: (runId) => void done.push(['go on', runId]),
    showFile: (...all) => void done.push(['show', ...all]),
    stop: (runId) => void done.push(['stop', runId]),
    pause: (runId) => void done.push(['pause', runId]),
    resume: (runId) => void done.push(['resume', runId]),
    stopAll: () => void done.push(['stop all']),
    answer: (...all) => void done.push(['answer', ...all]),
    settle: (...all) => void done.push(['settle', ...all]),
    refreshSecrets: () => {},
    retry: () => void done.push(['retry']),
    dismissTrouble: () => {},
    write: (change) => void done.push(['write', change]),
    startObjective: () => void done.push(['start objective']),
    followUp: (...all) => void done.push(['follow up', ...all]),
    answerQuestion: (...all) => void done.push(['answer question', ...all]),
    look: () => {},
    lookForModels: () => void done.push(['look for models']),
    lookForPasskeys: async () => ({ mode: 'delete_admin', count: 0 }),
    addPasskey: async () => void done.push(['add a passkey']),
    useModel: (model) => void done.push(['use', model]),
    testModel: (model) => void done.push(['test', model]),
    forget: (runId) => void done.push(['forget', runId]),
    exportReport: (...all) => void done.push(['export', ...all]),
  };
  act(() => render(<App state={state} actions={actions} />, root));
  const button = (word: string) =>
    [...root.querySelectorAll('button')].find((each) => each.textContent?.includes(word));
  return { done, button, text: () => root.textContent ?? '' };
}

const opened = (view: View): PanelEvent => ({ type: 'view.opened', view });
const told = (event: ReturnType<typeof startedEvent>): PanelEvent => ({ type: 'run.told', event });

test('an empty panel says what will stand there', () => {
  const { text } = show([{ type: 'templates.loaded', templates: [] }]);
  expect(text()).toContain('No task is installed');
  expect(text()).toContain('Nothing yet');
});

test('a missing host leaves one screen with one step', () => {
  const { text, button, done } = show([
    { type: 'host.reported', host: { state: 'host-missing', sentence: '', remedy: '' } },
  ]);
  expect(text()).toContain('localagent install');
  act(() => button('Try again')?.click());
  expect(done).toEqual([['retry']]);
});

const forbidden = {
  browser_name: 'Chromium',
  policy: 'DeveloperToolsAvailability',
  sentence: 'The policy DeveloperToolsAvailability forbids it.',
  remedy: 'Set it to 1.',
};

test('a policy that stands in the way is told before anything is begun', () => {
  const told: PanelEvent = {
    type: 'status.loaded',
    status: sampleStatus({ policies_in_the_way: [forbidden] }),
  };
  const words = 'Limited by your organisationThe policy DeveloperToolsAvailability forbids it.Set it to 1.';
  for (const name of ['home', 'status'] as const) {
    expect(show([told, opened({ name })]).text()).toContain(words);
  }
  expect(show([told, opened({ name: 'ledger' })]).text()).not.toContain('organisation');
  expect(show([opened({ name: 'home' })]).text()).not.toContain('organisation');
});

test('a switch-off by the organisation is told first, with who did it', () => {
  const sentence = 'LocalAgent was switched off by Example Ltd (/etc/localagent/policy.yaml).';
  const status = sampleStatus({ policies_in_the_way: [forbidden], switched_off: sentence });
  const text = show([{ type: 'status.loaded', status }]).text();
  expect(text).toContain(`Switched off${sentence}Nothing is done until`);
  expect(text).not.toContain('DeveloperTools');
});

test('where several browsers are connected, the one that a policy concerns is named', () => {
  const profiles = ['Chromium', 'Google Chrome'].map((browser_name) => ({
    name: browser_name,
    browser_name,
    browser_version: '1',
    extension_version: '1',
    connected_at: '2026-05-01T10:00:00.000Z',
    pages: 1,
  }));
  const status = sampleStatus({ profiles, policies_in_the_way: [forbidden] });
  expect(show([{ type: 'status.loaded', status }]).text()).toContain('Chromium: The policy');
});

test('Stop is on screen on every view while a run goes on, and the keys stop it too', () => {
  const views: View[] = [
    { name: 'run', runId: 'r1' },
    { name: 'home' },
    { name: 'ledger' },
    { name: 'rules' },
  ];
  for (const view of views) {
    const { button, done } = show([told(startedEvent()), opened(view)]);
    act(() => button('Stop')?.click());
    expect(done).toEqual([['stop', 'r1']]);
  }
  const { done } = show([told(startedEvent())]);
  const keys = new KeyboardEvent('keydown', { code: 'KeyS', altKey: true, shiftKey: true });
  act(() => void window.dispatchEvent(keys));
  expect(done).toEqual([['stop', 'r1']]);
});

test('a run is taken over and handed back, and says meanwhile whose turn it is', () => {
  const going = show([told(startedEvent()), opened({ name: 'run', runId: 'r1' })]);
  act(() => going.button('Take over')?.click());
  expect(going.done).toEqual([['pause', 'r1']]);
  const stamp = { run_id: 'r1', seq: 1, at: '2026-04-03T10:00:01.000Z' };
  const paused = show([
    told(startedEvent()),
    {
      type: 'run.told',
      event: { ...stamp, type: 'run.paused', by: 'panel', reason: 'The person took over.' },
    },
    opened({ name: 'run', runId: 'r1' }),
  ]);
  expect(paused.text()).toContain('It is your turn');
  expect(paused.button('Stop')).toBeDefined();
  act(() => paused.button('Hand back')?.click());
  expect(paused.done).toEqual([['resume', 'r1']]);
});

test('the status page stops everything with one press, and tells the words of the session', () => {
  const { button, done, text } = show([
    { type: 'status.loaded', status: sampleStatus() },
    opened({ name: 'status' }),
  ]);
  act(() => button('Stop everything')?.click());
  expect(done).toEqual([['stop all']]);
  expect(text()).toContain('calm otter lantern');
});

test('every end of a run is shown, without a Stop button', () => {
  for (const status of RunStatus.exclude(['running', 'waiting_approval', 'paused']).options) {
    const run = sampleRun({ status, ended_at: '2026-04-03T10:00:37.000Z' });
    const { button, text } = show([
      told(startedEvent()),
      told(finishedEvent(1, run)),
      opened({ name: 'run', runId: 'r1' }),
    ]);
    expect(button('Stop')).toBeUndefined();
    expect(text()).toContain('0:37');
  }
});

test('a file is shown where it lies, and a run that was cut off can go on', () => {
  const file = {
    name: 'a.csv',
    path: '/home/anna/a.csv',
    bytes: 3,
    sha256: 'a'.repeat(64),
    state: 'filed',
  } as const;
  const end = { code: 'internal', message: 'Ended.', hint: 'Look.', detail: { cut_off: true } } as const;
  const run = sampleRun({
    status: 'failed',
    ended_at: '2026-06-30T10:00:00.000Z',
    files: [file],
    fault: end,
  });
  const { button, done } = show([
    { type: 'runs.loaded', runs: [run] },
    opened({ name: 'run', runId: run.run_id }),
  ]);
  act(() => button('Show in folder')?.click());
  act(() => button('Go on from there')?.click());
  expect(done).toEqual([
    ['show', run.run_id, '/home/anna/a.csv'],
    ['go on', run.run_id],
  ]);
});

test('a step shows its receipts in words', () => {
  const receipt = sampleReceipt();
  const { text } = show([
    told(startedEvent(0, sampleRun({ steps: [sampleStep('a')] }))),
    told(stepStartedEvent(1, 'a')),
    told({ run_id: 'r1', seq: 2, at: receipt.started_at, type: 'call.settled', step_id: 'a', receipt }),
    opened({ name: 'run', runId: 'r1' }),
  ]);
  expect(text()).toContain('Click button "Sign in"');
  expect(text()).toContain('https://portal.example.com');
});

test('a form is sent only when it is whole', () => {
  const template = sampleTemplate([sampleParameter({ name: 'period', title: 'Month', type: 'month' })]);
  const { done, text } = show([
    { type: 'templates.loaded', templates: [template] },
    opened({ name: 'form', templateId: 'report', from: null }),
  ]);
  const send = () =>
    act(() => void root.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true })));
  send();
  expect(done).toEqual([]);
  expect(text()).toContain('Month is needed.');
  const field = root.querySelector<HTMLInputElement>('#field-period');
  if (field === null) throw new Error('the form has no field');
  act(() => {
    field.value = '2026-03';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  send();
  expect(done[0]).toMatchObject(['start', 'report', { period: '2026-03' }, { unattended: false }]);
});

test('a report cannot bring markup along', () => {
  const { text } = show([
    told(startedEvent()),
    {
      type: 'report.loaded',
      runId: 'r1',
      markdown: '# Hi\n\n<img src=x onerror=alert(1)> [a](javascript:alert(1))',
    },
    opened({ name: 'report', runId: 'r1' }),
  ]);
  expect(root.querySelector('img, a')).toBeNull();
  expect(text()).toContain('<img src=x onerror=alert(1)>');
});
