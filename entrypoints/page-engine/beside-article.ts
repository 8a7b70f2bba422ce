import type { TextBlock } from '../../shared/engine-methods.ts';
import { collapse } from '../../shared/plain-text.ts';
import type { ArticleFields } from './article-fields.ts';
import { flatChildrenOf, flatParentOf, nearest } from './flat-tree.ts';
import { attributeOf, baseOf, queryAll, queryOne, tagOf, textContentOf } from './natives.ts';
import { marksOf, namePattern, type Prose } from './prose.ts';
import { roleOf } from './roles.ts';

// What stands within an article and is no part of its text: captions, bylines, share boxes, links to other articles, words
// about the site. Names and words are hints that only count for short pieces.

const besideTags = new Set([
  'nav',
  'aside',
  'footer',
  'form',
  'button',
  'figure',
  'figcaption',
  'time',
  'iframe',
]);
const besideRoles = new Set(['navigation', 'complementary', 'contentinfo', 'dialog']);
const besideMarks = namePattern(
  'byline author\\w* dateline timestamp pub-?date published caption\\w* credit\\w* photo\\w* image-?\\w* ' +
    'figure video\\w* player gallery\\w* slideshow rating\\w* print email hidden skip jump ' +
    'pagination pager ' +
    'teaser copyright correction disclaimer tagline kicker eyebrow standfirst sub-?title dek',
);
/** Boxes over the text that open when a word in it is pointed at. */
const overlayMarks = namePattern(
  'rollover\\w* tooltip\\w* popover\\w* hover-?card\\w* screen-?reader\\w* visually-?hidden',
);
/** Words of a picture, of the time or of the author, which stand in a line of their own without a block for it. */
const lineMarks = namePattern(
  'byline dateline timestamp caption\\w* credit\\w* screen-?reader\\w* visually-?hidden',
);
const running = new Set('a abbr b bdi cite code em font i mark q s small span strong sub sup u'.split(' '));
const shortMax = 400;
const boxMax = 2_500;
const linkListMax = 1_500;
const lineMax = 200;
const pointerMax = 320;
const linksMax = 50;
/** Characters beside a word that make a sentence of it. */
const sentenceMin = 25;

export function isBesideArticle(element: Element, fields: ArticleFields, prose: Prose): boolean {
  const tag = tagOf(element);
  if (running.has(tag) && isInSentence(element, prose)) return isBesideInLine(element);
  if (besideTags.has(tag)) return !holdsContent(element, tag);
  if (besideRoles.has(attributeOf(element, 'role') ?? '')) return true;
  const text = collapse(textContentOf(element));
  if (tag === 'h1' || (roleOf(element) === 'heading' && text === fields.heading)) return true;
  if (tag === 'body' || tag === 'article' || tag === 'main') return false;
  const density = prose.linkDensity(element);
  if (prose.isNamedAside(element)) return !holdsQuote(element) && (text.length < boxMax || density > 0.3);
  if (besideMarks.test(marksOf(element)) && text.length < shortMax && !holdsQuote(element)) return true;
  if (prose.isAside(element)) return true;
  if (['ul', 'ol', 'div', 'section', 'dl'].includes(tag) && text.length < linkListMax && density > 0.6)
    return leadsWithin(element);
  if (isSmallPrint(element)) return true;
  if (text.length < pointerMax && isPointer(element, text, density)) return true;
  return isAboutSite(text);
}

/** Other words stand beside it: then it is one of them, whatever its link or its class is called. */
function isInSentence(element: Element, prose: Prose): boolean {
  const block = nearest(element, (around) => !running.has(tagOf(around)));
  return block !== null && prose.measureOf(block).text - prose.measureOf(element).text >= sentenceMin;
}

function isBesideInLine(element: Element): boolean {
  if (isAboutSite(collapse(textContentOf(element))) || lineMarks.test(marksOf(element))) return true;
  return (
    overlayMarks.test(marksOf(element)) &&
    queryOne(element, 'p, img, ul, h2, h3, h4') !== null &&
    isAfterWord(element)
  );
}

/** The word that opens an overlay stands before it. */
function isAfterWord(element: Element): boolean {
  const parent = flatParentOf(element);
  if (parent === null) return false;
  const siblings = flatChildrenOf(parent);
  return (
    overlayMarks.test(marksOf(parent)) &&
    siblings.slice(0, siblings.indexOf(element)).some((node) => textContentOf(node).trim() !== '')
  );
}

/** A table, code or a quotation is content in whatever it stands. */
function holdsContent(element: Element, tag: string): boolean {
  return tag === 'figure' && queryOne(element, 'pre, table, blockquote') !== null;
}

function holdsQuote(element: Element): boolean {
  return queryOne(element, 'blockquote') !== null;
}

