import type { z } from 'zod';
import { likenessOf } from '../../shared/control-words.ts';
import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import { saysDelete } from '../../shared/tools/delete-words.ts';
import { select as declaration } from '../../shared/tools/select.ts';
import { entryText, holdsAll, itemSelector, quoted, rowSelectors } from './entry-match.ts';
import { type Browser, definePattern, explainFailure, type PrimitiveResult } from './pattern.ts';

type Args = z.output<typeof declaration.input>;
type Table = PrimitiveResult<'extract_table'>;
type Answer = Result<z.output<typeof declaration.output>>;

/** How long a control for the next page of results is looked for. */
const nextMs = 300;
const controlMs = 300;
const entryCharactersMax = 300;

/** Opens the one entry that holds all the words, going through the pages of results. */
export const select = definePattern({
  declaration,
  plan: () => [
    { tool: 'extract_table', bucket: 'read' },
    { tool: 'wait', bucket: 'read' },
    { tool: 'get_elements', bucket: 'read' },
    { tool: 'click', bucket: 'write' },
  ],
  async run(args, browser) {
    for (let pageNumber = 1; pageNumber <= args.pages_max; pageNumber += 1) {
      const found = await entryHere(args, browser);
      if (!found.ok) return explainFailure(browser, found.fault);
      if (found.value !== null) return open(args, browser, found.value, pageNumber);
      if (args.next === undefined || !(await browser.shows(args.next, nextMs))) break;
      const turned = await browser.call('click', { selector: args.next });
      if (!turned.ok) return turned;
    }
    return explainFailure(browser, nothingFits(args));
  },
});

type Entry = { readonly selectors: readonly string[]; readonly text: string };

// Rows of a table are read as a table, where words can be compared as words; entries of a list are found by
// name.
async function entryHere(args: Args, browser: Browser): Promise<Result<Entry | null>> {
  const within = args.within === undefined ? {} : { selector: args.within };
  const table = await browser.call('extract_table', within, Math.min(2000, browser.left()));
  if (table.ok && hasRows(table.value)) return rowHere(args, table.value);
  if (!table.ok && table.fault.code !== 'not-found' && table.fault.code !== 'timeout') return table;
  return itemHere(args, browser);
}

/** Rows that a selector can name as such; boxes that are only drawn as a table are no rows. */
function hasRows(table: Table): boolean {
  return table.kind === 'table' || table.kind === 'grid';
}

function rowHere(args: Args, table: Table): Result<Entry | null> {
  const rows = table.cells.map((cells) => cells.map(({ text }) => text));
  const fitting = rows.filter((texts) => holdsAll(entryText(texts), args.match));
  const [row] = fitting;
  if (row === undefined) return ok(null);
  const text = entryText(row).slice(0, entryCharactersMax);
  if (fitting.length > 1) return failed(severalFit(args, fitting.map(entryText)));
  return ok({ selectors: rowSelectors(args.within, row, args.match), text });
}

async function itemHere(args: Args, browser: Browser): Promise<Result<Entry | null>> {
  const selector = itemSelector(args.within, args.match);
  const seen = await browser.call('wait', { selector, state: 'visible' }, 1000);
  if (seen.ok) return ok({ selectors: [selector], text: args.match.join(' ') });
  if (seen.fault.code === 'ambiguous') return failed(severalFit(args, []));
  return seen.fault.code === 'not-found' || seen.fault.code === 'timeout' ? ok(null) : seen;
}

async function open(args: Args, browser: Browser, entry: Entry, pageNumber: number): Promise<Answer> {
  const control = await controlOf(args, browser, entry);
  if (control === null) return failed(noControl(args, entry));
  const clicked = await browser.call('click', { selector: control });
  if (!clicked.ok) return clicked;
  return ok({ entry: entry.text, page_number: pageNumber });
}

// What to click is settled by looking, before anything is clicked.
async function controlOf(args: Args, browser: Browser, entry: Entry): Promise<string | null> {
  const inEntry =
    args.action === undefined
      ? ['role=link >> nth=0', 'role=button >> nth=0']
      : [`role=link[name*="${quoted(args.action)}"]`, `role=button[name*="${quoted(args.action)}"]`];
  for (const selector of entry.selectors.flatMap((row) => inEntry.map((part) => `${row} >> ${part}`))) {
    // Several matches are no answer here: the next way of naming the entry may be the exact one.
    const seen = await browser.call('wait', { selector, state: 'visible' }, controlMs);
    if (seen.ok) return selector;
  }
  return args.action === undefined ? null : otherwiseCalled(args.action, browser, entry);
}

const controlsAsked = 20;

// The entry's control may be called by another word of the same meaning, or be its only link where it was to be opened. What
// the entry itself says is no part of the control's name.
async function otherwiseCalled(action: string, browser: Browser, entry: Entry): Promise<string | null> {
  for (const row of entry.selectors) {
    const selector = `${row} >> css=:is(a[href], button, [role="button"], [role="link"])`;
    const seen = await browser.call(
      'get_elements',
      { selector, visible_only: true, max: controlsAsked },
      1000,
    );
    if (!seen.ok || seen.value.elements.length === 0) continue;
    const controls = seen.value.elements.filter(({ name }) => saysDelete(name) === saysDelete(action));
    const own = new Set(entry.text.toLowerCase().split(/\s+/));
    const called = controls.filter(({ name }) => {
      const rest = name
        .split(/\s+/)
        .filter((word) => !own.has(word.toLowerCase()) || likenessOf(word, action) !== 'other');
      return ['same', 'meaning'].includes(likenessOf(rest.join(' '), action));
    });
    const lone =
      seen.value.elements.length === 1 && controls[0]?.tag === 'a' && likenessOf('open', action) === 'same';
    const [found, ...more] = called.length > 0 ? called : lone ? controls : [];
    if (found === undefined || more.length > 0) return null;
    const evidence = [
      called.length > 0 ? `"${found.name}" means "${action}"` : "it is the entry's only link",
    ];
    browser.repaired({
      place: 'action',
      was: action,
      now: found.name,
      target: `${found.role} "${found.name}"`,
      evidence,
    });
    return `ref=${found.ref}`;
  }
  return null;
}

function nothingFits(args: Args) {
  return fault(
    'not-found',
    `No entry holds ${args.match.map((word) => `"${word}"`).join(' and ')}.`,
    args.next === undefined
      ? 'Check the words; if the results have several pages, name the control for the next one with "next".'
      : 'Check the words, and that the search before this step finds the entry.',
  );
}

function severalFit(args: Args, entries: readonly string[]) {
  return fault(
    'ambiguous',
    `Several entries hold ${args.match.map((word) => `"${word}"`).join(' and ')}; none was opened.`,
    'Give more words, so that only one entry holds them all.',
    { entries: entries.slice(0, 5).map((text) => text.slice(0, entryCharactersMax)) },
  );
}

function noControl(args: Args, entry: Entry) {
  const wanted = args.action === undefined ? 'no link or button' : `nothing called "${args.action}"`;
  return fault('not-found', `The entry was found, but it has ${wanted}.`, 'Name it with "action".', {
    entry: entry.text,
  });
}
