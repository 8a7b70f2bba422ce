import { brave } from './brave.ts';
import { duckduckgo } from './duckduckgo.ts';
import type { SearchProvider } from './search-provider.ts';
import { searxng } from './searxng.ts';
import { urlTemplate } from './url-template.ts';

/** The section `search` of config.yaml. */
export type SearchSettings = {
  readonly provider: string;
  readonly searxng_url: string | null;
  readonly template_url: string | null;
  readonly template_results: string | null;
};

/** Every search engine, by name; null for one that the configuration does not say enough about. */
export const searchProviders: Readonly<Record<string, (settings: SearchSettings) => SearchProvider | null>> =
  {
    duckduckgo: () => duckduckgo,
    searxng: ({ searxng_url }) => (searxng_url === null ? null : searxng(searxng_url)),
    brave: () => brave,
    'url-template': ({ template_url, template_results }) =>
      template_url === null ? null : urlTemplate(template_url, template_results),
  };
