import type { Page } from 'playwright-core';
import { siteFacts } from '../../native-host/policy/resource.ts';

/** What the browser makes of an address; null where it takes it for none. */
export type BrowserUrl = {
  readonly protocol: string;
  readonly hostname: string;
  readonly port: string;
  readonly origin: string;
  readonly username: string;
  readonly password: string;
};

/** How the browser of this page reads addresses, in one trip. */
export function readByBrowser(page: Page, urls: readonly string[]): Promise<readonly (BrowserUrl | null)[]> {
  return page.evaluate((list) => {
    return list.map((text) => {
      try {
        const { protocol, hostname, port, origin, username, password } = new URL(text);
        return { protocol, hostname, port, origin, username, password };
      } catch {
        return null;
      }
    });
  }, urls);
}

export type UrlReading =
  | 'alike'
  | 'refused by both'
  | 'refused by the host alone'
  | 'refused by the browser alone'
  | { readonly different: string };

/**
 * How the policy and the browser read one address. What the policy refuses is never opened, and it refuses more (user names, a space or
 * a star in a name, other schemes); what it judges must be the very place that the browser goes to, one trailing dot aside.
 */
export function compareUrl(url: string, browser: BrowserUrl | null): UrlReading {
  const facts = siteFacts(url);
  if ('why' in facts) return browser === null ? 'refused by both' : 'refused by the host alone';
  if (browser === null) return 'refused by the browser alone';
  if (facts.opaque) return browser.origin === 'null' ? 'alike' : differs(url, 'null', browser);
  const host = browser.hostname.replace(/\.$/, '');
  const port = browser.port === '' ? (browser.protocol === 'https:' ? 443 : 80) : Number(browser.port);
  const origin = `${browser.protocol}//${host}${browser.port === '' ? '' : `:${browser.port}`}`;
  const isSame =
    `${facts.scheme}:` === browser.protocol &&
    facts.host === host &&
    facts.port === port &&
    facts.origin === origin &&
    browser.origin ===
      `${browser.protocol}//${browser.hostname}${browser.port === '' ? '' : `:${browser.port}`}` &&
    browser.username === '' &&
    browser.password === '';
  return isSame ? 'alike' : differs(url, facts.origin, browser);
}

function differs(url: string, judged: string, { origin, username }: BrowserUrl): UrlReading {
  const shown = JSON.stringify(url.length > 200 ? `${url.slice(0, 200)}…` : url);
  const as = username === '' ? '' : ` as ${JSON.stringify(username)}`;
  return { different: `${shown}: judged as ${judged}, opened as ${origin}${as}` };
}
