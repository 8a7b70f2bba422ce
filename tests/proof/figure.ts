/** What a figure of the proof found. */
export interface Finding {
  /** How many were really tried, of the unit that the figure names. */
  readonly tried: number;
  /** How many of them broke the promise. */
  readonly broken: number;
  /** The first of the broken ones, in words that let a person try them again. At most 20 are kept. */
  readonly examples: readonly string[];
  /** Further figures worth a column, by name: a time, a memory peak, a count of another kind. */
  readonly measured?: Readonly<Record<string, string | number>>;
}

/** How much to try, and from where the chance comes. */
export interface Trial {
  readonly count: number;
  /** The same seed tries the same things in the same order. */
  readonly seed: number;
  /** Told now and then how many are done, so that a long run shows that it lives. */
  readonly progress: (done: number) => void;
}

/**
 * One promise of SECURITY.md with the harness that tries to break it. A file in `figures/` exports one as `figure`, and that
 * is all it takes to be part of `npm run proof` and of the tests.
 */
export interface Figure {
  /** `F3`, or `F3b` where a promise has several harnesses. */
  readonly id: string;
  readonly promise: string;
  /** What is counted: `scripts`, `policy cases`, `bytes cut`. */
  readonly unit: string;
  readonly sizes: { readonly ci: number; readonly long: number };
  /** A figure that needs the built extension in a real browser is no part of the fast tier. */
  readonly needsBrowser?: boolean;
  run(trial: Trial): Promise<Finding>;
}

const examplesKept = 20;

/** Counts what is tried and keeps the first examples of what broke. */
export const startCount = () => {
  const examples: string[] = [];
  let tried = 0;
  let broken = 0;
  return {
    pass: () => {
      tried += 1;
    },
    fail: (example: string) => {
      tried += 1;
      broken += 1;
      if (examples.length < examplesKept) examples.push(example);
    },
    finding: (measured?: Finding['measured']): Finding =>
      measured ? { tried, broken, examples, measured } : { tried, broken, examples },
  };
};
