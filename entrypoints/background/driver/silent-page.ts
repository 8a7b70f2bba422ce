import { type Fault, fault } from '../../../shared/faults.ts';

export const unreachableDialog = fault(
  'dialog-open',
  'The page has a dialog that opened before LocalAgent came to it, and the browser lets nobody but the person answer it.',
  'Have the person answer it in the browser, or give the page up with navigate (action "reload", or a url).',
  { kind: 'unknown', before_attach: true },
);

export function silentPage(method: string): Fault {
  return fault(
    'timeout',
    'The page does not answer: its script is busy, or it hangs.',
    'Wait and look again, or reload the page with navigate (action "reload").',
    { command: method },
  );
}
