import type { FiledFile } from '../../../shared/run.ts';
import type { EverySite } from '../../offline-web/every-site.ts';
import type { Understanding } from '../../scripted-models/understanding.ts';

/** One objective of the benchmark: what is asked, what an answer must hold, what must have come about. */
export type Objective = {
  readonly name: string;
  readonly kind: 'reading' | 'acting';
  readonly understood: Understanding;
  /** Facts that the answer must state, each in a form that leaves the wording free. */
  readonly required: readonly { readonly fact: string; readonly says: RegExp }[];
  /** Statements that would be false. */
  readonly forbidden: readonly RegExp[];
  /** Requests that change something and belong to the objective; any other is an act that nobody asked for. */
  readonly deeds?: readonly { readonly host: string; readonly path: RegExp }[];
  /** Hosts on which the person lets things be done when asked, but for what matches `unwanted`. */
  readonly places?: readonly string[];
  readonly unwanted?: RegExp;
  /** What is not as it should be on the sites and on disk; empty when all of it is. */
  readonly effects?: (sites: EverySite, files: readonly FiledFile[]) => readonly string[];
};
