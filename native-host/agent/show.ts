import { dataBlock, label } from '../../shared/prompt-text.ts';
import { chooseHeadings } from './choose-headings.ts';
import { chooseLinks } from './choose-links.ts';
import { contentWords, sharedWords } from './content-words.ts';
import type { SearchResult, ShownText } from './ports.ts';
import { controlWords, pageBlock, resultsBlock } from './prompts/observation.ts';
import {
  type AgentState,
  type Control,
  type Link,
  type OpenPage,
  openItems,
  type PageLook,
  type PageTable,
  pageAddress,
} from './state.ts';

// From what was seen to what the model is shown: numbers are given out, marks are made, and what was shown is kept, since
// findings are compared with it.

export type Shown = { readonly state: AgentState; readonly observation: string };

const resultsMax = 6;
const controlsMax = 30;
const tablesMax = 4;
/** Characters of what an act changed. */
const changedMax = 2_000;

/** Search results, each with the number of its link. */
export function showResults(
  state: AgentState,
  asked: { readonly query: string; readonly provider: string; readonly url: string },
  results: readonly SearchResult[],
): Shown {
  const told = results.slice(0, resultsMax);
  const numbered = numberLinks(
    state,
    told.map(({ url, title }) => ({ url, text: title })),
  );
  const rows = told.map((result) => ({
    ...result,
    n: numbered.links.find(({ url }) => url === result.url)?.n ?? 0,
  }));
  const [marked, mark] = nextMark(numbered, 'r');
  const text = told.map(({ title, snippet }) => `${title}. ${snippet}`).join('\n');
  const shown = { url: asked.url, title: `Results for "${asked.query}"`, part: 1, text };
  // Snippets are no source: they are shown, and a finding must stand on the page itself.
  return {
    state: { ...marked, page: null, snippets: [...marked.snippets, shown].slice(-20) },
    observation: resultsBlock(mark, asked, rows),
  };
}

/** A page that was opened: its first part, its likeliest links, and what can be acted on. */
export function showPage(state: AgentState, look: PageLook): Shown {
  const part = firstPart(state, look);
  const chosen = chooseLinks(state, look);
  const numbered = numberTables(numberControls(numberLinks(state, chosen), look), look);
  const address = pageAddress(look.url);
  const visited = numbered.visited.includes(address) ? numbered.visited : [...numbered.visited, address];
  const outline = chooseHeadings(state, look);
  const findingsBefore = numbered.findings.length;
  const page: OpenPage = { ...look, outline, read: [], part, findingsBefore };
  const links = chosen.flatMap(({ url }) => numbered.links.filter((one) => one.url === url).slice(0, 1));
  return showPart({ ...numbered, visited, page }, part, links);
}

/** Where the words of the objective are densest, if that is clearly not the beginning: long pages begin with what nobody asked for. */
function firstPart(state: AgentState, { parts }: PageLook): number {
  if (parts.length < 3) return 1;
  const wanted = new Set(
    contentWords([state.assignment.objective, ...openItems(state).map(({ text }) => text)].join(' ')),
  );
  const scores = parts.map((text) => sharedWords(text, wanted));
  const best = scores.indexOf(Math.max(...scores));
  return (scores[best] ?? 0) >= (scores[0] ?? 0) + 3 ? best + 1 : 1;
}

/** Another part of the open page. */
export function showPart(state: AgentState, part: number, links: readonly Link[] = []): Shown {
  const { page } = state;
  if (page === null) throw new Error('a part was to be shown of no page');
  const text = page.parts[part - 1] ?? '';
  const read = [...page.read, part].sort((a, b) => a - b);
  const open: OpenPage = { ...page, read, part, findingsBefore: state.findings.length };
  const isFirst = page.read.length === 0;
  const controls = isFirst ? controlsOf(state, page) : [];
  const tables = isFirst ? state.tables.filter(({ url }) => url === page.url).slice(0, tablesMax) : [];
  const shown = { page: open, text, onlyChanged: false, links, controls, tables };
  return shownBlock(state, open, shown, text, controls);
}

