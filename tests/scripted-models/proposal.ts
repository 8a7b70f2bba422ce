export type Found = { readonly text: string; readonly items: readonly number[] };

/** What a model answers in one turn. */
export type Proposal = {
  readonly found: readonly Found[];
  readonly action: string;
  readonly why: string;
  readonly query?: string;
  readonly link?: number;
  readonly url?: string;
  readonly part?: number;
  readonly control?: number;
  readonly table?: number;
  readonly value?: string;
  readonly missing?: readonly number[];
  readonly checklist?: readonly string[];
};
