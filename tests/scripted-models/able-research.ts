import type { Found, Proposal } from './proposal.ts';
import type { ShownLink, ShownPage, Situation } from './read-prompt.ts';
import { tableFindings } from './table-rows.ts';
import type { Understanding, Want } from './understanding.ts';
import { overlap, sentencesOf } from './words.ts';

const foundMax = 5;
const nextWords = /^(next|continue)\b/i;
/** How often the second-best result is taken for the best, and a query or a finding put a little otherwise. */
const secondRate = 0.2;
const otherwiseRate = 0.3;

/** A turn of reading. */
export function research(situation: Situation, understood: Understanding): Proposal {
  // What was shown before something was sent back still stands in the prompt.
  const page = situation.now === 'page' || situation.sentBack !== null ? situation.pages.at(-1) : undefined;
  if (situation.pages.length === 0 && situation.own.length === 0 && situation.now === 'other') {
    return begin(situation, understood);
  }
  const found = page === undefined ? [] : findings(situation, understood, page);
  const table = page?.tables.find((n) => !situation.own.some((one) => one.table === n));
  if (understood.tables !== undefined && table !== undefined && found.length === 0) {
    return { found, action: 'EXTRACT', why: 'This table is to be compared.', table };
  }
  const open = openItems(situation, understood, found);
  const heeded = heed(situation, found);
  if (heeded !== null) return heeded;
  const reading = page === undefined ? null : readOn(situation, understood, page, open);
  if (reading !== null) return { ...reading, found };
  if (open.length === 0) return { found, action: 'FINISH', why: 'Every item is found.' };
  return { ...elsewhere(situation, understood, open), found };
}

/** The first move: the address that the objective names, or a search. */
export function begin({ luck }: Situation, { url, query }: Understanding): Proposal {
  const words = luck('query') < otherwiseRate ? query.split(' ').slice(0, -1).join(' ') : query;
  return url === undefined
    ? { found: [], action: 'SEARCH', why: 'Nothing is known yet.', query: words }
    : { found: [], action: 'NAVIGATE', why: 'The objective names the page.', url };
}

/** Sentences of the page that answer something which is still open. */
export function findings(situation: Situation, understood: Understanding, page: ShownPage): readonly Found[] {
  if (understood.tables !== undefined) return tableFindings(situation);
  const known = [...situation.recorded, ...situation.own.flatMap(({ found }) => found)];
  const isKnown = (text: string): boolean => known.some((one) => sameStart(one, text));
  const byText = new Map<string, number[]>();
  understood.wants.forEach((want, at) => {
    const have = known.filter((text) => matches(text, want)).length;
    const lacking = want.every === true ? foundMax : Math.max(0, (want.count ?? 1) - have);
    const answers = sentencesOf(page.text)
      .filter((text) => matches(text, want) && !isKnown(text))
      .sort((a, b) =>
        want.every === true ? 0 : overlap(b, situation.objective) - overlap(a, situation.objective),
      );
    for (const text of answers.slice(0, lacking)) byText.set(text, [...(byText.get(text) ?? []), at + 1]);
  });
  const put = (text: string): string =>
    situation.luck(text) < otherwiseRate ? text.replace(/[.!]$/, '') : text;
  return [...byText].slice(0, foundMax).map(([text, items]) => ({ text: put(text), items }));
}

/** RECORDED lines are cut, so beginnings are compared. */
function sameStart(one: string, other: string): boolean {
  const end = Math.min(one.length, other.length, 60);
  return one.slice(0, end).replace(/…$/, '') === other.slice(0, end).replace(/…$/, '');
}

export function matches(text: string, { says }: Want): boolean {
  return says.every((pattern) => pattern.test(text));
}

/** Numbers of the items that nothing answers yet, this turn's findings counted in. */
export function openItems(
  situation: Situation,
  { wants }: Understanding,
  found: readonly Found[],
): readonly number[] {
  const told = [...situation.own.flatMap((one) => one.found), ...found.map(({ text }) => text)];
  return wants.flatMap((want, at) => {
    const n = at + 1;
    const item = situation.items.find((one) => one.n === n);
    if (item !== undefined && item.state !== 'open' && want.every !== true) return [];
    const answers = new Set(told.filter((text) => matches(text, want)));
    const byItem = found.some(({ items }) => items.includes(n)) && want.says.length === 0;
    return answers.size >= (want.count ?? 1) || byItem ? [] : [n];
  });
}

