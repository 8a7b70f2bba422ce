import { expect, test } from 'vitest';
import { takeWorkerPlace } from '../../../../native-host/cli/jobs/worker-place.ts';
import { temporaryFolder } from '../../../fakes/temporary-folder.ts';

const usual = { profile: 'jobs', isNamed: false, workersMax: 2 };

test('workers beyond the first have profiles of their own, and there are only so many', () => {
  const folder = temporaryFolder();
  const [first, second] = [takeWorkerPlace(folder, usual), takeWorkerPlace(folder, usual)];
  expect([first.profile, second.profile]).toEqual(['jobs', 'jobs-w2']);
  expect(() => takeWorkerPlace(folder, usual)).toThrow('2 workers run in this data folder already');
  first.release();
  expect(takeWorkerPlace(folder, usual).profile).toBe('jobs');
});

test('a profile that was named has one worker', () => {
  const folder = temporaryFolder();
  const named = { ...usual, profile: 'mine', isNamed: true };
  const place = takeWorkerPlace(folder, named);
  expect(place.profile).toBe('mine');
  expect(() => takeWorkerPlace(folder, named)).toThrow('"mine" runs already');
  expect(takeWorkerPlace(folder, usual).profile).toBe('jobs-w2');
});
