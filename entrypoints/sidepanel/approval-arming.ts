// The Approve button works only after the card has stood still under the person's eyes for a moment: a card that
// appears, changes or comes to the front under a moving hand must not be approved by that hand.

/** How long the card must stand unchanged and in focus before Approve works. */
export const armMs = 700;

/** `content` names what is on the card; `since` is when it last changed or came into focus; null while out of sight. */
export type Arming = { readonly content: string; readonly since: number | null };

export type ArmingEvent =
  | { readonly type: 'shown'; readonly content: string; readonly now: number }
  | { readonly type: 'focus-moved'; readonly now: number }
  | { readonly type: 'hidden' };

export const disarmed: Arming = { content: '', since: null };

/** The next arming state. Showing the same content again changes nothing; anything else starts the wait anew. */
export function arm(arming: Arming, event: ArmingEvent): Arming {
  if (event.type === 'hidden') return { ...arming, since: null };
  if (event.type === 'focus-moved') return { ...arming, since: event.now };
  if (event.content === arming.content && arming.since !== null) return arming;
  return { content: event.content, since: event.now };
}

/** Milliseconds until Approve works: 0 when it does, null while the card is out of sight. */
export function armedInMs(arming: Arming, now: number): number | null {
  if (arming.since === null) return null;
  // A clock set back must lengthen the wait, not skip it.
  const waited = Math.max(0, now - arming.since);
  return Math.max(0, armMs - waited);
}

/** What an answer depends on, so that a card with other acts is another card. */
export function contentOf(approval: {
  readonly approval_id: string;
  readonly title: string;
  readonly acts: readonly unknown[];
}): string {
  return JSON.stringify([approval.approval_id, approval.title, approval.acts]);
}
