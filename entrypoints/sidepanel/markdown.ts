import { isWebAddress } from './web-address.ts';

// The part of Markdown that reports use, read into a tree. What it does not know stays text: no HTML, no pictures, no
// address that is not http(s). The tree is drawn as elements; no text ever becomes markup.

export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly children: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly children: readonly Inline[] };

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly children: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'quote'; readonly children: readonly Inline[] }
  | {
      readonly kind: 'list';
      readonly ordered: boolean;
      /** Number of the first item. */
      readonly start: number;
      readonly items: readonly ListItem[];
    }
  | {
      readonly kind: 'table';
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    }
  | { readonly kind: 'rule' };

/** `depth` counts the lists around it, from 0. */
export type ListItem = {
  readonly depth: number;
  readonly children: readonly Inline[];
  /** What stands below the item's own line. */
  readonly more: readonly {
    readonly kind: 'paragraph' | 'quote';
    readonly children: readonly Inline[];
  }[];
};

/** Longest report that is drawn, in characters, and how deep marks may stand inside marks. */
export const markdownCharactersMax = 400_000;
const inlineDepthMax = 8;
/** Longest paragraph in which marks are looked for; the search grows with the square of it. */
const inlineCharactersMax = 8_000;

/** Reads a report. Text beyond the limit is left out, with a paragraph that says so. */
export function parseMarkdown(source: string): readonly Block[] {
  const lines = source.slice(0, markdownCharactersMax).replace(/\r\n?/g, '\n').split('\n');
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const { block, next } = blockAt(lines, at);
    if (block !== null) blocks.push(block);
    at = Math.max(next, at + 1);
  }
  if (source.length > markdownCharactersMax) {
    blocks.push({
      kind: 'paragraph',
      children: [{ kind: 'text', text: 'The rest is in the report file.' }],
    });
  }
  return blocks;
}

type Read = { readonly block: Block | null; readonly next: number };

