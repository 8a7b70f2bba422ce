import type { Block, Inline, ListItem } from './markdown.ts';

// A report as one HTML file without scripts, pictures or addresses that it loads. Made from the tree that is drawn in
// the panel, so it holds no markup but its own.

const sheet = `
:root { color-scheme: light dark; }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
h1, h2, h3, h4 { line-height: 1.25; }
h2 { margin-top: 2rem; padding-top: 1rem; border-top: 1px solid #8886; }
blockquote { margin-left: 0; padding-left: 1rem; border-left: 3px solid #8886; }
pre { overflow-x: auto; padding: 0.75rem; background: #8882; }
table { border-collapse: collapse; }
th, td { padding: 0.3rem 0.6rem; border: 1px solid #8886; text-align: left; vertical-align: top; }
`.trim();

/** The whole file. */
export function reportHtml(title: string, blocks: readonly Block[]): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'">',
    `<title>${escaped(title)}</title>`,
    `<style>${sheet}</style>`,
    '</head>',
    '<body>',
    ...blocks.map(blockHtml),
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return tag(`h${block.level}`, inlinesHtml(block.children));
    case 'paragraph':
      return tag('p', inlinesHtml(block.children));
    case 'quote':
      return tag('blockquote', inlinesHtml(block.children));
    case 'code':
      return tag('pre', escaped(block.text));
    case 'rule':
      return '<hr>';
    case 'list': {
      const items = block.items.map(itemHtml).join('');
      return block.ordered ? `<ol start="${block.start}">${items}</ol>` : tag('ul', items);
    }
    case 'table': {
      const head = block.head.map((cell) => tag('th', inlinesHtml(cell))).join('');
      const rows = block.rows.map((row) =>
        tag('tr', row.map((cell) => tag('td', inlinesHtml(cell))).join('')),
      );
      return tag('table', tag('thead', tag('tr', head)) + tag('tbody', rows.join('')));
    }
  }
}

function itemHtml({ depth, children, more }: ListItem): string {
  const indent = depth === 0 ? '' : ` style="margin-left:${depth * 1.25}rem"`;
  return `<li${indent}>${inlinesHtml(children)}${more.map(blockHtml).join('')}</li>`;
}

function inlinesHtml(parts: readonly Inline[]): string {
  return parts.map(inlineHtml).join('');
}

function inlineHtml(part: Inline): string {
  switch (part.kind) {
    case 'text':
      return escaped(part.text);
    case 'code':
      return tag('code', escaped(part.text));
    case 'strong':
      return tag('strong', inlinesHtml(part.children));
    case 'emphasis':
      return tag('em', inlinesHtml(part.children));
    case 'link':
      return `<a href="${escaped(part.href)}" rel="noopener noreferrer">${inlinesHtml(part.children)}</a>`;
  }
}

function tag(name: string, inner: string): string {
  return `<${name}>${inner}</${name}>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
