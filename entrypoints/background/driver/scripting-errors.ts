import { type Fault, fault } from '../../../shared/faults.ts';

type Row = readonly [pattern: RegExp, code: Fault['code'], message: string, hint: string];

const rows: readonly Row[] = [
  [/no tab with id|tab was closed/i, 'no-page', 'The page is gone.', 'List the pages and choose one.'],
  [
    /no (frame|document) with id|frame .*removed|frame was removed|document .*(removed|gone)/i,
    'stale-ref',
    'The document has changed in the meantime.',
    'Look at the page again.',
  ],
  [
    /showing error page/i,
    'not-actionable',
    'The browser shows an error page here.',
    'Navigate again, or go elsewhere.',
  ],
  [
    /policy/i,
    'restricted-target',
    'The policy runtime_blocked_hosts keeps this extension out of the page.',
    'An administrator adds the site to runtime_allowed_hosts (ExtensionSettings) for this extension.',
  ],
  [
    /cannot access|must request permission|cannot be scripted|gallery/i,
    'restricted-target',
    'The browser does not let extensions into this page.',
    'Work on an http or https page.',
  ],
];

/** What a rejected chrome.scripting call means; null for text that is not known. */
export function scriptingFault(message: string): Fault | null {
  const row = rows.find(([pattern]) => pattern.test(message));
  return row === undefined ? null : fault(row[1], row[2], row[3], { browser_said: message.slice(0, 300) });
}