/** What an act changed in the page it was done in. */
export function showChanged(state: AgentState, look: PageLook): Shown {
  const before = new Set((state.page?.parts ?? []).flatMap((text) => text.split('\n')));
  const lines = look.parts
    .flatMap((text) => text.split('\n'))
    .filter((line) => line !== '' && !before.has(line));
  const known = state.controls.filter(({ url }) => url === look.url);
  const numbered = numberTables(numberControls(state, look), look);
  const told = (one: Control): boolean =>
    known.some((old) => old.n === one.n && controlWords(old) === controlWords(one));
  const controls = controlsOf(numbered, look).filter((one) => !told(one));
  // A field's label with what it holds stands under CONTROLS.
  const fields = new Set(look.controls.map(({ name, value }) => `${name} ${value ?? ''}`.trim()));
  const text = lines
    .filter((line) => !fields.has(line.trim()))
    .join('\n')
    .slice(0, changedMax);
  const read = look.parts.map((_, at) => at + 1);
  const page: OpenPage = { ...look, read, part: 1, findingsBefore: state.findings.length };
  const knownTables = new Set(state.tables.map(({ n }) => n));
  const tables = numbered.tables
    .filter(({ n, url }) => url === look.url && !knownTables.has(n))
    .slice(0, tablesMax);
  if (text === '' && controls.length === 0) {
    return { state: { ...numbered, page }, observation: 'The page shows no change.' };
  }
  const shown = { page, text, onlyChanged: true, links: [], controls, tables };
  return shownBlock(numbered, page, shown, text, controls);
}

/** Rows of a table that was kept. */
export function showTable(
  state: AgentState,
  table: { readonly caption: string; readonly text: string },
): Shown {
  const [marked, mark] = nextMark(state, 't');
  const page = state.page;
  const shown = { url: page?.url ?? '', title: page?.title ?? '', part: page?.part ?? 1, text: table.text };
  return {
    state: { ...marked, shown: [...marked.shown, shown] },
    observation: `TABLE "${label(table.caption)}"\n${dataBlock(mark, table.text)}`,
  };
}

function nextMark(state: AgentState, kind: string): readonly [AgentState, string] {
  const marks = state.marks + 1;
  return [{ ...state, marks }, `${kind}${marks}${state.assignment.seal}`];
}

function shownBlock(
  state: AgentState,
  page: OpenPage,
  shown: Parameters<typeof pageBlock>[1],
  text: string,
  controls: readonly Control[],
): Shown {
  const [marked, mark] = nextMark(state, 'p');
  const place = { url: page.url, title: page.title, part: page.part };
  // What a field holds is what the page says too.
  const held = controls.filter(({ value }) => value !== null && value !== '');
  const fields = held.map(({ name, value }) => `${name}: ${value}`).join('\n');
  const texts: ShownText[] = [
    ...(fields === '' ? [] : [{ ...place, text: fields, held: true as const }]),
    ...(text === '' ? [] : [{ ...place, text }]),
  ];
  return {
    state: { ...marked, page, shown: [...marked.shown, ...texts] },
    observation: pageBlock(mark, shown),
  };
}

function controlsOf(state: AgentState, { url }: PageLook): readonly Control[] {
  return state.controls.filter((control) => control.url === url).slice(0, controlsMax);
}

/** A link keeps the number that it was first shown with. */
function numberLinks(state: AgentState, links: readonly Omit<Link, 'n'>[]): AgentState {
  const fresh = links.filter(({ url }, at) => {
    const earlier = links.slice(0, at).some((one) => one.url === url);
    return !earlier && !state.links.some((one) => one.url === url);
  });
  const from = state.links.length;
  return { ...state, links: [...state.links, ...fresh.map((link, at) => ({ ...link, n: from + at + 1 }))] };
}

/** What the page has now, each with the number that its ref had before, or a new one; other pages' keep theirs. */
function numberControls(state: AgentState, { controls, url }: PageLook): AgentState {
  let last = state.given.controls;
  const now = controls.slice(0, controlsMax).map((control): Control => {
    const same = (one: Control): boolean =>
      one.ref === control.ref && one.url === url && one.role === control.role;
    const known = state.controls.find(same);
    if (known === undefined) last += 1;
    return { ...control, n: known?.n ?? last };
  });
  const others = state.controls.filter((one) => one.url !== url);
  return { ...state, controls: [...others, ...now], given: { ...state.given, controls: last } };
}

function numberTables(state: AgentState, { tables, url }: PageLook): AgentState {
  let last = state.given.tables;
  const now = tables.slice(0, tablesMax).map((table): PageTable => {
    const known = state.tables.find((one) => one.ref === table.ref && one.url === url);
    if (known === undefined) last += 1;
    return { ...table, n: known?.n ?? last };
  });
  const others = state.tables.filter((one) => one.url !== url);
  return { ...state, tables: [...others, ...now], given: { ...state.given, tables: last } };
}
