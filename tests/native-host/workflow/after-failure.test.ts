import { expect, test } from 'vitest';
import { afterFailure, endingOf } from '../../../native-host/workflow/after-failure.ts';
import { type FaultCode, fault } from '../../../shared/faults.ts';
import { receiptFor } from './fake-calls.ts';

const request = { tool: 'click', step_id: 'press' };
const at = (code: FaultCode) => fault(code, '', '');
const failedWith = (code: FaultCode) => receiptFor(request, at(code));

test('faults that end a run do so whatever the step says', () => {
  const codes = [
    'denied',
    'approval-timeout',
    'cancelled',
    'outcome-unknown',
    'browser-gone',
    'not-found',
  ] as const;
  expect(codes.map((code) => endingOf(at(code)))).toEqual([
    'refused',
    'refused',
    'cancelled',
    'outcome_unknown',
    'failed',
    null,
  ]);
});

test('an attempt in which an act succeeded or may have succeeded is not made again', () => {
  const retry = { on_failure: 'retry' } as const;
  const again = (codes: readonly (FaultCode | null)[]) =>
    afterFailure(retry, at('not-found'), {
      number: 1,
      receipts: codes.map((code) => (code === null ? receiptFor(request, null) : failedWith(code))),
    }).next;
  expect(again(['not-found'])).toBe('again');
  expect(again(['covered', 'permit-mismatch'])).toBe('again');
  expect(again([null, 'not-found'])).toBe('end');
  expect(again(['timeout'])).toBe('end');
});

test('pauses double, and the third attempt is the last', () => {
  const decide = (number: number) =>
    afterFailure({ on_failure: 'retry' }, at('timeout'), { number, receipts: [] });
  expect([1, 2, 3].map(decide)).toEqual([
    { next: 'again', pauseMs: 200 },
    { next: 'again', pauseMs: 400 },
    { next: 'end', status: 'failed' },
  ]);
});
