// Text of pages and models in a report: on one line, with the signs that Markdown would act on taken out of their way, and
// without marks that turn the direction of what follows.

const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** Text as text. */
export function asText(text: string): string {
  return onOneLine(text).replace(/[\\`*_[\]<>|#~]/g, '\\$&');
}

/** Text on one line, as it is. */
export function onOneLine(text: string): string {
  return text.replace(invisible, '').replace(/\s+/gu, ' ').trim();
}

/** A link whose address cannot end it early; only addresses of the web lead anywhere. */
export function asLink(words: string, address: string): string {
  if (!/^https?:\/\//i.test(address)) return asText(words);
  const safe = address.replace(
    /[\s<>()\\]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
  return `[${asText(words)}](${safe})`;
}

/** The text up to a number of characters, at the end of a word. */
export function cut(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  const head = text.slice(0, charactersMax);
  const space = head.lastIndexOf(' ');
  return `${space > charactersMax * 0.6 ? head.slice(0, space) : head}…`.toWellFormed();
}

/** Milliseconds in words: "3 s", "12 min 5 s", "1 h 2 min". */
export function inWords(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A whole number with its thousands set apart. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** "1 turn", "2 turns". */
export function counted(count: number, one: string): string {
  return `${grouped(count)} ${one}${count === 1 ? '' : 's'}`;
}

/** A moment to the second, in UTC. */
export function moment(at: string): string {
  return at.replace('T', ' ').replace(/(?:\.\d+)?Z$/, ' UTC');
}

/** Where a page lies, without the rest of its address. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

/** Whether a quote adds nothing to the words recorded. */
export function isSameText(text: string, quote: string): boolean {
  return onOneLine(text).replace(/[.\s]+$/u, '') === onOneLine(quote).replace(/[.\s]+$/u, '');
}
