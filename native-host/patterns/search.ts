import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import { search as declaration } from '../../shared/tools/search.ts';
import { type Browser, definePattern, explainFailure } from './pattern.ts';

// The surest sign first: what a page marks as its search, then what it is usually called.
const searchFields = [
  'role=searchbox',
  'input[type="search"]',
  '[role="search"] input:is([type="text"], :not([type]))',
  'input:is([name="q"], [name="query"], [name="search"], [name="s"])',
  'input[placeholder*="search" i], input[aria-label*="search" i]',
];

/** Fills the search form and sends it; the results are those of the page that then comes. */
export const search = definePattern({
  declaration,
  plan: (args) => [
    { tool: 'wait', bucket: 'read' },
    { tool: 'fill', bucket: 'write' },
    { tool: 'submit' in args ? 'click' : 'press_key', bucket: 'write' },
  ],
  async run(args, browser) {
    const field = args.field ?? (await findField(browser));
    if (field === null) {
      const hint = 'Name the field with "field".';
      return explainFailure(browser, fault('not-found', 'There is no search field on the page.', hint));
    }
    const fields = [{ selector: field, value: args.query }, ...args.filters];
    const filled = await browser.call('fill', { fields });
    if (!filled.ok) return explainFailure(browser, filled.fault);
    const unmatched = filled.value.fields.find(({ matches }) => !matches);
    if (unmatched !== undefined) return failed(notTaken(unmatched.selector));
    const sent =
      args.submit === undefined
        ? await browser.call('press_key', { key: 'Enter', selector: field })
        : await browser.call('click', { selector: args.submit });
    if (!sent.ok) return sent;
    return resultsShown(args.results, browser);
  },
});

async function findField(browser: Browser): Promise<string | null> {
  // The page may still be coming: the first candidate gets more time than the others.
  for (const [index, selector] of searchFields.entries()) {
    const patienceMs = index === 0 ? 500 : 100;
    if ((await browser.call('wait', { selector, state: 'visible' }, patienceMs)).ok) return selector;
  }
  return null;
}

async function resultsShown(
  results: string | undefined,
  browser: Browser,
): Promise<Result<{ searched: boolean }>> {
  if (results === undefined) {
    const loaded = await browser.call('wait', { load: true });
    return loaded.ok ? ok({ searched: true }) : loaded;
  }
  const shown = await browser.call('wait', { selector: results, state: 'visible' });
  return shown.ok || shown.fault.code === 'ambiguous'
    ? ok({ searched: true })
    : explainFailure(browser, shown.fault);
}

function notTaken(selector: string) {
  return fault(
    'not-actionable',
    `The field ${selector} did not keep the value that it was given; nothing was searched for.`,
    'Check that the field takes such a value; a choice takes only its own options.',
  );
}
