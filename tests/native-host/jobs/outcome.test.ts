import { expect, test } from 'vitest';
import { JobOutput, outcomeOf, outputBytesMax } from '../../../native-host/jobs/outcome.ts';
import { fault } from '../../../shared/faults.ts';
import type { RunView } from '../../../shared/run.ts';

const run: RunView = {
  run_id: '20260630-100000-00000000',
  template: { id: 'x', version: '1.0.0', title: 'X' },
  profile: 'jobs',
  status: 'succeeded',
  parameters: { number: 'from the payload' },
  steps: [
    { id: 'one', title: 'One', tool: 'click', status: 'succeeded', runs: 1, duration_ms: 5, note: 'note' },
  ],
  output: { rows: 3 },
  files: [{ name: 'a.csv', path: '/home/me/a.csv', bytes: 3, sha256: 'a'.repeat(64), state: 'filed' }],
  fault: null,
  started_at: '2026-06-30T10:00:00.000Z',
  ended_at: '2026-06-30T10:00:05.000Z',
  report: '/home/me/report.md',
};

test('a success gives typed output, without paths of the machine', () => {
  const outcome = outcomeOf(run);
  if (!outcome.succeeded) throw new Error(outcome.failure.cause);
  expect(JobOutput.parse(JSON.parse(outcome.output))).toMatchObject({
    output: { rows: 3 },
    run_id: run.run_id,
  });
  expect(outcome.output).not.toContain('/home/me');
});

test.each([
  ['failed', 'Failed'],
  ['refused', 'Refused'],
  ['cancelled', 'Cancelled'],
  ['outcome_unknown', 'OutcomeUnknown'],
] as const)(
  'a run that ended as %s is a failure of its own name, with the product’s words alone',
  (status, name) => {
    const end = fault('not-found', 'Nothing was there.', 'Look at the page.', { page: 'words of a page' });
    const outcome = outcomeOf({ ...run, status, fault: end });
    expect(outcome).toEqual({
      succeeded: false,
      failure: {
        error: `LocalAgent.${name}`,
        cause: `Nothing was there. Look at the page. (run ${run.run_id})`,
      },
    });
  },
);

test('an output that Step Functions does not take is no success, and no reason to run again', () => {
  const outcome = outcomeOf({ ...run, output: { text: 'x'.repeat(outputBytesMax) } });
  expect(outcome).toMatchObject({ succeeded: false, failure: { error: 'LocalAgent.OutputTooLarge' } });
  expect(JSON.stringify(outcome)).toContain('Nothing is run again');
});
