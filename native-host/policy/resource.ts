import { BlockList, isIP } from 'node:net';
import { domainToUnicode } from 'node:url';
import { parse } from 'tldts';
import { urlCharactersMax } from '../../shared/limits.ts';

// A URL is parsed once, by the same algorithm as the browser's, and judged by its parts. Nothing is ever decided on
// the text of a URL: `https://example.com@evil.test/` and `https://evil.test/?.example.com/` are both evil.test.

export type SiteFacts = {
  /** `https://example.com` or `http://127.0.0.1:8931`; `null` for an opaque origin. */
  readonly origin: string;
  readonly scheme: 'http' | 'https' | '';
  /** Lower case, A-labels, no trailing dot; an IPv6 address in brackets; empty for an opaque origin. */
  readonly host: string;
  readonly port: number;
  /** Registrable domain by the public suffix list, its private part included; empty where there is none. */
  readonly domain: string;
  readonly secure: boolean;
  /** https on 443 under a name. */
  readonly standard: boolean;
  readonly private: boolean;
  readonly ip: boolean;
  readonly opaque: boolean;
  readonly mixedScript: boolean;
  /** Path without query and fragment. */
  readonly path: string;
};

/** Why a URL is never acted on, whatever the policy. */
export type UnfitUrl = { readonly why: string };

const opaqueSite: SiteFacts = Object.freeze({
  origin: 'null',
  scheme: '',
  host: '',
  port: 0,
  domain: '',
  secure: false,
  standard: false,
  private: false,
  ip: false,
  opaque: true,
  mixedScript: false,
  path: '',
});

// Documents without an address of their own. A blob: or data: URL is not among them: nothing is opened there.
const opaqueUrls: ReadonlySet<string> = new Set(['null', 'about:blank', 'about:srcdoc']);

/** Facts of a URL or origin; `null` (as text), about:blank and about:srcdoc are opaque documents. */
export function siteFacts(url: string): SiteFacts | UnfitUrl {
  if (opaqueUrls.has(url)) return opaqueSite;
  if (url.length > urlCharactersMax)
    return { why: `The address is longer than ${urlCharactersMax} characters.` };
  if (!URL.canParse(url)) return { why: 'The address is not a whole URL.' };
  const parsed = new URL(url);
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') {
    return { why: `Addresses of the kind "${parsed.protocol}" are never opened or acted on.` };
  }
  if (parsed.username !== '' || parsed.password !== '') {
    return { why: 'An address that carries a user name or password is never opened.' };
  }
  const host = parsed.hostname.endsWith('.') ? parsed.hostname.slice(0, -1) : parsed.hostname;
  // Signs that no name has (`*`, `!`, `,`) stay as they are by the standard, and Chromium escapes them. Such an address would be judged as
  // one place and opened as another, so it is none.
  const isName = /^[a-z0-9._-]+$/.test(host) || isIpHost(host);
  if (!isName || host.startsWith('.') || host.endsWith('.') || host.includes('..')) {
    return { why: 'The host name of the address is not valid.' };
  }
  return factsOf(parsed, host);
}

function factsOf(parsed: URL, host: string): SiteFacts {
  const secure = parsed.protocol === 'https:';
  const port = parsed.port === '' ? (secure ? 443 : 80) : Number(parsed.port);
  const ip = isIpHost(host);
  return {
    origin: `${parsed.protocol}//${host}${parsed.port === '' ? '' : `:${parsed.port}`}`,
    scheme: secure ? 'https' : 'http',
    host,
    port,
    domain: ip ? '' : registrableDomain(host),
    secure,
    standard: secure && port === 443 && !ip,
    private: ip ? isPrivateAddress(host) : isPrivateName(host),
    ip,
    opaque: false,
    mixedScript: !ip && hasMixedScript(host),
    path: parsed.pathname,
  };
}

/** `a.b.example.com`, `b.example.com`, `example.com`: from the host up to its registrable domain. */
export function domainChain({ host, domain }: Pick<SiteFacts, 'host' | 'domain'>): readonly string[] {
  if (domain === '') return [];
  const surplus = host.split('.').length - domain.split('.').length;
  return Array.from({ length: surplus + 1 }, (_, cut) => host.split('.').slice(cut).join('.'));
}

/** The origin as a person should see it: canonical, with the Unicode form where that looks different. */
export function siteWords({ origin, host }: Pick<SiteFacts, 'origin' | 'host'>): string {
  if (origin === 'null') return 'a page without an address';
  const unicode = domainToUnicode(host);
  return unicode === host || unicode === '' ? origin : `${origin} (${unicode})`;
}

const suffixOptions = { allowPrivateDomains: true, extractHostname: false, validateHostname: false } as const;

export function registrableDomain(host: string): string {
  return parse(host, suffixOptions).domain ?? '';
}

/** The host is itself a public suffix (`co.uk`, `github.io`) or a bare label: a rule for it would cover strangers. */
export function isPublicSuffix(host: string): boolean {
  return parse(host, suffixOptions).publicSuffix === host;
}

export function isIpHost(host: string): boolean {
  return isIP(host.replace(/^\[|\]$/g, '')) !== 0;
}

// Names that resolve on this machine or network only. A name without a dot is looked up in the local network.
const privateSuffixes = ['localhost', 'local', 'internal', 'intranet', 'lan', 'home', 'corp', 'home.arpa'];

export function isPrivateName(host: string): boolean {
  return (
    !host.includes('.') || privateSuffixes.some((suffix) => host === suffix || host.endsWith(`.${suffix}`))
  );
}

// Everything that the registries of special-purpose addresses (IANA, RFC 6890 and its successors) keep off the
// public internet: this host, private, shared, loopback, link-local, benchmarking, documentation, multicast, reserved.
const privateIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
const privateIpv6 = [
  '::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001:db8::/32',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
];

const privateAddresses = new BlockList();
for (const [ranges, family] of [
  [privateIpv4, 'ipv4'],
  [privateIpv6, 'ipv6'],
] as const) {
  for (const range of ranges) {
    const [network, prefix] = range.split('/');
    privateAddresses.addSubnet(network ?? '', Number(prefix), family);
  }
}

function isPrivateAddress(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  if (isIP(address) === 4) return privateAddresses.check(address, 'ipv4');
  const inner = embeddedIpv4(address);
  return inner === null ? privateAddresses.check(address, 'ipv6') : privateAddresses.check(inner, 'ipv4');
}

// An IPv4 address written as IPv6 leads to the IPv4 address: mapped (::ffff:), NAT64 (64:ff9b::) and 6to4 (2002:).
function embeddedIpv4(address: string): string | null {
  const tail = /^(?:::ffff:|64:ff9b::)(?:([0-9a-f]{1,4}):)?([0-9a-f]{1,4})$/.exec(address);
  if (tail !== null) return dotted(tail[1] ?? '0', tail[2] ?? '0');
  const relay = /^2002:([0-9a-f]{1,4}):([0-9a-f]{0,4})/.exec(address);
  return relay === null ? null : dotted(relay[1] ?? '0', relay[2] || '0');
}

function dotted(high: string, low: string): string {
  const [upper, lower] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [upper >> 8, upper & 255, lower >> 8, lower & 255].join('.');
}

const lookAlikeScripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
];

// Only scripts whose letters pass for one another count: Latin beside Han or Kana is how ordinary names are written.
function hasMixedScript(host: string): boolean {
  if (!host.includes('xn--')) return false;
  const labels = domainToUnicode(host).split('.');
  return labels.some((label) => lookAlikeScripts.filter((script) => script.test(label)).length > 1);
}
