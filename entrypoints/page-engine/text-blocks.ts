import type { TextBlock } from '../../shared/engine-methods.ts';
import { shownChildrenOf } from './flat-tree.ts';
import { frameSourceOf } from './frames.ts';
import {
  type Inline,
  inlineOf,
  inlineUnder,
  isInlineBox,
  isMute,
  isReadable,
  type Reading,
} from './inline-text.ts';
import { tagOf, textContentOf } from './natives.ts';
import { roleOf } from './roles.ts';
import { headingLevelOf } from './states.ts';
import { tableBlockOf } from './table-block.ts';

// The readable text of a part of the page, in blocks: what stands on lines of its own. Each block in two
// forms.

const nestingMax = 300;

export function blocksUnder(node: Node, reading: Reading, depth = 0): readonly TextBlock[] {
  const blocks: TextBlock[] = [];
  let run: Inline = { text: '', markdown: '' };
  const flush = (): void => {
    const paragraph = block('paragraph', run);
    if (paragraph !== null) blocks.push(paragraph);
    run = { text: '', markdown: '' };
  };
  if (depth > nestingMax) return blocks;
  const mute = isMute(node);
  for (const child of shownChildrenOf(node)) {
    if (mute && child instanceof Text) continue;
    if (!(child instanceof Element) || isRunning(child, reading)) {
      const part = inlineOf(child, reading);
      run = { text: run.text + part.text, markdown: run.markdown + part.markdown };
      continue;
    }
    flush();
    if (isReadable(child) && !reading.keepsOut(child)) blocks.push(...blocksOf(child, reading, depth + 1));
  }
  flush();
  return blocks;
}

const blockTags = new Set(
  (
    'address article aside blockquote dd details div dl dt fieldset figcaption figure footer form h1 h2 ' +
    'h3 h4 h5 h6 header hr iframe li main nav ol p pre section table ul'
  ).split(' '),
);

/** Goes on in the line: an inline box that holds no block. */
function isRunning(element: Element, reading: Reading): boolean {
  if (tagOf(element) === 'br') return true;
  if (blockTags.has(tagOf(element)) || roleOf(element) === 'heading' || !isInlineBox(element)) return false;
  return !holdsBlock(element, reading, 0);
}

function holdsBlock(element: Element, reading: Reading, depth: number): boolean {
  if (depth > 20) return false;
  return shownChildrenOf(element).some(
    (child) =>
      child instanceof Element &&
      !reading.keepsOut(child) &&
      (blockTags.has(tagOf(child)) || holdsBlock(child, reading, depth + 1)),
  );
}

function blocksOf(element: Element, reading: Reading, depth: number): readonly TextBlock[] {
  const tag = tagOf(element);
  if (tag === 'iframe' || tag === 'frame') {
    return [{ kind: 'frame', level: 0, text: '', markdown: '', frame: frameSourceOf(element) }];
  }
  if (roleOf(element) === 'heading') return headingBlock(element, reading);
  if (tag === 'pre') return codeBlock(element);
  if (tag === 'table' || ['table', 'grid', 'treegrid'].includes(roleOf(element))) {
    const table = tableBlockOf(element);
    return table === null ? blocksUnder(element, reading, depth) : [table];
  }
  if ((tag === 'ul' || tag === 'ol') && isPlainList(element)) {
    const list = block('list', listText(element, reading, 0));
    return list === null ? [] : [list];
  }
  if (tag === 'blockquote') return blocksUnder(element, reading, depth).map(quoted);
  return blocksUnder(element, reading, depth);
}

function headingBlock(element: Element, reading: Reading): readonly TextBlock[] {
  const inline = inlineUnder(element, { ...reading, links: new Set() });
  const text = tidy(inline.text).replaceAll('\n', ' ');
  const level = headingLevelOf(element);
  const markdown = `${'#'.repeat(Math.min(level, 6))} ${text}`;
  return text === '' ? [] : [{ kind: 'heading', level, text, markdown, frame: null }];
}

function codeBlock(element: Element): readonly TextBlock[] {
  const text = textContentOf(element).replace(/\s+$/, '');
  const fence = text.includes('```') ? '````' : '```';
  const markdown = `${fence}\n${text}\n${fence}`;
  return text.trim() === '' ? [] : [{ kind: 'code', level: 0, text, markdown, frame: null }];
}

function quoted(inner: TextBlock): TextBlock {
  return inner.kind === 'paragraph'
    ? { ...inner, kind: 'quote', markdown: inner.markdown.replace(/^/gm, '> ') }
    : inner;
}

/** A list whose entries are lines: no tables, code or headings in them. */
function isPlainList(element: Element): boolean {
  return (
    Element.prototype.querySelector.call(element, 'table, pre, h1, h2, h3, h4, h5, h6, iframe, p + p') ===
    null
  );
}

function listText(list: Element, reading: Reading, depth: number): Inline {
  const lines: { readonly text: string; readonly markdown: string }[] = [];
  const ordered = tagOf(list) === 'ol';
  let count = 0;
  const indent = '  '.repeat(Math.min(depth, 10));
  for (const entry of shownChildrenOf(list)) {
    if (!(entry instanceof Element) || !isReadable(entry) || reading.keepsOut(entry)) continue;
    const nested: Inline[] = [];
    const own = inlineUnder(entry, {
      ...reading,
      keepsOut: (inner) => {
        if (reading.keepsOut(inner)) return true;
        if (tagOf(inner) !== 'ul' && tagOf(inner) !== 'ol') return false;
        nested.push(listText(inner, reading, depth + 1));
        return true;
      },
    });
    // Numbers of a list are not in its text: a page draws them.
    const mark = ordered ? `${++count}.` : '-';
    const text = tidy(own.text).replaceAll('\n', ' ');
    const markdown = tidy(own.markdown).replaceAll('\n', ' ');
    if (text !== '') lines.push({ text: `${indent}- ${text}`, markdown: `${indent}${mark} ${markdown}` });
    lines.push(...nested.filter((inner) => inner.text !== ''));
  }
  return {
    text: lines.map((line) => line.text).join('\n'),
    markdown: lines.map((line) => line.markdown).join('\n'),
  };
}

function block(kind: 'paragraph' | 'list', inline: Inline): TextBlock | null {
  const keep = kind === 'list';
  const text = keep ? inline.text : tidy(inline.text);
  const markdown = keep ? inline.markdown : tidy(inline.markdown);
  return text.trim() === '' ? null : { kind, level: 0, text, markdown, frame: null };
}

/** One space between words, none around line breaks, no empty lines. */
export function tidy(text: string): string {
  return text
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/ ?\n[\s]*/g, '\n')
    .trim();
}
