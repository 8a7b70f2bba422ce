import { raise } from '../../../shared/faults.ts';

// The agent works on http and https documents and on nothing else. Our own pages come first: a click that the
// debugger dispatches there is trusted, so an approval could be clicked by what it is to approve. A page that another
// page has written itself (blob:) has its writer's origin and no server that answers for it: it is read, and left.

export type Reach = 'web' | 'blank' | 'written' | 'own' | 'other';

/** What a call may meet beside http and https pages. */
export type Beside = 'blank' | 'written';

/** What kind of document a URL is, by its scheme alone, after the URL parser has had its say. */
export function reachOf(url: string, ownId: string): Reach {
  if (!URL.canParse(url)) return 'other';
  const { protocol, pathname, host } = new URL(url);
  if (
    url.toLowerCase().includes(`chrome-extension://${ownId}`) &&
    protocol !== 'http:' &&
    protocol !== 'https:'
  ) {
    return 'own';
  }
  if (protocol === 'chrome-extension:') return host === ownId ? 'own' : 'other';
  if (protocol === 'http:' || protocol === 'https:') return 'web';
  if (protocol === 'about:' && pathname === 'blank') return 'blank';
  if (protocol === 'blob:' && /^https?:/.test(pathname)) return 'written';
  return 'other';
}

/** Raises `restricted-target` unless the page is of the web, or of a kind that the call may meet beside that. */
export function refuseRestricted(url: string, ownId: string, beside: readonly Beside[]): void {
  const reach = reachOf(url, ownId);
  if (reach === 'web' || beside.some((kind) => kind === reach)) return;
  const detail = { url: url.slice(0, 500) };
  if (reach === 'own') {
    raise(
      'restricted-target',
      "LocalAgent's own pages are for the person alone.",
      'Work on an http or https page.',
      detail,
    );
  }
  if (reach === 'written') {
    raise(
      'restricted-target',
      'A page that another page has written itself (blob:) is only read.',
      'Read it, or navigate to another page.',
      detail,
    );
  }
  raise(
    'restricted-target',
    'Only http and https pages can be worked on.',
    reach === 'blank' ? 'Navigate to a URL first.' : 'Work on an http or https page.',
    detail,
  );
}

/**
 * The URL that a navigation may go to, in canonical form. Raises for other schemes and for credentials in it.
 */
export function destination(text: string, ownId: string): string {
  if (!URL.canParse(text)) {
    raise('bad-arguments', 'The URL cannot be parsed.', 'Give a whole URL such as https://example.com/.', {
      url: text.slice(0, 500),
    });
  }
  const url = new URL(text);
  refuseRestricted(url.href, ownId, []);
  if (url.username !== '' || url.password !== '') {
    raise(
      'bad-arguments',
      'The URL carries a user name or password.',
      'Leave them out and sign in on the page.',
    );
  }
  return url.href;
}
