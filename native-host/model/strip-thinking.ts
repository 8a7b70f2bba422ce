// Local models think aloud before they answer, in tags of their own. What stands in there was weighed and not decided.

const tags = ['think', 'thinking', 'thought', 'reasoning', 'scratchpad'] as const;
const pattern = new RegExp(`<(/?)(${tags.join('|')})>`, 'gi');

/** Models that answer in channels say in one of them what counts. */
const finalChannel = /[\s\S]*<\|channel\|>final(?:<\|[a-z_]+\|>[^<]*)?<\|message\|>/;

/** The text without its thinking; a tag that is never closed takes everything after it along. */
export function stripThinking(given: string): string {
  const text = given.includes('<|channel|>')
    ? finalChannel.test(given)
      ? given.replace(finalChannel, '')
      : ''
    : given;
  let kept = '';
  let from = 0;
  let depth = 0;
  for (const { 0: tag, 1: slash, index } of text.matchAll(pattern)) {
    if (slash === '') {
      if (depth === 0) kept += text.slice(from, index);
      depth += 1;
    } else if (depth > 0) {
      depth -= 1;
    } else {
      // Servers that fill in the opening tag themselves send only the closing one: all before it was thought.
      kept = '';
    }
    if (depth === 0) from = index + tag.length;
  }
  return depth === 0 ? kept + text.slice(from) : kept;
}
