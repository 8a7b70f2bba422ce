import { expect, test } from 'vitest';
import {
  approvalsMax,
  initialState,
  type PanelEvent,
  type PanelState,
  reduce,
  storiesMax,
} from '../../../entrypoints/sidepanel/panel-state.ts';
import { fault } from '../../../shared/faults.ts';
import {
  answeredEvent,
  askedEvent,
  finishedEvent,
  sampleApproval,
  sampleRun,
  sampleStatus,
  startedEvent,
  stepStartedEvent,
} from './samples.ts';

const connected = { state: 'connected', sentence: '', remedy: '' } as const;
const after = (events: readonly PanelEvent[], from: PanelState = initialState) => events.reduce(reduce, from);
const run = (event: ReturnType<typeof startedEvent>): PanelEvent => ({ type: 'run.told', event });

test('a run that was started is shown with its story', () => {
  const state = after([
    { type: 'run.starting' },
    { type: 'run.started', runId: 'r1' },
    run(startedEvent()),
    run(stepStartedEvent(1, 'a')),
  ]);
  expect(state.view).toEqual({ name: 'run', runId: 'r1' });
  expect(state.starting).toBe(false);
  expect(state.stories['r1']?.run.steps[0]?.status).toBe('running');
  expect(state.announcement).toBe('Step a');
});

test('an approval that is told on two ways is asked once', () => {
  const state = after([
    run(startedEvent()),
    run(askedEvent(1)),
    { type: 'approval.asked', approval: sampleApproval() },
  ]);
  expect(state.approvals).toHaveLength(1);
});

test('an approval goes when it is answered anywhere, when its run ends, and when it is closed', () => {
  const asked = [run(startedEvent()), run(askedEvent(1))];
  const closing: PanelEvent[] = [
    run(answeredEvent(2, 'timeout')),
    run(finishedEvent(2, sampleRun({ status: 'refused' }))),
    { type: 'approval.closed', approvalId: sampleApproval().approval_id },
  ];
  for (const event of closing) expect(after([...asked, event]).approvals).toEqual([]);
});

test('the host knows best which approvals are open, and an answer under way stays marked', () => {
  const approvalId = sampleApproval().approval_id;
  const asked = after([
    { type: 'approval.asked', approval: sampleApproval() },
    { type: 'approval.answering', approvalId, answer: 'denied' },
  ]);
  const still = reduce(asked, {
    type: 'status.loaded',
    status: sampleStatus({ approvals: [sampleApproval()] }),
  });
  expect(still.approvals).toEqual([{ request: sampleApproval(), answering: 'denied' }]);
  expect(reduce(asked, { type: 'status.loaded', status: sampleStatus() }).approvals).toEqual([]);
});

test('a request that fails gives the buttons back and says why', () => {
  const problem = fault('timeout', 'No answer.', 'Try again.');
  const state = after([
    { type: 'approval.asked', approval: sampleApproval() },
    { type: 'approval.answering', approvalId: sampleApproval().approval_id, answer: 'approved' },
    { type: 'run.starting' },
    { type: 'request.failed', fault: problem },
  ]);
  expect(state).toMatchObject({ starting: false, trouble: problem, approvals: [{ answering: null }] });
  expect(reduce(state, { type: 'view.opened', view: { name: 'ledger' } }).trouble).toBeNull();
});

test('a lost line keeps the story, and a host that is gone takes its approvals along', () => {
  const there = after([
    { type: 'link.opened' },
    { type: 'host.reported', host: connected },
    run(startedEvent()),
    run(askedEvent(1)),
  ]);
  const lost = reduce(there, { type: 'link.lost' });
  expect(lost).toMatchObject({ link: 'lost', host: null, seenHost: true });
  expect(lost.stories['r1']).toBeDefined();
  const gone = reduce(there, {
    type: 'host.reported',
    host: { state: 'host-failed', sentence: 'It ended.', remedy: '' },
  });
  expect(gone.approvals).toEqual([]);
  expect(gone.announcement).toBe('It ended.');
});

test('older events that were fetched do not undo newer ones that were told', () => {
  const events = [startedEvent(), stepStartedEvent(1, 'a'), stepStartedEvent(2, 'b')];
  const live = after(events.map(run));
  expect(reduce(live, { type: 'story.loaded', runId: 'r1', events: events.slice(0, 2) })).toBe(live);
});

test('a gap is filled by what is fetched', () => {
  const live = after([run(startedEvent()), run(stepStartedEvent(2, 'b'))]);
  expect(live.stories['r1']?.gapped).toBe(true);
  const events = [startedEvent(), stepStartedEvent(1, 'a'), stepStartedEvent(2, 'b')];
  const whole = reduce(live, { type: 'story.loaded', runId: 'r1', events });
  expect(whole.stories['r1']).toMatchObject({ gapped: false, lastSeq: 2 });
});

test('a run is listed once, the newest first, and its end is told', () => {
  const listed = after([
    { type: 'runs.loaded', runs: [sampleRun({ run_id: 'r0', started_at: '2026-01-01T00:00:00.000Z' })] },
    run(startedEvent()),
    run(finishedEvent(1, sampleRun({ status: 'succeeded' }))),
  ]);
  expect(listed.runs?.map((each) => [each.run_id, each.status])).toEqual([
    ['r1', 'succeeded'],
    ['r0', 'running'],
  ]);
  expect(listed.announcement).toBe('Report: Finished');
});

test('stories and approvals are bounded', () => {
  const many = Array.from({ length: 40 }, (_, index) => index);
  const stories = after(many.map((index) => run(startedEvent(0, sampleRun({ run_id: `r${index}` })))));
  expect(Object.keys(stories.stories)).toHaveLength(storiesMax);
  expect(stories.stories['r39']).toBeDefined();
  const asked = after(
    many.map((index) => ({
      type: 'approval.asked',
      approval: sampleApproval({ approval_id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}` }),
    })),
  );
  expect(asked.approvals).toHaveLength(approvalsMax);
});
