import type { ChecklistItem, Finding } from '../../../shared/objective.ts';
import { dataBlock, label } from '../../../shared/prompt-text.ts';
import type { SearchResult } from '../ports.ts';
import type { Control, Link, OpenPage, PageTable } from '../state.ts';

// What the model is shown of the world. Everything that a page wrote stands between marks that it cannot know, or is a
// label: on one line, in quotes, cut.

const snippetMax = 220;
const optionsMax = 12;

export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : '';
}

export function resultsBlock(
  mark: string,
  { query, provider }: { readonly query: string; readonly provider: string },
  results: readonly (SearchResult & { readonly n: number })[],
): string {
  const lines = results.flatMap(({ n, title, url, snippet }) => [
    `[${n}] ${label(title)} — ${label(placeOf(url), 60)}`,
    ...(snippet === '' ? [] : [`    ${label(snippet, snippetMax)}`]),
  ]);
  return `RESULTS for "${label(query, 200)}" (${provider})\n${dataBlock(mark, lines.join('\n'))}`;
}

function placeOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { pathname } = new URL(url);
  return `${hostOf(url)}${pathname === '/' ? '' : pathname}`;
}

export type PageShown = {
  readonly page: OpenPage;
  readonly text: string;
  readonly onlyChanged: boolean;
  readonly links: readonly Link[];
  readonly controls: readonly Control[];
  readonly tables: readonly PageTable[];
};

export function pageBlock(
  mark: string,
  { page, text, onlyChanged, links, controls, tables }: PageShown,
): string {
  const read = `parts read: ${page.read.join(', ')}${onlyChanged ? '; only what changed' : ''}`;
  const head = `PAGE "${label(page.title)}" ${label(page.url, 300)}  part ${page.part} of ${page.parts.length} (${read})`;
  return [
    head,
    ...outlineLine(page),
    ...(text === '' && onlyChanged ? [] : [dataBlock(mark, text === '' ? '(no text)' : text)]),
    ...(links.length === 0 ? [] : [`LINKS: ${links.map((link) => linkWords(link, page.url)).join(' · ')}`]),
    ...(controls.length === 0 ? [] : [`CONTROLS: ${controls.map(controlWords).join(' · ')}`]),
    ...(tables.length === 0 ? [] : [`TABLES: ${tables.map(tableWords).join(' · ')}`]),
  ].join('\n');
}

function outlineLine(page: OpenPage): string[] {
  if (page.parts.length < 2) return [];
  const unread = (part: number): string => (page.read.includes(part) ? '' : '*');
  const named = page.outline;
  const rest = page.parts.map((_, at) => at + 1).filter((part) => !named.some((one) => one.part === part));
  const words = [
    ...named.map(({ heading, part }) => `${part}${unread(part)} ${label(heading, 40)}`),
    ...rest.slice(0, 6).map((part) => `${part}${unread(part)}`),
  ];
  return [`OUTLINE: ${words.join(' · ')}`];
}

function linkWords({ n, text, url }: Link, from: string): string {
  const host = hostOf(url);
  return `[${n}] ${label(text, 60)}${host === hostOf(from) ? '' : ` (${host})`}`;
}

export function controlWords({ n, role, name, value, options }: Control): string {
  const held = value === null ? '' : ` = "${label(value, 60)}"`;
  const choices = options.slice(0, optionsMax).map((one) => label(one, 40));
  const more = options.length > optionsMax ? '|…' : '';
  return `(${n}) ${role} "${label(name, 60)}"${held}${choices.length === 0 ? '' : ` {${choices.join('|')}${more}}`}`;
}

function tableWords({ n, caption, rows, columns }: PageTable): string {
  const named = columns.slice(0, 8).map((column) => label(column, 24));
  return `(t${n}) "${label(caption, 50)}" ${rows} rows: ${named.join(' | ')}`;
}

/** `1 [found: 2,3] height in metres · 2 [open] height in feet`. */
export function itemsLine(items: readonly ChecklistItem[], findings: readonly Finding[]): string {
  const words = items.map(({ n, state, text }) => {
    const by = findings.filter((finding) => finding.items.includes(n)).map((finding) => finding.n);
    return `${n} [${state}${state === 'found' && by.length > 0 ? `: ${by.join(',')}` : ''}] ${label(text, 160)}`;
  });
  return `ITEMS: ${words.join(' · ')}`;
}
