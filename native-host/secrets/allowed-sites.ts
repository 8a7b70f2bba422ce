import { getPublicSuffix } from 'tldts';
import { failed, fault, ok, type Result } from '../../shared/faults.ts';

// A secret is bound to sites. `domain:example.com` covers https://example.com and its subdomains on the
// default port. `origin:https://example.com:8443` covers exactly that origin, and is the only way to name
// another port, plain http, an address or localhost. Both sides are parsed; nothing is matched as text.

const hint =
  'Name sites as domain:example.com (with subdomains) or origin:https://example.com:8443 (exactly that).';

/** The rule in its one written form, or a fault that says what is wrong with it. */
export function parseSiteRule(rule: string): Result<string> {
  if (rule.startsWith('domain:')) return parseDomain(rule.slice('domain:'.length));
  if (rule.startsWith('origin:')) return parseOrigin(rule.slice('origin:'.length));
  return refused(`"${rule}" names no site.`);
}

/**
 * `origin` is as the browser gives it; opaque ones (`null`) and anything that is no http(s) origin match no
 * rule.
 */
export function siteAllowed(rules: readonly string[], origin: string): boolean {
  const url = URL.canParse(origin) ? new URL(origin) : null;
  if (url === null || url.origin !== origin || !isWeb(url)) return false;
  return rules.some((rule) => {
    if (rule === `origin:${origin}`) return true;
    if (!rule.startsWith('domain:') || url.protocol !== 'https:' || url.port !== '') return false;
    const domain = rule.slice('domain:'.length);
    const host = withoutFinalDot(url.hostname);
    return host === domain || host.endsWith(`.${domain}`);
  });
}

function parseDomain(text: string): Result<string> {
  const url = URL.canParse(`https://${text}/`) ? new URL(`https://${text}/`) : null;
  if (url === null || /[^\p{L}\p{M}\p{N}.-]/u.test(text)) return refused(`"${text}" is not a domain.`);
  const host = withoutFinalDot(url.hostname);
  if (/^[\d.]+$/.test(host) || !host.includes('.')) {
    return refused(`"${text}" is an address or a local name; give its exact origin instead.`);
  }
  // `co.uk` or `github.io` belong to everybody who registers below them.
  if (getPublicSuffix(host, { allowPrivateDomains: true }) === host) {
    return refused(`"${text}" is a public suffix: anybody can have a site below it.`);
  }
  return ok(`domain:${host}`);
}

function parseOrigin(text: string): Result<string> {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !isWeb(url)) return refused(`"${text}" is not an http or https origin.`);
  if (url.username !== '' || url.password !== '') return refused('An origin has no user name or password.');
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || /[?#]$/.test(text)) {
    return refused(`"${text}" goes on after the host and port; an origin does not.`);
  }
  return ok(`origin:${url.origin}`);
}

function isWeb(url: URL): boolean {
  return url.protocol === 'https:' || url.protocol === 'http:';
}

function withoutFinalDot(host: string): string {
  return host.endsWith('.') ? host.slice(0, -1) : host;
}

function refused(message: string): Result<never> {
  return failed(fault('bad-arguments', message, hint));
}
