import { isBuried } from './buried.ts';
import { shownChildrenOf } from './flat-tree.ts';
import { isLegible } from './legible.ts';
import { escapeMarkdown, linkMarkdown } from './markdown-text.ts';
import { attributeOf, tagOf, textContentOf } from './natives.ts';
import { inputTypeOf } from './roles.ts';
import { isClippedAway, isOpaque, isUnhidden, shownAs } from './visibility.ts';

/** A run of text in both forms. `links` holds the addresses that were written once already. */
export type Inline = { readonly text: string; readonly markdown: string };

/** What the one who reads blocks keeps out, and the links that were told. */
export type Reading = {
  readonly keepsOut: (element: Element) => boolean;
  readonly links: Set<string>;
};

const noText: Inline = { text: '', markdown: '' };

/** Text of a node's content as one run; line breaks are kept as `\n`. */
export function inlineUnder(node: Node, reading: Reading): Inline {
  let text = '';
  let markdown = '';
  const mute = isMute(node);
  for (const child of shownChildrenOf(node)) {
    if (mute && child instanceof Text) continue;
    const part = inlineOf(child, reading);
    text += part.text;
    markdown += part.markdown;
  }
  return { text, markdown };
}

/** An element whose own text cannot be read, though that of elements in it may be. */
export function isMute(node: Node): boolean {
  return node instanceof Element && (!isUnhidden(node) || !isLegible(node) || isBuried(node));
}

/** Text of one node. */
export function inlineOf(node: Node, reading: Reading): Inline {
  if (node instanceof Text) {
    const text = (node.nodeValue ?? '').replace(/[\s\u200b]+/gu, ' ');
    return { text, markdown: escapeMarkdown(text) };
  }
  if (!(node instanceof Element) || !isReadable(node) || reading.keepsOut(node)) return noText;
  switch (tagOf(node)) {
    case 'br':
      return { text: '\n', markdown: '\n' };
    case 'a':
      return linkText(node, reading);
    case 'b':
    case 'strong':
      return marked(inlineUnder(node, reading), '**');
    case 'i':
    case 'em':
      return marked(inlineUnder(node, reading), '*');
    case 'code':
    case 'kbd':
      return marked(plain(textContentOf(node)), '`');
    case 'select':
      return padded(
        node instanceof HTMLSelectElement
          ? Array.from(node.selectedOptions, (option) => textContentOf(option)).join(', ')
          : '',
      );
    case 'input':
      return padded(
        node instanceof HTMLInputElement && ['button', 'submit', 'reset'].includes(inputTypeOf(node))
          ? node.value
          : '',
      );
    case 'textarea':
      return spaced(noText);
    case 'button':
      return spaced(inlineUnder(node, reading));
    default:
      return isInlineBox(node) ? inlineUnder(node, reading) : spaced(inlineUnder(node, reading));
  }
}

/** Shown to a person: rendered, not hidden, not see-through, not clipped to a dot. */
export function isReadable(element: Element): boolean {
  const shown = shownAs(element);
  if (shown === 'gone') return false;
  const hollow = shown === 'hidden' && shownChildrenOf(element).length === 0;
  return !hollow && isOpaque(element) && !isClippedAway(element);
}

export function isInlineBox(element: Element): boolean {
  const { display, float } = getComputedStyle(element);
  if (display === '' || display.startsWith('inline') || display === 'contents') return true;
  // The first letter of a text, set large beside its lines, is still a part of its word.
  return float !== 'none' && float !== '' && textContentOf(element).trim().length <= 2;
}

function plain(text: string): Inline {
  return { text, markdown: text };
}

/** Fields and buttons stand apart from the words around them, also without a space. */
function padded(text: string): Inline {
  return spaced(plain(text));
}

function spaced(inline: Inline): Inline {
  return { text: ` ${inline.text} `, markdown: ` ${inline.markdown} ` };
}

function marked(inline: Inline, mark: string): Inline {
  const inner = inline.markdown.trim();
  if (inner === '' || inner.includes('\n')) return inline;
  const [before = '', after = ''] = inline.markdown.split(inner);
  return { text: inline.text, markdown: `${before}${mark}${inner}${mark}${after}` };
}

/** A link's address is told the first time only. */
function linkText(element: Element, reading: Reading): Inline {
  const inner = inlineUnder(element, reading);
  const href = element instanceof HTMLAnchorElement ? element.href : (attributeOf(element, 'href') ?? '');
  const label = inner.markdown.replace(/\s+/g, ' ').trim();
  if (label === '' || !/^(?:https?|mailto):/.test(href) || reading.links.has(href)) return inner;
  reading.links.add(href);
  return {
    text: inner.text,
    markdown: linkMarkdown(label, href),
  };
}
