import type { Result } from '../../shared/faults.ts';
import type { Model, ModelInfo } from './provider.ts';

/** A place that has models: a server, LocalAgent itself, a browser. */
export type ModelSource = {
  /** The first half of its models' names. */
  readonly provider: string;
  readonly place: string;
  readonly remote: boolean;
  /** The model meant when only the place is named; null: the first of its list. */
  readonly preferred: string | null;
  /** What it has now, the readiest first. A fault's message says in a few words why it has none. */
  list(): Promise<Result<readonly ModelInfo[]>>;
  /** A model of its list, with its context found out. */
  open(info: ModelInfo): Promise<Result<Model>>;
};
