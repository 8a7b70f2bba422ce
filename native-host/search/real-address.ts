import { attributeCharactersMax } from '../../shared/limits.ts';

/** Where engines put the address that their own link leads on to. */
const detourFields: readonly { readonly host: RegExp; readonly path: RegExp; readonly field: string }[] = [
  { host: /(^|\.)duckduckgo\.com$/, path: /^\/l\/?$/, field: 'uddg' },
  { host: /(^|\.)bing\.com$/, path: /^\/ck\/a$/, field: 'u' },
  { host: /(^|\.)google\.[a-z.]+$/, path: /^\/url$/, field: 'q' },
];
/** A link to a link to a link is no result. */
const detoursMax = 3;

/**
 * Where a result's link leads, without the engine's detours and without what tells who asked; null for what is no
 * web address, for an address that was cut when it was read, and for an advertisement's counter.
 */
export function realAddress(href: string, base: string): string | null {
  if (href.length >= attributeCharactersMax) return null;
  let url = parsed(href, base);
  for (let detours = 0; url !== null; detours += 1) {
    const onward = onwardOf(url);
    if (onward === null) return isCounter(url) ? null : url.href;
    if (detours === detoursMax) return null;
    url = parsed(onward, base);
  }
  return null;
}

function parsed(text: string, base: string): URL | null {
  if (text.trim() === '') return null;
  const url = URL.parse(text, base);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  return url;
}

function onwardOf(url: URL): string | null {
  const detour = detourFields.find(({ host, path }) => host.test(url.hostname) && path.test(url.pathname));
  if (detour === undefined) return null;
  const onward = url.searchParams.get(detour.field) ?? '';
  // Bing writes the address in base64url behind two letters.
  return detour.field === 'u' ? Buffer.from(onward.slice(2), 'base64url').toString('utf8') : onward;
}

/** DuckDuckGo leads every advertisement through this address. */
function isCounter(url: URL): boolean {
  return /(^|\.)duckduckgo\.com$/.test(url.hostname) && url.pathname === '/y.js';
}
