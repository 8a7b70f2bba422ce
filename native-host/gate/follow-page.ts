/**
 * After an act, the page that it left is the caller's current one (`after`); null: the act closed its page. The browser
 * tells of closed pages a moment later, and until then a call without a page would be sent to one that is gone.
 */
export function followPage(
  currentPages: Map<string, string>,
  callerId: string,
  named: unknown,
  after: string | null,
): void {
  if (after !== null) {
    currentPages.set(callerId, after);
    return;
  }
  const current = currentPages.get(callerId);
  if (named === undefined || named === current) currentPages.delete(callerId);
}
