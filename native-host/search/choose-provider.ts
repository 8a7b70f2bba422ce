import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import { type SearchSettings, searchProviders } from './index.ts';
import type { SearchProvider } from './search-provider.ts';

const missingKey: Readonly<Record<string, string>> = {
  searxng: 'Set search.searxng_url in config.yaml to the address of an instance.',
  'url-template': 'Set search.template_url in config.yaml to an address with {query} in it.',
};

/** The engine that `name` means, or config.yaml where it is null. */
export function chooseProvider(settings: SearchSettings, name: string | null): Result<SearchProvider> {
  const wanted = name ?? settings.provider;
  const known = Object.keys(searchProviders);
  const make = known.includes(wanted) ? searchProviders[wanted] : undefined;
  if (make === undefined) {
    const message = `No search engine is called ${JSON.stringify(wanted)}.`;
    return failed(fault('bad-arguments', message, `Known are ${known.join(', ')}.`));
  }
  const provider = make(settings);
  if (provider !== null) return ok(provider);
  const message = `The search engine ${wanted} is not set up.`;
  return failed(fault('bad-arguments', message, missingKey[wanted] ?? 'See docs/reference.md, "Settings".'));
}