/** Asked whether it means it, it proposes the same again, with what it had overlooked; else it looks for another way. */
function heed({ sentBack, own }: Situation, found: readonly Found[]): Proposal | null {
  const before = own.at(-1);
  if (sentBack === null || before === undefined || before.action === 'FINISH') return null;
  return /propose the same again|propose it again|if not/i.test(sentBack)
    ? { found, ...again(before) }
    : null;
}

function again({ action, link, url, query, part }: Situation['own'][number]): Omit<Proposal, 'found'> {
  return {
    action,
    why: 'This part says nothing of it.',
    ...(link === null ? {} : { link }),
    ...(url === '' ? {} : { url }),
    ...(query === '' ? {} : { query }),
    ...(part === null ? {} : { part }),
  };
}

/** The next part or page of what is being read, as long as it may tell what is open. */
function readOn(
  situation: Situation,
  understood: Understanding,
  page: ShownPage,
  open: readonly number[],
): Proposal | null {
  const { wants } = understood;
  const gathers = wants.some(({ every }) => every === true);
  const next = page.links.find(({ text }) => nextWords.test(text));
  if (gathers && next !== undefined && !wasOpened(situation, next)) {
    return { found: [], action: 'NAVIGATE', why: 'The next page goes on with it.', link: next.n };
  }
  if (open.length === 0) return null;
  const wanted = open.map((n) => wants[n - 1]?.item ?? '').join(' ');
  const byHeading = [...page.unread].sort((a, b) => overlap(b.heading, wanted) - overlap(a.heading, wanted));
  const fits =
    overlap(page.title, `${situation.objective} ${wanted}`) >= 1 ||
    overlap(byHeading[0]?.heading ?? '', wanted) > 0;
  const part = byHeading[0];
  if (part !== undefined && fits) {
    return { found: [], action: 'READ_MORE', why: 'This page should tell it.', part: part.part };
  }
  const [link] = ranked(
    page.links.filter((one) => !wasOpened(situation, one)),
    wanted,
  );
  return link === undefined
    ? null
    : { found: [], action: 'NAVIGATE', why: 'That page should tell it.', link: link.n };
}

/** Another result, or another search, or the end. */
function elsewhere(situation: Situation, { wants }: Understanding, open: readonly number[]): Proposal {
  const wanted = open.map((n) => wants[n - 1]?.item ?? '').join(' ');
  const results = [...situation.links.values()].filter(
    (one) => one.kind === 'result' && !wasOpened(situation, one),
  );
  const [first, second] = ranked(
    results,
    `${situation.objective} ${wanted}`,
    open.flatMap((n) => wants.slice(n - 1, n)),
  );
  // Two results look alike to it now and then.
  const link = second !== undefined && situation.luck('result') < secondRate ? second : first;
  if (link !== undefined)
    return { found: [], action: 'NAVIGATE', why: 'This result seems to tell it.', link: link.n };
  const query = wants[(open[0] ?? 1) - 1]?.item ?? situation.objective;
  if (!situation.own.some((one) => one.query === query)) {
    return { found: [], action: 'SEARCH', why: 'Other words may find it.', query };
  }
  return { found: [], action: 'FINISH', why: 'It was looked for and not found.', missing: open };
}

/** Places that live on headlines, and pages that address their reader's machine. */
const doubtful = /daily|bonus|casino|shock|secret|live counter|instruction for/i;

function ranked(
  links: readonly ShownLink[],
  wanted: string,
  wants: readonly Want[] = [],
): readonly ShownLink[] {
  const scored = links.map((link) => {
    const said = `${link.text} ${link.snippet}`;
    const answers = wants.filter((want) => want.says.length > 0 && matches(link.snippet, want)).length;
    const doubt = doubtful.test(said) ? 4 : 0;
    return { link, score: overlap(link.text, wanted) + overlap(said, wanted) + answers * 3 - doubt };
  });
  const likely = scored.filter(({ score }) => score >= 2);
  return likely.sort((a, b) => b.score - a.score).map(({ link }) => link);
}

/** It has been there: by its own answers, by the pages that it was shown, by what it is told of dead ends. */
export function wasOpened({ own, pages, deadEnds }: Situation, { n, text, kind }: ShownLink): boolean {
  const title = text.split(' — ')[0] ?? text;
  const titles = [...pages.map((page) => page.title), ...deadEnds];
  const isShown = kind === 'result' && titles.some((one) => one.startsWith(title.slice(0, 40)));
  return isShown || own.some(({ action, link }) => action === 'NAVIGATE' && link === n);
}
