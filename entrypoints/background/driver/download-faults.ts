import { type Fault, fault } from '../../../shared/faults.ts';
import type { Item } from './download-join.ts';

const unharmful: readonly string[] = ['safe', 'accepted', 'maybe'];

/**
 * What keeps a download from ever being complete; null while nothing does. A file has its place within moments of its
 * first byte; one that has none for long is waiting for a person to choose it, and nothing an extension can say (not
 * even the browser's own downloads interface) makes the browser choose by itself.
 */
export function downloadFault(item: Item, isLong: boolean): Fault | null {
  const said = item.error ?? '';
  const detail = { browser_said: said, danger: item.danger, bytes_received: item.bytesReceived };
  if (item.filename === '' && (isLong || said === 'USER_CANCELED')) {
    return fault(
      'timeout',
      'The browser asks a person where to save each file.',
      'Switch off "Ask where to save each file before downloading" in the settings of this browser profile.',
      detail,
    );
  }
  if (item.state === 'interrupted') {
    const [code, message, hint] = reasons.find(([pattern]) => pattern.test(said))?.[1] ?? brokenOff;
    return fault(code, message, hint, detail);
  }
  if (unharmful.includes(item.danger)) return null;
  return fault('denied', 'The browser calls the file dangerous.', 'Have a person fetch it.', detail);
}

type Reason = readonly [code: Fault['code'], message: string, hint: string];

const brokenOff: Reason = [
  'not-found',
  'The download broke off before the file was whole, and nothing of it was kept.',
  'Try again; if it breaks off again, the server or the connection is at fault.',
];

/** What the browser's words for an interruption mean, and what can be done. */
const reasons: readonly (readonly [RegExp, Reason])[] = [
  [
    /^SERVER_BAD_CONTENT$/,
    [
      'not-found',
      'The server has no such file: it answered with an error (404 or the like) instead.',
      'Check the address, or look on the page for another link.',
    ],
  ],
  [
    /^SERVER_(FAILED|UNREACHABLE)$/,
    ['not-found', 'The server failed to give the file (5xx, or it is not reachable).', 'Try again later.'],
  ],
  [
    /^SERVER_(UNAUTHORIZED|FORBIDDEN)$/,
    [
      'not-found',
      'The server refuses the file to this browser (401 or 403).',
      'Sign in at the site first, then try again.',
    ],
  ],
  [
    /^FILE_(NO_SPACE|ACCESS_DENIED|TOO_LARGE|FAILED|TRANSIENT_ERROR)$/,
    [
      'not-actionable',
      'The browser could not write the file to its downloads folder.',
      'See that the disk has room and that the folder can be written to.',
    ],
  ],
  [
    /^FILE_(BLOCKED|SECURITY_CHECK_FAILED|VIRUS_INFECTED)$/,
    [
      'denied',
      'The browser, or its policy DownloadRestrictions, blocks this file.',
      'Have a person fetch it.',
    ],
  ],
  [
    /^USER_/,
    ['cancelled', 'Somebody stopped the download in the browser.', 'Ask the person, then try again.'],
  ],
];
