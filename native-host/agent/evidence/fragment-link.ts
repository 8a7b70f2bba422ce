// Links that lead a browser to the words of a quote: a URL with a text fragment (`#:~:text=start,end`).

/** Words that name the beginning and the end of a longer quote, and characters up to which it is named whole. */
const edgeWords = 5;
const wholeCharactersMax = 80;
/** Where nothing separates words: characters of an edge. */
const edgeCharacters = 12;
const linkCharactersMax = 4_000;

/** The address of a page with a text fragment for the quote; the plain address where a browser would not follow one. */
export function fragmentLink(url: string, quote: string): string {
  const [address = '', ...rest] = url.split('#');
  const own = rest.join('#').split(':~:')[0] ?? '';
  const isWeb = /^https?:/i.test(address);
  const plain = own === '' ? address : `${address}#${own}`;
  const directive = isWeb && !isPdf(address) ? directiveOf(quote) : null;
  const link = directive === null ? plain : `${address}#${own}:~:text=${directive}`;
  return link.length > linkCharactersMax ? plain : link;
}

function isPdf(address: string): boolean {
  return /\.pdf$/i.test(address.split('?')[0] ?? '');
}

/** A text fragment must lie within one block: of a row or of several lines the longest piece is named. */
function directiveOf(quote: string): string | null {
  const pieces = quote
    .split(/\n|\t|\s*\|\s*/u)
    .map((piece) =>
      piece
        .replace(/^\s*(?:[-*•]|\d+[.)])\s+/u, '')
        .replace(/\s+/gu, ' ')
        .trim(),
    )
    .filter((piece) => piece !== '');
  const text = pieces.reduce((longest, piece) => (piece.length > longest.length ? piece : longest), '');
  if (text === '') return null;
  if (text.length <= wholeCharactersMax) return encoded(text);
  const words = text.split(' ');
  if (words.length < edgeWords * 2) {
    const letters = [...text];
    return `${encoded(letters.slice(0, edgeCharacters).join(''))},${encoded(letters.slice(-edgeCharacters).join(''))}`;
  }
  return `${encoded(words.slice(0, edgeWords).join(' '))},${encoded(words.slice(-edgeWords).join(' '))}`;
}

/** Percent-encoded, and `-` too: in a directive it sets off a prefix. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replaceAll('-', '%2D')
    .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