const label =
  /^[\s\p{P}]*(?:related|read|see|more|watch|also|don['’]?t miss|insight|video|photos?|gallery|listen|recommended|next|previous|must read|further|mehr|lesen|lire|voir|leia|veja|ver|lee|leggi|lees)\b/iu;

/** A line that only leads to another page of the site, with or without a word before it: "Related: …". */
function isPointer(element: Element, text: string, density: number): boolean {
  if (tagOf(element) !== 'p' || density < 0.5) return false;
  if (!leadsWithin(element)) return false;
  const links = queryAll(element, 'a[href]');
  if (density > 0.9) return text.length < lineMax;
  const [link] = links;
  const before =
    link === undefined ? '' : text.slice(0, Math.max(0, text.indexOf(collapse(textContentOf(link)))));
  const after =
    links.length === 1 ? text.slice(before.length + collapse(textContentOf(link ?? element)).length) : '';
  return label.test(before) && after.trim().length < 4;
}

function leadsWithin(element: Element): boolean {
  return queryAll(element, 'a[href]').slice(0, linksMax).some(staysOnSite);
}

/** A shop or a source that an article names is content, another page of the same site is not. */
function staysOnSite(link: Element): boolean {
  const href = attributeOf(link, 'href') ?? '';
  if (!URL.canParse(href, baseOf())) return true;
  const site = (host: string) => host.split('.').slice(-2).join('.');
  const url = new URL(href, baseOf());
  if (!/^https?:$/.test(url.protocol)) return true;
  return site(url.hostname) === site(new URL(baseOf()).hostname) || site(url.hostname) === ownSite();
}

/** The site that a page says it is of, which a saved or mirrored page is not served from. */
function ownSite(): string {
  const canonical = queryOne(document, 'link[rel=canonical][href], meta[property="og:url"][content]');
  const url =
    canonical === null ? '' : (attributeOf(canonical, 'href') ?? attributeOf(canonical, 'content') ?? '');
  return URL.canParse(url) ? new URL(url).hostname.split('.').slice(-2).join('.') : '';
}

/** Set small under a line across the page: what an organisation says of itself, or of its rights. */
function isSmallPrint(element: Element): boolean {
  const parent = flatParentOf(element);
  if (tagOf(element) !== 'p' || parent === null) return false;
  const before = flatChildrenOf(parent).filter((node) => node instanceof Element);
  const line = before[before.indexOf(element) - 1];
  if (!(line instanceof Element) || tagOf(line) !== 'hr') return false;
  const size = (of: Element) => Number.parseFloat(getComputedStyle(of).fontSize);
  return size(element) < size(parent) * 0.85;
}

const aboutSite = [
  /\bcookies?\b.{0,120}\b(?:agree|accept|consent|settings|policy|zustimm|einverstanden|akzept)/i,
  /^(?:please )?(?:subscribe|sign up|join|register|log ?in)\b.{0,120}\b(?:newsletter|updates|inbox|account|comment|membership)/i,
  /^(?:share|tweet|print|email|pin|follow us|like us|advert(?:isement)?|close|comments?|click to tweet)\s*$/i,
];

/** Words of the site to its visitors. */
function isAboutSite(text: string): boolean {
  return text.length < shortMax && aboutSite.some((words) => words.test(text));
}

const atEnd = [
  /\bfollow (?:him|her|us|me|them|@?\w+ \w+)\b.{0,40}\b(?:twitter|facebook|instagram|linkedin)/i,
  /\b(?:follow|like|find|join) us (?:on|at)\b/i,
  /^(?:first |last )?(?:published|updated|posted|modified|filed under|tags?|categories|topics?)\b[\s:]/i,
  /\ball rights reserved\b|^(?:©|\(c\)|copyright)\s|\bsubject to copyright\b|\bmay not be (?:published|reproduced)\b/i,
  /^citation:/i,
  /\b(?:news tips?|have a tip|send (?:us )?(?:a |your )?tips?)\b/i,
  /\bnewsletters?\b|\b(?:your|in) inbox\b|^(?:subscribe|sign up) (?:to|for) (?:our|the)\b/i,
  /^(?:learn|read|find out|see|view|show) more$|^click here\b[^.]{0,60}$/i,
  /\breached at\b|\bcontact (?:him|her|the (?:author|writer|reporter))\b/i,
  /^(?:if you (?:enjoyed|liked) this|enjoyed this article|thanks for reading)/i,
  /^(?:read more|related|see also|more (?:from|on|in)|you may also like|most popular|trending)\b[^.]{0,60}$/i,
];
const tailMax = 8;

/** Without what follows the text: words about the author, the site and its rights, and headings with nothing under them. */
export function withoutTail(blocks: readonly TextBlock[]): readonly TextBlock[] {
  let end = blocks.length;
  for (let cut = 0; cut < tailMax && end > 1; cut++) {
    const last = blocks[end - 1];
    if (last === undefined || !isTail(last)) break;
    end--;
  }
  return blocks.slice(0, end);
}

function isTail({ kind, text, markdown }: TextBlock): boolean {
  if (kind === 'heading') return true;
  if (kind !== 'paragraph' && kind !== 'quote') return false;
  if (/^\[(?:[^\]\\]|\\.)*\]\(\S+\)$/.test(markdown)) return true;
  return text.length < shortMax && atEnd.some((words) => words.test(text));
}

const monthOrDay = /\d{4}|\d{1,2}[:.]\d{2}/;

/** Without lines before the text that only say when or by whom. */
export function withoutDateline(blocks: readonly TextBlock[]): readonly TextBlock[] {
  let start = 0;
  while (start < Math.min(3, blocks.length - 1)) {
    const { kind, text } = blocks[start] ?? { kind: 'code', text: '' };
    const dated =
      monthOrDay.test(text) && text.length < 70 && !/[.!?]["”’)]?$/.test(text.replace(/\b[ap]\.m\.$/i, ''));
    if (kind !== 'paragraph' || !(dated || /^by \p{Lu}[^.]{2,60}$/iu.test(text))) break;
    start++;
  }
  return blocks.slice(start);
}
