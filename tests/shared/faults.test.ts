import { expect, test } from 'vitest';
import { attempt, Fault, FaultError, fault, raise } from '../../shared/faults.ts';

test('a raised fault becomes a failed result, whatever depth it comes from', async () => {
  const result = await attempt(async () => {
    await Promise.resolve();
    return raise('not-found', 'No such button.', 'Look again.');
  });
  expect(result).toEqual({
    ok: false,
    fault: { code: 'not-found', message: 'No such button.', hint: 'Look again.' },
  });
});

test('a bug is not a fault and goes on as an exception', async () => {
  await expect(
    attempt(async () => {
      throw new TypeError('a bug');
    }),
  ).rejects.toThrow(TypeError);
});

test('a fault of any length passes its own schema', () => {
  const long = fault('internal', 'x'.repeat(9000), 'y'.repeat(9000), { page_text: 'z' });
  expect(Fault.safeParse(long).success).toBe(true);
  expect(new FaultError(long).fault).toBe(long);
});

test('a code that is not on the list is no fault', () => {
  expect(Fault.safeParse({ code: 'oops', message: '', hint: '' }).success).toBe(false);
});
