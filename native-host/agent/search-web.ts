import { z } from 'zod';
import { FaultError } from '../../shared/faults.ts';
import type { Outcome } from './events.ts';
import { endsRun, type Use } from './make-call.ts';
import type { Search, SearchAnswer } from './ports.ts';

/** An error page of the engine is asked once more. */
const attemptsMax = 2;
const elementsMax = 100;

const Opened = z.object({ url: z.string(), status: z.int().nullable() });
const Text = z.object({ text: z.string() });
const Elements = z.object({
  elements: z.array(
    z.object({ tag: z.string(), text: z.string(), attributes: z.record(z.string(), z.string()) }),
  ),
});

/** Asks the search engine like any page is opened, and reads what it answers. */
export async function searchWeb(use: Use, search: Search, query: string): Promise<Outcome> {
  const url = search.urlOf(query);
  let answer: SearchAnswer = { kind: 'error', words: 'it was not asked' };
  for (let attempt = 1; attempt <= attemptsMax && answer.kind === 'error'; attempt++) {
    answer = await askOnce(use, search, url);
  }
  switch (answer.kind) {
    case 'results': {
      const seen = { kind: 'results', query, provider: search.name, url, results: answer.results } as const;
      return { ok: true, line: `searched, ${answer.results.length} results.`, seen };
    }
    case 'nothing':
      return { ok: true, line: 'searched, no results. Use fewer or other words.', seen: { kind: 'nothing' } };
    case 'wall':
      return {
        ok: false,
        line: `${search.name} lets no program in, which is respected: no more searches in this run. Use links or addresses.`,
        seen: { kind: 'nothing' },
        wall: 'search',
      };
    case 'error':
      return {
        ok: false,
        line: `the search failed (${answer.words.slice(0, 160)}). Search with other words, or use links.`,
        seen: { kind: 'nothing' },
      };
  }
}

async function askOnce(use: Use, search: Search, url: string): Promise<SearchAnswer> {
  const { done } = await use('navigate', { url });
  if (!done.ok) {
    if (endsRun(done.fault)) throw new FaultError(done.fault);
    return { kind: 'error', words: done.fault.message };
  }
  const opened = Opened.parse(done.value);
  const text = await use('get_text', {});
  const elements = [];
  for (const selector of search.selectors) {
    const { done: found } = await use('get_elements', { selector, max: elementsMax });
    elements.push(found.ok ? Elements.parse(found.value).elements : []);
  }
  const words = text.done.ok ? Text.parse(text.done.value).text : '';
  return search.read({ url: opened.url, status: opened.status, text: words, elements });
}
