import { expect, test } from 'vitest';
import { startView } from '../../../native-host/workflow/start-view.ts';
import { compilePlan, shippedParameters, shippedTemplate, valueIn } from './shipped.ts';

test('a run begins with every step pending, and keeps its parameters as they were given', () => {
  const plan = valueIn(compilePlan(shippedTemplate(), shippedParameters));
  const view = startView(plan, { run_id: 'r1', profile: 'work', now: 0 });
  expect(view).toMatchObject({ run_id: 'r1', profile: 'work', status: 'running', files: [], ended_at: null });
  expect(view.steps.every(({ status, runs }) => status === 'pending' && runs === 0)).toBe(true);
  expect(view.parameters).toMatchObject({ ...shippedParameters, name_pattern: '{vendor} {report} {period}' });
});
