import type { Finding } from '../../shared/objective.ts';
import type { Block, Inline, ListItem } from './markdown.ts';
import { isWebAddress } from './web-address.ts';

// `[3]` in a result or report leads to the place that finding 3 was copied from.

const citation = /\[(\d{1,3})\]/;

/** The same blocks, with each citation of a finding as a link to its source. */
export function withSources(blocks: readonly Block[], findings: readonly Finding[]): readonly Block[] {
  const links = new Map(findings.filter(({ link }) => isWebAddress(link)).map(({ n, link }) => [n, link]));
  if (links.size === 0) return blocks;
  const inside = (parts: readonly Inline[]) => linked(parts, links);
  return blocks.map((block) => linkedBlock(block, inside));
}

function linkedBlock(block: Block, inside: (parts: readonly Inline[]) => readonly Inline[]): Block {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
    case 'quote':
      return { ...block, children: inside(block.children) };
    case 'list':
      return { ...block, items: block.items.map((item) => linkedItem(item, inside)) };
    case 'table':
      return { ...block, head: block.head.map(inside), rows: block.rows.map((row) => row.map(inside)) };
    case 'code':
    case 'rule':
      return block;
  }
}

function linkedItem(item: ListItem, inside: (parts: readonly Inline[]) => readonly Inline[]): ListItem {
  const more = item.more.map((below) => ({ ...below, children: inside(below.children) }));
  return { ...item, children: inside(item.children), more };
}

type Links = ReadonlyMap<number, string>;

function linked(parts: readonly Inline[], links: Links): readonly Inline[] {
  return parts.flatMap((part): readonly Inline[] => {
    if (part.kind === 'text') return linkedText(part.text, links);
    if (part.kind === 'strong' || part.kind === 'emphasis') {
      return [{ ...part, children: linked(part.children, links) }];
    }
    return [part];
  });
}

function linkedText(text: string, links: Links): readonly Inline[] {
  const parts: Inline[] = [];
  let rest = text;
  let found = citation.exec(rest);
  while (found !== null) {
    const before = rest.slice(0, found.index);
    const href = links.get(Number(found[1]));
    if (before !== '') parts.push({ kind: 'text', text: before });
    const label: Inline = { kind: 'text', text: found[0] };
    parts.push(href === undefined ? label : { kind: 'link', href, children: [label] });
    rest = rest.slice(found.index + found[0].length);
    found = citation.exec(rest);
  }
  if (rest !== '') parts.push({ kind: 'text', text: rest });
  return parts;
}
