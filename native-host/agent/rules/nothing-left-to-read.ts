import { unreadParts } from '../state.ts';
import { allow, defineRule, refuse } from './define-rule.ts';

/** Reading on needs a part that was not shown yet. */
export const nothingLeftToRead = defineRule('nothing-left-to-read', ({ page }, { action, part }) => {
  if (action !== 'READ_MORE') return allow;
  if (page === null) return refuse('No page is open. SEARCH, or NAVIGATE to a link.');
  const unread = unreadParts(page);
  if (unread.length === 0) return refuse('You have read all of this page. Choose another link, or search.');
  if (part === null || unread.includes(part)) return allow;
  const why = page.read.includes(part)
    ? 'You have read that part.'
    : `This page has ${page.parts.length} parts.`;
  return refuse(`${why} Not read yet: ${unread.slice(0, 8).join(', ')}.`);
});
