// A search engine as the agent sees it: where to ask and how to read what comes back. All of it goes through the
// browser like any other page, under the same rules. A provider is data and pure functions.

export type SearchResult = {
  readonly title: string;
  /** Where it leads, without the engine's own detour. */
  readonly url: string;
  readonly snippet: string;
};

export type SearchAnswer =
  | { readonly kind: 'results'; readonly results: readonly SearchResult[] }
  /** The engine says that it found nothing. */
  | { readonly kind: 'nothing' }
  /** It wants to be sure that a person asks. That is respected: nothing more is asked of it in this run. */
  | { readonly kind: 'wall'; readonly words: string }
  /** A page that is neither; asking again once may help. */
  | { readonly kind: 'error'; readonly words: string };

/** An element of the result page, as the tool `get_elements` tells it. */
export type ResultElement = {
  readonly tag: string;
  readonly text: string;
  readonly attributes: Readonly<Record<string, string>>;
};

/** The result page as it was read: one list of elements for each of the provider's selectors, in its order. */
export type ResultPage = {
  readonly url: string;
  readonly status: number | null;
  readonly text: string;
  readonly elements: readonly (readonly ResultElement[])[];
};

export interface SearchProvider {
  readonly name: string;
  /** The address that asks; the query is put into it as text, never as part of the address's form. */
  urlOf(query: string): string;
  /** CSS selectors whose elements `read` is given. */
  readonly selectors: readonly string[];
  read(page: ResultPage): SearchAnswer;
}
