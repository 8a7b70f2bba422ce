import { expect, test } from 'vitest';
import { holdsAll, rowSelectors } from '../../../native-host/patterns/entry-match.ts';
import { select } from '../../../native-host/patterns/select.ts';
import { parseSelector } from '../../../shared/selector.ts';
import { notFound, type Reply } from '../workflow/fake-calls.ts';
import { faultOf, valueIn } from '../workflow/shipped.ts';
import { fakePage, usual } from './fake-page.ts';

function table(rows: readonly (readonly string[])[]): Reply {
  const cells = rows.map((row) => row.map((text) => ({ text, number: null, href: null })));
  return {
    ref: 'e1',
    kind: 'table',
    caption: '',
    headers: [],
    header_rows: [],
    columns: [],
    rows: [],
    cells,
    row_count: rows.length,
    foot_rows: 0,
    levels: [],
    complete: true,
    missing: '',
    next: null,
    text: '',
    tables: [],
  };
}

const reports = [
  ['ST-2026-01', 'Account statement', '2026-01', 'Open'],
  ['ST-2026-10', 'Account statement', '2026-10', 'Open'],
  ['CN-2026-01', 'Credit notes', '2026-01', 'Open'],
];

test('the one row that holds all words is opened', async () => {
  const page = fakePage((tool) => (tool === 'extract_table' ? table(reports) : usual(tool)));
  const chosen = valueIn(await select.run({ match: ['account statement', '2026-01'], action: 'Open' }, page));
  expect(chosen).toEqual({ entry: 'ST-2026-01 Account statement 2026-01 Open', page_number: 1 });
  expect(page.made.at(-1)?.args['selector']).toBe(
    'role=row[name*="ST-2026-01 Account statement 2026-01"] >> role=link[name*="Open"]',
  );
});

test('several rows are a fault that lists them, and nothing is clicked', async () => {
  const page = fakePage((tool) => (tool === 'extract_table' ? table(reports) : usual(tool)));
  const problem = faultOf(await select.run({ match: ['2026-01'] }, page));
  expect(problem.code).toBe('ambiguous');
  expect(problem.detail?.['entries']).toHaveLength(2);
  expect(page.made.map(({ tool }) => tool)).toEqual(['extract_table']);
});

test('pages of results are gone through until the entry is there', async () => {
  let turned = 0;
  const page = fakePage((tool, args) => {
    if (tool === 'extract_table') return table(turned < 2 ? [['other', 'row']] : reports);
    if (tool === 'click' && args['selector'] === '#next') turned += 1;
    return usual(tool);
  });
  expect(valueIn(await select.run({ match: ['Credit'], next: '#next' }, page))['page_number']).toBe(3);
  const bounded = fakePage((tool) => (tool === 'extract_table' ? table([['a', 'b']]) : usual(tool)));
  expect(faultOf(await select.run({ match: ['x'], next: '#next', pages_max: 2 }, bounded)).code).toBe(
    'not-found',
  );
  expect(bounded.made.filter(({ tool }) => tool === 'extract_table')).toHaveLength(2);
});

test('where there is no table, list items are looked through', async () => {
  const page = fakePage((tool, args) => {
    const selector = String(args['selector'] ?? '');
    if (tool === 'extract_table' || selector.includes('password')) return notFound();
    return usual(tool);
  });
  expect(valueIn(await select.run({ match: ['June'] }, page))['entry']).toBe('June');
  expect(String(page.made.at(-1)?.args['selector'])).toMatch(
    /^xpath=.*self::li.*"june".* >> role=link >> nth=0$/,
  );
});

test('words are whole words, in any script', () => {
  expect(holdsAll('ST-2026-10 Konto', ['2026-1'])).toBe(false);
  expect(holdsAll('ST-2026-1 Konto', ['2026-1', 'KONTO'])).toBe(true);
  expect(holdsAll('請求書2026年6月', ['2026', '請求書'])).toBe(true);
});

test('selectors of rows parse, whatever marks the cells hold', () => {
  for (const selector of rowSelectors('#t', ['7" panel', `it's "x"`, 'a\\b'], ['panel'])) {
    expect(parseSelector(selector).ok).toBe(true);
  }
});
