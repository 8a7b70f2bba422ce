// @vitest-environment happy-dom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { beforeEach, expect, test } from 'vitest';
import type { PanelActions } from '../../../../entrypoints/sidepanel/panel-actions.ts';
import { initialState, reduce } from '../../../../entrypoints/sidepanel/panel-state.ts';
import { QuestionCard } from '../../../../entrypoints/sidepanel/parts/question-card.tsx';
import { pendingQuestion } from '../../../../entrypoints/sidepanel/pending-question.ts';
import { storyOf } from '../../../../entrypoints/sidepanel/run-story.ts';
import { ObjectivePage } from '../../../../entrypoints/sidepanel/views/objective-page.tsx';
import type { RunEvent } from '../../../../shared/run.ts';
import { reading, researchEvents, toldIn } from '../objective-samples.ts';

let root: HTMLElement;
beforeEach(() => {
  root = document.createElement('div');
  document.body.replaceChildren(root);
});

const question = {
  question_id: '00000000-0000-4000-8000-000000000009',
  text: 'Which one?',
  asked_at: '2026-04-03T10:00:00.000Z',
  expires_at: '2999-01-01T00:00:00.000Z',
};

function show(events: readonly RunEvent[]) {
  const story = storyOf(events);
  const objective = story?.run.objective;
  if (story === null || objective === undefined) throw new Error('no objective');
  const done: unknown[] = [];
  const note =
    (name: string) =>
    (...all: unknown[]) =>
      void done.push([name, ...all]);
  const actions = new Proxy({} as PanelActions, { get: (_, name) => note(String(name)) });
  act(() =>
    render(
      <ObjectivePage
        story={story}
        objective={objective}
        stopping={false}
        starting={false}
        actions={actions}
      />,
      root,
    ),
  );
  return { done, text: () => root.textContent ?? '' };
}

test('while it works, each turn says what, why and what came of it, and the numbers stand in boxes', () => {
  const { text } = show(toldIn(reading));
  expect(text()).toContain('Open "Mount Kilimanjaro" on en.mountains.example');
  expect(text()).toContain('It is the first result and names the height.');
  expect(text()).toContain('Read part 1 of 3');
  expect(text()).toContain('One proposal was sent back');
  expect(text()).toContain('2 of 2 found');
  expect([...root.querySelectorAll('.numbers dd')].map((each) => each.textContent)).toEqual(
    expect.arrayContaining(['2 / 100', '3', '4,310', '2,640', '188']),
  );
});

test('each finding leads to the very words in its source', () => {
  show(researchEvents());
  const links = [...root.querySelectorAll<HTMLAnchorElement>('.findings a')].map(({ href }) => href);
  expect(links).toHaveLength(2);
  expect(links[0]).toContain('#:~:text=Its%20highest%20point');
  expect(root.querySelector('.answer a')?.textContent).toBe('[1]');
});

test('a finished run can be asked further, and one that works cannot', () => {
  expect(show(toldIn(reading)).text()).not.toContain('Ask further');
  const { done } = show(researchEvents());
  const field = root.querySelector<HTMLTextAreaElement>('#further');
  if (field === null) throw new Error('there is no field');
  act(() => {
    field.value = 'And in yards?';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  act(() => void field.form?.dispatchEvent(new Event('submit', { cancelable: true })));
  expect(done).toEqual([['followUp', 'o1', 'And in yards?']]);
});

test('what was never found is told as not found once the run is over', () => {
  const events = researchEvents();
  const last = events.at(-1);
  if (last?.type !== 'run.finished' || last.run.objective === undefined) throw new Error('no end');
  const objective = { ...last.run.objective, checklist: [{ n: 1, text: 'Depth', state: 'open' as const }] };
  const { text } = show([...events.slice(0, -1), { ...last, run: { ...last.run, objective } }]);
  expect(text()).toContain('Depth, Not found');
});

test('a question waits at the place of decisions, and only words are sent', () => {
  const state = toldIn([...reading, { type: 'question.asked', question }])
    .map((event) => ({ type: 'run.told', event }) as const)
    .reduce(reduce, initialState);
  const waiting = pendingQuestion(state);
  expect(waiting?.question.text).toBe('Which one?');
  const sent: string[] = [];
  if (waiting === null) return;
  const card = (
    <QuestionCard {...waiting} connected sending={false} onAnswer={(text) => void sent.push(text)} />
  );
  act(() => render(card, root));
  const submit = () =>
    act(() => void root.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true })));
  submit();
  expect(sent).toEqual([]);
  const field = root.querySelector('textarea');
  act(() => {
    if (field === null) return;
    field.value = 'The first';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  submit();
  expect(sent).toEqual(['The first']);
});
