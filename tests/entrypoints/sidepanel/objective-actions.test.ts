import { expect, test } from 'vitest';
import type { History } from '../../../entrypoints/sidepanel/history.ts';
import { createObjectiveActions, requestOf } from '../../../entrypoints/sidepanel/objective-actions.ts';
import type { PanelLink } from '../../../entrypoints/sidepanel/panel-link.ts';
import { initialState, type PanelEvent, reduce } from '../../../entrypoints/sidepanel/panel-state.ts';
import { fault } from '../../../shared/faults.ts';

const here = { page: 't3', url: 'https://example.com/a', title: 'A', selection: 'some words' };
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

function panel(answers: Readonly<Record<string, unknown>>) {
  const asked: { method: string; params: unknown }[] = [];
  let state = initialState;
  const link: PanelLink = {
    // A prepared answer stands for whatever type the method has.
    call: async (method, params) => {
      asked.push({ method, params });
      return (answers[method] ?? { ok: false, fault: fault('internal', 'No.', '') }) as never;
    },
    retry: () => {},
    seen: () => {},
    close: () => {},
  };
  const kept = ['a', 'b'];
  const history: History = {
    keep: async () => {},
    list: async () =>
      kept.map((run_id) => ({ run_id, title: run_id, status: 'succeeded', started_at: '2026-04-03' })),
    get: async () => null,
    forget: async (runId) => void kept.splice(0, kept.length, ...kept.filter((each) => each !== runId)),
  };
  const dispatch = (event: PanelEvent) => {
    state = reduce(state, event);
  };
  const means = { history, windowId: async () => 7, exportReport: async () => {} };
  const around = { link, state: () => state, dispatch, means, loadView: () => {} };
  return { actions: createObjectiveActions(around), dispatch, asked, state: () => state };
}

test('nothing but the words goes along unless the person chose it', () => {
  const { actions, dispatch, state } = panel({});
  dispatch({ type: 'here.looked', here });
  actions.write({ text: '  Who wrote this?  ' });
  expect(requestOf(state())).toMatchObject({ objective: 'Who wrote this?', page: null, selection: null });
  actions.write({ withSelection: true, readOnly: true, minutes: '12' });
  expect(requestOf(state())).toMatchObject({
    page: 't3',
    selection: 'some words',
    options: { read_only: true, budget: { minutes: 12 } },
  });
});

test('what was chosen of one page is not sent of another', () => {
  const { actions, dispatch, state } = panel({});
  dispatch({ type: 'here.looked', here });
  actions.write({ text: 'Who?', fromPage: true, withSelection: true });
  dispatch({ type: 'here.looked', here: { ...here, selection: 'other words' } });
  expect(requestOf(state())).toMatchObject({ page: 't3', selection: null });
  dispatch({ type: 'here.looked', here: { ...here, url: 'https://example.com/b' } });
  expect(requestOf(state())).toMatchObject({ page: null, selection: null });
});

test('an empty objective is not sent, and no start empties what is written before it has worked', async () => {
  const { actions, asked, state } = panel({});
  actions.startObjective();
  expect(asked).toEqual([]);
  actions.write({ text: 'Who?' });
  actions.startObjective();
  actions.startObjective();
  await settle();
  expect(asked.map(({ method }) => method)).toEqual(['objective.start']);
  expect(state()).toMatchObject({ starting: false, trouble: { message: 'No.' } });
  expect(state().objectives.draft.text).toBe('Who?');
});

test('a started objective is shown, and its words leave the form', async () => {
  const { actions, state } = panel({ 'objective.start': { ok: true, value: { run_id: 'o1' } } });
  actions.write({ text: 'Who?' });
  actions.startObjective();
  await settle();
  expect(state().view).toEqual({ name: 'run', runId: 'o1' });
  expect(state().objectives.draft.text).toBe('');
});

test('asking further names the run that it follows', async () => {
  const { actions, asked } = panel({ 'objective.start': { ok: true, value: { run_id: 'o2' } } });
  actions.followUp('o1', ' And in feet? ');
  actions.followUp('o1', '   ');
  await settle();
  expect(asked).toMatchObject([{ params: { objective: 'And in feet?', follows: 'o1', page: null } }]);
});

test('a model that does not answer its test says why, beside it', async () => {
  const trouble = fault('model-unavailable', 'Nothing answers.', 'Start it.');
  const { actions, state } = panel({ 'model.test': { ok: false, fault: trouble } });
  actions.testModel('lmstudio/a');
  expect(state().objectives.test).toMatchObject({ model: 'lmstudio/a', state: 'asking' });
  await settle();
  expect(state().objectives.test).toMatchObject({ state: 'failed', fault: trouble });
  expect(state().trouble).toBeNull();
});

test('an answer to a question goes out as it was written', async () => {
  const { actions, asked, state } = panel({ 'question.answer': { ok: true, value: { counted: true } } });
  actions.answerQuestion('q1', 'the small one');
  expect(state().objectives.answering).toBe('q1');
  await settle();
  expect(asked).toEqual([
    { method: 'question.answer', params: { question_id: 'q1', text: 'the small one' } },
  ]);
  expect(state().objectives.answering).toBeNull();
});

test('what is taken out of the browser is gone from the list', async () => {
  const { actions, state } = panel({});
  actions.forget('a');
  await settle();
  expect(state().objectives.kept?.map(({ run_id }) => run_id)).toEqual(['b']);
});
