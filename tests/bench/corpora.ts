import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

// The corpora of reading lie outside this repository, each with its own loader and its own scores: `corpora.mjs` and
// `score.mjs` in the folder that `--data` names. Nothing of them is copied.

export type Article = { readonly id: string; readonly gold: string; html(): Uint8Array };
export type GoldTable = {
  readonly id: string;
  readonly tableIndex: number;
  readonly gold: readonly (readonly string[])[];
  html(): string;
};
export type Reading = { readonly headers: readonly string[]; readonly rows: readonly (readonly string[])[] };
export type Served = { readonly origin: string; close(): void };

export type Corpora = {
  articles(): readonly Article[];
  tables(): readonly GoldTable[];
  serve(pages: ReadonlyMap<string, { readonly body: Uint8Array | string }>): Promise<Served>;
  mark(html: string, tableIndex: number): { readonly body: string; readonly source: string };
  readonly SHEET: string;
  readonly TARGET: string;
};

export type TextScore = {
  readonly f1: number;
  readonly precision: number;
  readonly recall: number;
  readonly low: number;
  readonly high: number;
  readonly pages: readonly {
    readonly id: string;
    readonly f1: number;
    readonly precision: number;
    readonly recall: number;
  }[];
};
export type TableScore = {
  readonly cells: number;
  readonly tables: number;
  readonly each: readonly {
    readonly id: string;
    readonly same: number;
    readonly cells: number;
    readonly exact: boolean;
    readonly shape: boolean;
    readonly wrong: readonly {
      readonly row: number;
      readonly column: number;
      readonly gold: string;
      readonly read: string | null;
    }[];
  }[];
};

export type Scores = {
  scoreTexts(
    pairs: readonly { readonly id: string; readonly gold: string; readonly pred: string }[],
  ): TextScore;
  scoreTables(
    cases: readonly {
      readonly id: string;
      readonly gold: GoldTable['gold'];
      readonly reading: Reading;
      readonly hints: unknown;
    }[],
  ): { readonly strict: TableScore; readonly fair: TableScore };
  hintsOf(source: string): unknown;
};

/** The loader and the scores of a data folder. */
export async function openCorpora(folder: string): Promise<{ corpora: Corpora; scores: Scores }> {
  const load = (file: string): Promise<unknown> => import(pathToFileURL(join(resolve(folder), file)).href);
  // The two modules are plain JavaScript; what they export is stated by the types above.
  const corpora = (await load('corpora.mjs')) as Corpora;
  const scores = (await load('score.mjs')) as Scores;
  return { corpora, scores };
}
