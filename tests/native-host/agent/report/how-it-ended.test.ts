import { expect, test } from 'vitest';
import { howItEnded } from '../../../../native-host/agent/report/how-it-ended.ts';

const told = { status: 'succeeded', fault: null, items: 2, notFound: 0, hasAnswer: true } as const;

test.each([
  [{}, 'Finished'],
  [{ notFound: 1 }, 'Finished, incomplete'],
  [{ notFound: 2 }, 'Finished, not shown'],
  [{ notFound: 2, hasAnswer: false }, 'Finished, nothing found'],
  [{ status: 'cancelled' as const }, 'Stopped'],
])('an end of %j is told as %s', (more, status) => {
  expect(howItEnded({ ...told, ...more }).status).toBe(status);
});

test('a lost model is named, whatever was found before', () => {
  const fault = { code: 'model-unavailable', message: '' } as const;
  expect(howItEnded({ ...told, status: 'failed', fault }).status).toBe('Model lost');
});

test('a run that was cut off with the host is told as interrupted, not as an error', () => {
  const fault = { code: 'internal', message: '', detail: { cut_off: true } } as const;
  expect(howItEnded({ ...told, status: 'failed', fault }).status).toBe('Interrupted');
});
