// What a good 7B model understands of an objective before it has seen any page: what to look for, in which form an answer
// would come, what is to be done in which order. Never a value, an address or a word that only a page could tell.

/** One thing that is looked for. */
export type Want = {
  readonly item: string;
  /** A sentence that answers it matches all of these. */
  readonly says: readonly RegExp[];
  /** Sentences that are enough; as many as there are by default one. */
  readonly count?: number;
  /** Goes on through all pages of a row, and takes every sentence of the form. */
  readonly every?: boolean;
};

/** One step of what is to be done on pages. */
export type Step =
  | { readonly do: 'fill'; readonly label: RegExp; readonly value: string }
  | { readonly do: 'select'; readonly label: RegExp; readonly option: RegExp }
  /** `{name}` stands for what `choose` chose. */
  | { readonly do: 'click'; readonly name: string }
  | { readonly do: 'follow'; readonly link: string }
  | { readonly do: 'download'; readonly link: RegExp }
  /** Of all lines of this form (groups `name` and `price`), on this and the next pages, the cheapest. */
  | { readonly do: 'choose'; readonly lines: RegExp }
  /** What the page says once it is done; recorded for the item. */
  | { readonly do: 'confirm'; readonly item: number; readonly says: RegExp };

export type Understanding = {
  readonly objective: string;
  readonly query: string;
  /** An address that the objective itself names. */
  readonly url?: string;
  readonly wants: readonly Want[];
  readonly steps?: readonly Step[];
  /** Rows of two tables are compared by their first cell. */
  readonly tables?: { readonly once: string; readonly twice: string };
  /** Ends a judgement. */
  readonly view?: string;
};