const listMark = /^(\s*)(?:[-*+]|(\d{1,9})[.)])\s+(.*)$/;
const ruleLine = /^ {0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/;

function blockAt(lines: readonly string[], at: number): Read {
  const line = lines[at] ?? '';
  if (line.trim() === '') return { block: null, next: at + 1 };
  if (/^ {0,3}(?:```|~~~)/.test(line)) return fenced(lines, at);
  const heading = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/.exec(line);
  if (heading !== null) {
    const level = heading[1]?.length ?? 1;
    return { block: { kind: 'heading', level, children: parseInline(heading[2] ?? '') }, next: at + 1 };
  }
  if (ruleLine.test(line)) return { block: { kind: 'rule' }, next: at + 1 };
  if (isTableHead(lines, at)) return table(lines, at);
  if (listMark.test(line)) return list(lines, at);
  if (/^ {0,3}>/.test(line)) return quote(lines, at);
  return paragraph(lines, at);
}

function fenced(lines: readonly string[], at: number): Read {
  const fence = lines[at]?.trim().slice(0, 3) ?? '```';
  let end = at + 1;
  while (end < lines.length && !lines[end]?.trim().startsWith(fence)) end++;
  return { block: { kind: 'code', text: lines.slice(at + 1, end).join('\n') }, next: end + 1 };
}

function isTableHead(lines: readonly string[], at: number): boolean {
  const below = lines[at + 1] ?? '';
  return (lines[at]?.includes('|') ?? false) && /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/.test(below);
}

function table(lines: readonly string[], at: number): Read {
  let end = at + 2;
  while (end < lines.length && lines[end]?.includes('|') && lines[end]?.trim() !== '') end++;
  const cells = (line: string) => splitCells(line).map((cell) => parseInline(cell));
  return {
    block: { kind: 'table', head: cells(lines[at] ?? ''), rows: lines.slice(at + 2, end).map(cells) },
    next: end,
  };
}

function splitCells(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function list(lines: readonly string[], at: number): Read {
  const first = listMark.exec(lines[at] ?? '')?.[2];
  const items: ListItem[] = [];
  let end = at;
  while (end < lines.length) {
    const line = lines[end] ?? '';
    const mark = listMark.exec(line);
    const last = items.at(-1);
    if (mark !== null) items.push(itemOf(mark));
    else if (last === undefined || !goesOn(lines, end, first !== undefined)) break;
    else if (line.trim() !== '') items[items.length - 1] = withLine(last, line, lines[end - 1] ?? '');
    end += 1;
  }
  return {
    block: { kind: 'list', ordered: first !== undefined, start: Number(first ?? 1), items },
    next: end,
  };
}

function itemOf(mark: RegExpExecArray): ListItem {
  const depth = Math.min(5, Math.floor((mark[1]?.replaceAll('\t', '  ').length ?? 0) / 2));
  return { depth, children: parseInline(mark[3] ?? ''), more: [] };
}

/** A line belongs to a list when it is indented; a blank one when the next that is not blank does, or is an item of it. */
function goesOn(lines: readonly string[], at: number, ordered: boolean): boolean {
  const line = lines.slice(at, at + blanksMax).find((each) => each.trim() !== '') ?? '';
  const mark = listMark.exec(line);
  if (mark !== null) return (mark[2] !== undefined) === ordered;
  return /^\s{2,}\S/.test(line);
}

/** Blank lines that a list is looked for behind. */
const blanksMax = 4;

/** The item with one more line: a quotation or, after a blank line, a paragraph stands below it; others go on with it. */
function withLine(item: ListItem, line: string, before: string): ListItem {
  const text = line.trim();
  if (text.startsWith('>')) {
    const quoted = parseInline(text.replace(/^> ?/, ''));
    return { ...item, more: [...item.more, { kind: 'quote', children: quoted }] };
  }
  const parsed = parseInline(text);
  if (before.trim() === '') return { ...item, more: [...item.more, { kind: 'paragraph', children: parsed }] };
  return { ...item, children: [...item.children, { kind: 'text', text: ' ' }, ...parsed] };
}

function quote(lines: readonly string[], at: number): Read {
  let end = at;
  while (end < lines.length && /^ {0,3}>/.test(lines[end] ?? '')) end++;
  const text = lines.slice(at, end).map((line) => line.replace(/^ {0,3}> ?/, ''));
  return { block: { kind: 'quote', children: parseInline(text.join(' ')) }, next: end };
}

function paragraph(lines: readonly string[], at: number): Read {
  let end = at + 1;
  const starts = (line: string) => /^ {0,3}(?:#{1,6}\s|```|~~~|>)/.test(line) || listMark.test(line);
  while (end < lines.length && lines[end]?.trim() !== '' && !starts(lines[end] ?? '')) end++;
  const text = lines.slice(at, end).map((line) => line.trim());
  return { block: { kind: 'paragraph', children: parseInline(text.join(' ')) }, next: end };
}

// Each mark with what stands inside it; the order is the order of preference at one place.
const inlineMark = new RegExp(
  [
    /\\([\\`*_{}[\]()#+\-.!|<>~])/, // an escaped character
    /(`+)([^`]|[^`].*?[^`])\2(?!`)/, // code
    /\*\*(\S(?:.*?\S)?)\*\*/, // strong
    /(?<![\w*])[*_](\S(?:.*?\S)?)[*_](?![\w*])/, // emphasis
    /\[([^\]]{1,500})\]\(([^)\s]{1,2000})\)/, // a link
    /<(https?:\/\/[^>\s]{1,2000})>/, // a bare address
  ]
    .map((mark) => mark.source)
    .join('|'),
  's',
);

/** Reads marks inside a line. A mark without its counterpart stays as it is written. */
export function parseInline(text: string, depth = 0): readonly Inline[] {
  if (text.length > inlineCharactersMax) return [{ kind: 'text', text }];
  const parts: Inline[] = [];
  let rest = text;
  while (rest !== '') {
    const found = depth < inlineDepthMax ? inlineMark.exec(rest) : null;
    if (found === null) return [...parts, { kind: 'text', text: rest }];
    if (found.index > 0) parts.push({ kind: 'text', text: rest.slice(0, found.index) });
    parts.push(inlineOf(found, depth + 1));
    rest = rest.slice(found.index + found[0].length);
  }
  return parts;
}

function inlineOf(found: RegExpExecArray, depth: number): Inline {
  const [whole, escaped, , code, strong, emphasis, label, href, bare] = found;
  if (escaped !== undefined) return { kind: 'text', text: escaped };
  if (code !== undefined) return { kind: 'code', text: code.trim() };
  if (strong !== undefined) return { kind: 'strong', children: parseInline(strong, depth) };
  if (emphasis !== undefined) return { kind: 'emphasis', children: parseInline(emphasis, depth) };
  if (bare !== undefined) return { kind: 'link', href: bare, children: [{ kind: 'text', text: bare }] };
  if (href !== undefined && label !== undefined && isWebAddress(href)) {
    return { kind: 'link', href, children: parseInline(label, depth) };
  }
  return { kind: 'text', text: whole };
}
