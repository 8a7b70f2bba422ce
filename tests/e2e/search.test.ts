import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { chooseProvider } from '../../native-host/search/choose-provider.ts';
import { searchProviders } from '../../native-host/search/index.ts';
import type { SearchAnswer } from '../../native-host/search/search-provider.ts';
import { read } from '../house/source-tree.ts';
import { type Client, given, policyText, type Rig, startRig } from './rig.ts';
import { type SmallSite, serveSite } from './small-site.ts';

// The recorded result pages as the product reads them: in the browser, by its own tools and selectors.

const kinds = ['results', 'nothing', 'wall', 'error'] as const;
const names = Object.keys(searchProviders);
const settings = {
  provider: 'duckduckgo',
  searxng_url: 'https://search.example',
  template_url: 'https://wiki.example/find?for={query}',
  template_results: null,
};
const Elements = z.object({
  elements: z.array(
    z.object({ tag: z.string(), text: z.string(), attributes: z.record(z.string(), z.string()) }),
  ),
});

let site: SmallSite;
let rig: Rig;
let client: Client;
beforeAll(async () => {
  const paths = names.flatMap((name) => kinds.map((kind) => `${name}/${kind}`));
  const pages = paths.map((path) => [`/${path}`, read(join('tests', 'fixtures', 'search', `${path}.html`))]);
  site = await serveSite(Object.fromEntries(pages));
  const policy = policyText({ sites: [`origin:${site.origin}`], folders: [], downloads: 'denied' });
  rig = await startRig({ policy: () => policy });
  client = await rig.client();
});
afterAll(async () => {
  await rig?.[Symbol.asyncDispose]();
  await site?.close();
});

async function asked(name: string, kind: (typeof kinds)[number]): Promise<SearchAnswer> {
  const provider = given(chooseProvider(settings, name));
  await client.call('navigate', { url: `${site.origin}/${name}/${kind}` });
  const { result } = await client.call('get_text', {});
  const elements = [];
  for (const selector of provider.selectors) {
    const found = await client.call('get_elements', { selector });
    expect(found.receipt.fault).toBeNull();
    elements.push(Elements.parse(found.result).elements);
  }
  const text = String(result?.['text'] ?? '');
  return provider.read({ url: provider.urlOf('mountain'), status: 200, text, elements });
}

test.each(names)('%s: results, nothing, a robot check and an error are read from its pages', async (name) => {
  const answers = [];
  for (const kind of kinds) answers.push(await asked(name, kind));
  expect(answers.map(({ kind }) => kind)).toEqual(['results', 'nothing', 'wall', 'error']);
  const [first] = answers;
  const results = first?.kind === 'results' ? first.results : [];
  expect(results[0]?.url).toMatch(/\/wiki\/Mount_Kilimanjaro/);
  expect(results[0]?.snippet).toMatch(/tallest mountain in Africa/i);
  expect(results.map(({ title }) => title)).toContain('The ten highest peaks of Africa');
});
