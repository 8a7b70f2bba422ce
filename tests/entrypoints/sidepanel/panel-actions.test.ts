import { expect, test } from 'vitest';
import { followUp } from '../../../entrypoints/sidepanel/follow-up.ts';
import type { History } from '../../../entrypoints/sidepanel/history.ts';
import { createLoader, createPanelActions } from '../../../entrypoints/sidepanel/panel-actions.ts';
import type { PanelLink } from '../../../entrypoints/sidepanel/panel-link.ts';
import { initialState, type PanelEvent, reduce } from '../../../entrypoints/sidepanel/panel-state.ts';
import { fault } from '../../../shared/faults.ts';
import { sampleApproval, sampleRun, sampleStatus, startedEvent, stepStartedEvent } from './samples.ts';

/** The panel without its drawing, over a link that notes what is asked and gives prepared answers. */
function panel(answers: Readonly<Record<string, unknown>>) {
  const asked: { method: string; params: unknown }[] = [];
  let state = initialState;
  const link: PanelLink = {
    // A prepared answer stands for whatever type the method has.
    call: async (method, params) => {
      asked.push({ method, params });
      const answer = answers[method];
      const lost = fault('browser-gone', 'Gone.', '');
      return (answer === undefined ? { ok: false, fault: lost } : answer) as never;
    },
    retry: () => {},
    seen: () => {},
    close: () => {},
  };
  const dispatch = (event: PanelEvent) => {
    const before = state;
    state = reduce(before, event);
    followUp(event, before, state, load, actions, history);
  };
  const kept: string[] = [];
  const history: History = {
    keep: async (run) => void kept.push(run.run_id),
    list: async () => [],
    get: async () => null,
    forget: async (runId) => void kept.push(`forgot ${runId}`),
  };
  const load = createLoader(link, dispatch, history);
  const actions = createPanelActions(link, () => state, dispatch, {
    history,
    windowId: async () => 7,
    exportReport: async () => {},
  });
  return { actions, dispatch, asked, kept, state: () => state };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
const connected = { state: 'connected', sentence: '', remedy: '' } as const;
const options = { profile: null, out: null, name_pattern: null, unattended: false };
const status = {
  ok: true,
  value: sampleStatus({ approvals: [sampleApproval()], active_runs: [sampleRun()] }),
};

test('once the host is there, everything is fetched, and once only', async () => {
  const { dispatch, asked } = panel({});
  dispatch({ type: 'host.reported', host: connected });
  dispatch({ type: 'host.reported', host: connected });
  await settle();
  expect(asked.map((each) => each.method)).toEqual([
    'status.get',
    'template.list',
    'secret.list',
    'run.list',
    'model.list',
    'page.here',
  ]);
});

test('a run that goes on is shown when the panel is opened, with the decision it waits for', async () => {
  const { dispatch, state, asked } = panel({ 'status.get': status });
  dispatch({ type: 'host.reported', host: connected });
  await settle();
  expect(state().view).toEqual({ name: 'run', runId: 'r1' });
  expect(state().approvals).toHaveLength(1);
  expect(asked).toContainEqual({ method: 'run.events', params: { run_id: 'r1' } });
});

test('a person who left a run on purpose is not taken back to it', async () => {
  const { dispatch, actions, state } = panel({ 'status.get': status });
  dispatch({ type: 'host.reported', host: connected });
  await settle();
  actions.open({ name: 'home' });
  dispatch({ type: 'status.outdated' });
  await settle();
  expect(state().view).toEqual({ name: 'home' });
});

test('coming back to the tasks looks for what has changed without a word', async () => {
  const { actions, asked } = panel({});
  actions.open({ name: 'home' });
  actions.open({ name: 'form', templateId: 'report', from: null });
  await settle();
  expect(asked.filter((each) => each.method === 'status.get')).toHaveLength(1);
});

test('Run starts once, however often it is pressed', async () => {
  const { actions, asked, state } = panel({ 'run.start': { ok: true, value: { run_id: 'r1' } } });
  actions.start('report', {}, options);
  actions.start('report', {}, options);
  await settle();
  expect(asked.filter((each) => each.method === 'run.start')).toHaveLength(1);
  expect(state().view).toEqual({ name: 'run', runId: 'r1' });
});

test('a start that is refused is told and can be tried again', async () => {
  const problem = fault('bad-arguments', 'No such template.', 'Choose another.');
  const { actions, state } = panel({ 'run.start': { ok: false, fault: problem } });
  actions.start('report', {}, options);
  await settle();
  expect(state()).toMatchObject({ starting: false, trouble: problem });
});

test('an answer is sent and takes the card away', async () => {
  const { actions, dispatch, asked, state } = panel({
    'approval.answer': { ok: true, value: { counted: false } },
  });
  dispatch({ type: 'approval.asked', approval: sampleApproval() });
  actions.answer(sampleApproval().approval_id, 'denied', 'once');
  expect(state().approvals[0]?.answering).toBe('denied');
  await settle();
  expect(asked).toEqual([
    {
      method: 'approval.answer',
      params: { approval_id: sampleApproval().approval_id, answer: 'denied', scope: 'once' },
    },
  ]);
  expect(state().approvals).toEqual([]);
});

test('a story with a hole is fetched while it is on screen', async () => {
  const events = [startedEvent(), stepStartedEvent(1, 'a'), stepStartedEvent(2, 'b')];
  const { dispatch, actions, state, asked } = panel({ 'run.events': { ok: true, value: { events } } });
  dispatch({ type: 'run.told', event: startedEvent() });
  actions.open({ name: 'run', runId: 'r1' });
  await settle();
  dispatch({ type: 'run.told', event: stepStartedEvent(4, 'b') });
  await settle();
  expect(asked.filter((each) => each.method === 'run.events')).toHaveLength(2);
  expect(state().stories['r1']?.entries).toHaveLength(2);
});
