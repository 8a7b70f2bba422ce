import { collapse } from '../../shared/plain-text.ts';
import { nameOf } from './accessible-name.ts';
import { ancestorsOf, elementsUnder } from './flat-tree.ts';
import { attributeOf, hasAttribute, parentElementOf, rectOf, tagOf } from './natives.ts';
import { refOf } from './refs.ts';
import { roleOf } from './roles.ts';
import { isTableLike } from './table-kind.ts';
import { isVisible } from './visibility.ts';

// The control beside a table that brings its next rows: "Next", "›", "Load more".

const levelsMax = 6;
const candidatesMax = 3_000;
const nameCharactersMax = 60;
const nextName =
  /^(?:(?:go to (?:the )?)?next(?: page)?(?: of (?:results|rows|\w+))?|(?:load|show|view|see|get) (?:\d+ )?more(?: \p{L}+){0,2}|more(?: results| rows)?|older(?: entries| posts)?|nächste(?: seite)?|weiter(?:e laden)?|mehr (?:laden|anzeigen)|suivante?|page suivante|(?:afficher|charger|voir) plus|siguiente|(?:cargar|ver|mostrar) más|próxima?|carregar mais|successiva?|avanti|carica altr[oi]|volgende|meer laden|nästa|visa fler|neste|næste|下一页|下一頁|加载更多|次へ|もっと見る|다음|더 보기)(?:\s*[›»→>❯])*$/iu;
const nextSign = /^[›»→>❯⟩▶►]$/u;
const pagingMarks = /pag(?:er|ing|inat)|next/i;

/** The nearest control after the table, or around it, that goes on; null if there is none, or it is switched off. */
export function nextControlOf(table: Element): { readonly ref: string; readonly name: string } | null {
  let looked = 0;
  let inner: Element = table;
  for (const [level, around] of [...ancestorsOf(table)].slice(0, levelsMax).entries()) {
    const found: Element[] = [];
    for (const element of elementsUnder(
      around,
      (child) => child !== inner && !(level > 0 && isTableLike(child)),
    )) {
      if (++looked > candidatesMax) return null;
      if (isNextControl(element)) found.push(element);
    }
    const after = found.find((element) => rectOf(element).top >= rectOf(table).top) ?? found[0];
    if (after !== undefined) return isOff(after) ? null : { ref: refOf(after), name: nameShown(after) };
    if (tagOf(around) === 'main' || tagOf(around) === 'body') break;
    inner = around;
  }
  return null;
}

function isNextControl(element: Element): boolean {
  const role = roleOf(element);
  const worked =
    role === 'link' ||
    role === 'button' ||
    (tagOf(element) === 'a' && attributeOf(element, 'rel') === 'next');
  if (!worked && !hasAttribute(element, 'onclick')) return false;
  if (!isVisible(element)) return false;
  if (/(?:^|\s)next(?:\s|$)/i.test(attributeOf(element, 'rel') ?? '')) return true;
  const name = nameShown(element);
  if (name.length > nameCharactersMax) return false;
  if (nextSign.test(name)) return isInPager(element);
  return nextName.test(name);
}

function nameShown(element: Element): string {
  const name = collapse(nameOf(element));
  return name === '' ? collapse(attributeOf(element, 'title') ?? '') : name;
}

function isInPager(element: Element): boolean {
  let at: Element | null = element;
  for (let level = 0; level < 4 && at !== null; level++) {
    const marks = `${attributeOf(at, 'class') ?? ''} ${attributeOf(at, 'id') ?? ''} ${attributeOf(at, 'aria-label') ?? ''}`;
    if (pagingMarks.test(marks)) return true;
    at = parentElementOf(at);
  }
  return false;
}

/** A control that leads nowhere any more: switched off by the browser, by its state or by the class it is given. */
function isOff(element: Element): boolean {
  let at: Element | null = element;
  for (let level = 0; level < 2 && at !== null; level++) {
    if (hasAttribute(at, 'disabled') || attributeOf(at, 'aria-disabled') === 'true') return true;
    if (/(?:^|[-_\s])(?:disabled|inactive)(?:$|[-_\s])/i.test(attributeOf(at, 'class') ?? '')) return true;
    at = parentElementOf(at);
  }
  return false;
}
