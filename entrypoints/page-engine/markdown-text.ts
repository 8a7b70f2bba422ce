/** What would be read as a mark of Markdown stands escaped. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[*_`[\]<>\\]/g, '\\$&');
}

/** A link in Markdown, its address as it is: what would end it too early goes between angle brackets. */
export function linkMarkdown(label: string, href: string): string {
  const plain = !/[\s<>]/.test(href) && isBalanced(href);
  return `[${label}](${plain ? href : `<${href.replace(/[<>\s]/g, encodeURIComponent)}>`})`;
}

function isBalanced(href: string): boolean {
  let open = 0;
  for (const letter of href) {
    if (letter === '(') open++;
    if (letter === ')' && --open < 0) return false;
  }
  return open === 0;
}
