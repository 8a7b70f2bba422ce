import { expect, test } from 'vitest';
import { createObjectiveProgress } from '../../../../native-host/cli/run/show-objective.ts';
import type { RunEventBody } from '../../../../shared/run.ts';
import { reading, sampleTurn, toldIn } from '../../../entrypoints/sidepanel/objective-samples.ts';
import { fakeTerminal } from '../../../fakes/terminal.ts';

function told(bodies: readonly RunEventBody[]) {
  const live: (readonly string[])[] = [];
  let now = 0;
  const terminal = { ...fakeTerminal(), live: (lines: readonly string[]) => void live.push(lines) };
  const progress = createObjectiveProgress(terminal, () => now);
  for (const event of toldIn(bodies)) {
    progress.tell(event);
    now += 2_000;
  }
  progress.end();
  return { said: terminal.said, live };
}

test('a turn that goes on is drawn over with its seconds and how far the run has come', () => {
  const { live } = told(reading.slice(0, 5));
  expect(live.at(-2)).toEqual([
    '  … Search for "tallest mountain in Africa height metres feet" (0 s)',
    '    turn 1/100 · 0 of 2 found · 1 calls, 912 tokens read (0 reused), 96 written',
  ]);
  expect(live.at(-1)).toEqual([]);
});

test('a turn that ended stays once, whatever is told of it afterwards', () => {
  const { said } = told([...reading, { type: 'turn.changed', turn: sampleTurn(1) }]);
  expect(said.filter((line) => line.includes('Search for'))).toHaveLength(1);
  expect(said).toContain('     item 1 Height in metres');
});

test('after the last turn it says that the result is being written', () => {
  const { live } = told([
    ...reading,
    { type: 'turn.changed', turn: sampleTurn(3, { action: 'FINISH', words: 'Finish' }) },
  ]);
  expect(live.at(-2)?.[0]).toBe('  … Writing the result (0 s)');
});

test('nothing is drawn while the person is asked something', () => {
  const question = {
    question_id: '00000000-0000-4000-8000-000000000009',
    text: 'Which?',
    asked_at: '2026-04-03T10:00:00.000Z',
    expires_at: '2026-04-03T10:05:00.000Z',
  };
  const before = told(reading).live.length;
  const asked: RunEventBody = { type: 'question.asked', question };
  expect(
    told([...reading, asked, { type: 'page.read', url: 'https://e.example/', title: '' }]).live,
  ).toHaveLength(before);
});
