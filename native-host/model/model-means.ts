import type { Result } from '../../shared/faults.ts';
import type { AskSettings } from './create-model.ts';
import type { Environment, ServerSetting } from './known-servers.ts';
import type { ModelSource } from './model-source.ts';

/** `models` of config.yaml. */
export type ModelSettings = {
  readonly servers: readonly ServerSetting[];
  /** Models that take over, in this order, when the one in use cannot be reached any more. */
  readonly fallbacks: readonly string[];
  readonly context_tokens: number;
  readonly timeout_seconds: number;
  readonly keep_alive_minutes: number;
};

/** What it takes to find and open models. */
export type ModelMeans = {
  readonly env: Environment;
  readonly settings: ModelSettings;
  readonly waits: AskSettings;
  /** The model that the person chose with `model.use`; null: none. */
  readonly choice: string | null;
  /** The value of a stored secret, if it may go to this origin. */
  readonly secret: (name: string, origin: string) => Result<string>;
  /** Places of models beside servers: LocalAgent itself, the browser. */
  readonly sources: readonly ModelSource[];
};

const nextPieceMs = 120_000;

/** How long answers are waited for. */
export function waitsOf({ timeout_seconds }: Pick<ModelSettings, 'timeout_seconds'>): AskSettings {
  const firstPieceMs = timeout_seconds * 1000;
  return { firstPieceMs, nextPieceMs: Math.min(nextPieceMs, firstPieceMs) };
}
