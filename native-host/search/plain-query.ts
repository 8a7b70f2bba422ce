/** Engines refuse longer questions (DuckDuckGo above 499 characters), and no shorter one is worse for it. */
const queryCharactersMax = 400;

/**
 * The query as words alone. Engines take some words as orders (`!w` leads to another site, `\` to the first result,
 * `:de` to another language), and a model's question is never an order to the engine.
 */
export function plainQuery(query: string): string {
  const words = query
    .split(/[\s\p{Cc}]+/u)
    .map((word) => word.replace(/^[!\\:?]+|!+$/g, ''))
    .filter((word) => word !== '');
  let text = '';
  for (const word of words) {
    const longer = text === '' ? word : `${text} ${word}`;
    if (longer.length > queryCharactersMax) return text === '' ? word.slice(0, queryCharactersMax) : text;
    text = longer;
  }
  return text;
}
