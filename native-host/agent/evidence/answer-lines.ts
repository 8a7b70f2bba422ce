// The writer's Markdown in lines, reduced to what an answer needs: text, lists and headings. Links, pictures and raw HTML
// are taken out, as they could come from a page; tables become lists, so that every row can be checked as a sentence.

export type AnswerLine = {
  readonly kind: 'text' | 'item' | 'heading' | 'blank';
  /** Spaces before it; items within items have some. */
  readonly indent: number;
  readonly isOrdered: boolean;
  readonly body: string;
};

/** Characters and lines of an answer that are looked at. */
const answerCharactersMax = 20_000;
const linesMax = 300;

/** The lines of an answer. */
export function answerLines(markdown: string): readonly AnswerLine[] {
  const lines = withoutForeign(markdown.slice(0, answerCharactersMax)).split('\n').slice(0, linesMax);
  return lines.flatMap((line, at) => lineOf(line, lines[at + 1] ?? ''));
}

function withoutForeign(markdown: string): string {
  return markdown
    .replace(/\r\n?/g, '\n')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]+)\]\((?:[^()]|\([^()]*\))*\)/g, (_, words: string) =>
      /^\d+$/.test(words) ? `[${words}]` : words,
    )
    .replace(/<\/?[a-z][^>\n]*>/gi, '')
    .replace(/^\s*```.*$/gm, '')
    .replace(/^\s*(?:[-*_]\s*){3,}$/gm, '');
}

function lineOf(line: string, next: string): readonly AnswerLine[] {
  const plain = { indent: 0, isOrdered: false };
  if (line.trim() === '') return [{ ...plain, kind: 'blank', body: '' }];
  if (/^\s*\|/.test(line)) return rowOf(line, next);
  const heading = /^\s*#{1,6}\s+(.*?)\s*#*\s*$/.exec(line) ?? /^\s*\*\*([^*]+?):?\*\*:?\s*$/.exec(line);
  if (heading !== null) return [{ ...plain, kind: 'heading', body: heading[1] ?? '' }];
  const item = /^(\s*)(?:([-*•+])|(\d+)[.)])\s+(.*)$/u.exec(line);
  if (item !== null) {
    const [, space = '', , number, body = ''] = item;
    return [{ kind: 'item', indent: space.length, isOrdered: number !== undefined, body: body.trim() }];
  }
  return [{ ...plain, kind: 'text', body: line.replace(/^\s*>\s*/, '').trim() }];
}

/** A row of a table as an item; the head and the rule under it say nothing that can be checked. */
function rowOf(line: string, next: string): readonly AnswerLine[] {
  const isRule = (text: string): boolean => /^\s*\|[\s|:-]+$/.test(text) && text.includes('-');
  if (isRule(line) || isRule(next)) return [];
  const cells = line
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '');
  const [first = '', ...rest] = cells;
  const body = rest.length === 0 ? first : `${first}: ${rest.join(', ')}`.replace(/,\s*(\[\d+\])/g, ' $1');
  return [{ kind: 'item', indent: 0, isOrdered: false, body }];
}
