/** What Chrome tells of who opened a port. */
export type Sender = {
  readonly id?: string | undefined;
  readonly url?: string | undefined;
  readonly origin?: string | undefined;
  readonly tab?: unknown;
};

/** Path of the one page that may speak for the person. */
export const panelPath = '/sidepanel.html';

/**
 * True only for our own side panel. Content scripts carry our id too, and our page opened in a tab can be
 * reached by other means than the person's hand; so id, origin and exact path must be right and there must be
 * no tab.
 */
export function isOwnPanel(sender: Sender | undefined, ownId: string): boolean {
  return sender?.tab === undefined && isOwnPage(sender, ownId, panelPath);
}

/** Path of the page in which templates are written. */
export const studioPath = '/studio.html';

/**
 * True only for our own studio, which stands in a tab. What it may ask is less than what the panel may: it reads and writes
 * drafts, and answers no question.
 */
export function isOwnStudio(sender: Sender | undefined, ownId: string): boolean {
  return sender?.tab !== undefined && isOwnPage(sender, ownId, studioPath);
}

function isOwnPage(sender: Sender | undefined, ownId: string, path: string): boolean {
  if (sender === undefined || sender.id !== ownId) return false;
  if (sender.url === undefined || !URL.canParse(sender.url)) return false;
  const { protocol, host, pathname } = new URL(sender.url);
  const ownOrigin = `chrome-extension://${ownId}`;
  if (sender.origin !== undefined && sender.origin !== ownOrigin) return false;
  return protocol === 'chrome-extension:' && host === ownId && pathname === path;
}
