/** True for what may be a link: an address of the web, and nothing that runs or opens something else. */
export function isWebAddress(href: string): boolean {
  if (!URL.canParse(href)) return false;
  const { protocol } = new URL(href);
  return protocol === 'https:' || protocol === 'http:';
}
