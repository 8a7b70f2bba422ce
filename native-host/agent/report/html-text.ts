// Text as HTML. Nothing that a page or a model wrote reaches the document but as text.

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
// Marks that turn the direction of what follows, and those nobody sees; line breaks and tabs stay.
const hidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Text that stands for itself, in an element or in an attribute in quotes. */
export function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(hidden, '')
    .replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
}

/** A link that opens beside the report; only addresses of the web lead anywhere. */
export function linkTo(address: string, words: string): string {
  if (!/^https?:\/\//i.test(address)) return escaped(words);
  return `<a href="${escaped(address)}" target="_blank" rel="noopener noreferrer">${escaped(words)}</a>`;
}

/**
 * The answer's Markdown as HTML: paragraphs, lists, bold and italic text, and [n] as links to the discoveries. It is the
 * Markdown that `checkAnswer` and `plainAnswer` leave; what else stands in it is shown as it is.
 */
export function answerHtml(markdown: string, findings: ReadonlySet<number>): string {
  const html: string[] = [];
  const open: ('ul' | 'ol')[] = [];
  const closeTo = (depth: number): void => {
    while (open.length > depth) html.push(`</${open.pop()}>`);
  };
  for (const line of markdown.split('\n')) {
    const item = /^(\s*)(-|\d+\.)\s+(.*)$/u.exec(line);
    if (item === null) {
      if (line.trim() === '') continue;
      closeTo(0);
      html.push(paragraph(line, findings));
      continue;
    }
    const depth = (item[1] ?? '').length > 0 ? 2 : 1;
    closeTo(depth);
    while (open.length < depth) {
      const list = item[2] === '-' ? 'ul' : 'ol';
      open.push(list);
      html.push(`<${list}>`);
    }
    html.push(`<li>${inline(item[3] ?? '', findings)}</li>`);
  }
  closeTo(0);
  return html.join('\n');
}

function paragraph(line: string, findings: ReadonlySet<number>): string {
  const heading = /^\*\*([^*]+)\*\*$/.exec(line.trim());
  if (heading !== null) return `<h3>${inline(heading[1] ?? '', findings)}</h3>`;
  return `<p>${inline(line.trim(), findings)}</p>`;
}

// Signs that stand for themselves are put aside while the others are read, so that neither is taken for the other.
const asideStart = 0xe000;
const readable = '\\`*_[]<>|#~';

function inline(text: string, findings: ReadonlySet<number>): string {
  const aside = text.replace(/\\([\\`*_[\]<>|#~])/g, (_, sign: string) =>
    String.fromCharCode(asideStart + readable.indexOf(sign)),
  );
  const marked = escaped(aside)
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/(?<![*\w])\*([^*]+)\*(?![*\w])/g, '<em>$1</em>')
    .replace(/\[(\d+)\]/g, (mark, n: string) =>
      findings.has(Number(n)) ? `<a class="cite" href="#d${n}">[${n}]</a>` : mark,
    );
  const back = (sign: string): string => escaped(readable[sign.charCodeAt(0) - asideStart] ?? sign);
  return marked.replace(/[\ue000-\ue00a]/g, back);
}
