import { expect, test } from 'vitest';
import {
  mayGoOn,
  needsNoDebugger,
  nothingSent,
} from '../../../../entrypoints/background/driver/page-silence.ts';
import { attempt, fault, raise } from '../../../../shared/faults.ts';

const refused = fault('attach-refused', 'refused', '');
const dialog = fault('dialog-open', 'dialog', '');

test.each([
  [refused, 'get_text', true],
  [refused, 'navigate', true],
  [refused, 'click', false],
  [refused, 'screenshot', true],
  [dialog, 'navigate', true],
  [dialog, 'close_page', true],
  [dialog, 'get_text', false],
  [fault('restricted-target', 'no', ''), 'get_text', false],
])('after %o, %s goes on: %s', (problem, tool, goesOn) => {
  expect(mayGoOn(problem, tool)).toBe(goesOn);
});

test('acts need the debugger, reads do not', () => {
  expect(['get_text', 'snapshot', 'wait'].every(needsNoDebugger)).toBe(true);
  expect(['click', 'fill', 'press_key', 'hover'].some(needsNoDebugger)).toBe(false);
});

test('a page that did not answer in time is said to have been sent nothing; other faults stay as they are', async () => {
  const late = await attempt(() =>
    nothingSent(async () => raise('timeout', 'No answer.', 'Wait.', { command: 'x' })),
  );
  expect(late).toMatchObject({
    fault: {
      code: 'timeout',
      message: 'No answer. Nothing was done.',
      detail: { command: 'x', sent: false },
    },
  });
  const stale = await attempt(() => nothingSent(async () => raise('stale-ref', 'Gone.', 'Look.')));
  expect(stale).toMatchObject({ fault: { code: 'stale-ref', message: 'Gone.' } });
  expect(await nothingSent(async () => 5)).toBe(5);
});
