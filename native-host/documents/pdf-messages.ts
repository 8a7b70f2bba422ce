/** What goes between the host and the thread that parses a PDF. */
export type PdfRequest = {
  readonly bytes: Uint8Array;
  readonly pagesMax: number;
  readonly charactersMax: number;
};

export type PdfPages = {
  readonly title: string;
  readonly author: string;
  /** Paragraphs of each page, as far as the bounds reach. */
  readonly pages: readonly (readonly string[])[];
  /** Pages that the file has. */
  readonly total: number;
};

export type PdfReply =
  | { readonly kind: 'read'; readonly pdf: PdfPages }
  | { readonly kind: 'locked' }
  | { readonly kind: 'broken'; readonly why: string };
