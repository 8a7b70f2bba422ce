import { expect, test } from 'vitest';
import { chooseProvider } from '../../../native-host/search/choose-provider.ts';

const settings = {
  provider: 'duckduckgo',
  searxng_url: 'https://search.example/',
  template_url: 'https://wiki.example/find?for={query}',
  template_results: null,
};

test('an engine that is not set up, and one that nobody knows, say what to do', () => {
  const bare = { ...settings, searxng_url: null, template_url: null };
  expect(chooseProvider(bare, null)).toMatchObject({ ok: true, value: { name: 'duckduckgo' } });
  expect(chooseProvider(bare, 'searxng')).toMatchObject({
    fault: { code: 'bad-arguments', hint: expect.stringContaining('search.searxng_url') },
  });
  expect(chooseProvider(bare, 'url-template')).toMatchObject({
    fault: { hint: expect.stringContaining('search.template_url') },
  });
  expect(chooseProvider(bare, 'constructor')).toMatchObject({
    fault: { hint: expect.stringContaining('duckduckgo, searxng, brave, url-template') },
  });
});
