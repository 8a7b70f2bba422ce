import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { failed, fault, ok } from '../../shared/faults.ts';
import { createModel } from './create-model.ts';
import { EmbeddedModel } from './embedded.ts';
import type { EmbeddedProcess } from './embedded-process.ts';
import type { ModelMeans } from './model-means.ts';
import type { ModelSource } from './model-source.ts';
import { type Memory, resourcePlan } from './resource-plan.ts';

const gigabyte = 1_000_000_000;

export type EmbeddedMeans = Pick<ModelMeans, 'settings' | 'waits'> & {
  /** The folder of models: `weights/NAME.gguf`, and `runtime/` with what runs them. */
  readonly folder: string;
  readonly memory: () => Memory;
  readonly threads: () => number;
  readonly start: () => EmbeddedProcess;
};

export const weightsFolder = (folder: string): string => join(folder, 'weights');
export const runtimeFolder = (folder: string): string => join(folder, 'runtime');

/** Models whose weights were pulled, run by a process of LocalAgent's own. */
export function embeddedSource(means: EmbeddedMeans): ModelSource {
  const { folder } = means;
  const provider = 'embedded';
  const place = 'in LocalAgent';
  return {
    provider,
    place,
    remote: false,
    preferred: null,
    async list() {
      const names = pulledModels(folder);
      const none = 'none was pulled; `localagent model pull` gets one';
      if (names.length === 0) return failed(fault('model-unavailable', none, 'Pull one.'));
      return ok(names.map((name) => ({ name, contextTokens: null })));
    },
    async open({ name }) {
      const weights = join(weightsFolder(folder), `${name}.gguf`);
      const plan = resourcePlan(statSync(weights).size, means.settings.context_tokens, means.memory());
      if (!plan.fits) return failed(tooBig(name, plan.needsBytes, plan.hasBytes));
      const { contextTokens } = plan;
      const loaded = await EmbeddedModel.load(means.start(), {
        type: 'load',
        runtime: runtimeFolder(folder),
        weights,
        contextTokens,
        threads: means.threads(),
      });
      if (!loaded.ok) return loaded;
      const model = loaded.value;
      return ok(
        createModel(
          {
            provider,
            name,
            remote: false,
            place,
            contextTokens: model.contextTokens,
            count: (messages, signal) => model.count(messages, signal),
            answer: (request, signal) => model.answer(request, signal),
            close: async () => model.end(),
          },
          means.waits,
        ),
      );
    },
  };
}

/** Names of the weights that are there whole: what is still being pulled has another ending. */
export function pulledModels(folder: string): readonly string[] {
  const weights = weightsFolder(folder);
  if (!existsSync(weights)) return [];
  return readdirSync(weights)
    .filter((file) => file.endsWith('.gguf'))
    .map((file) => file.slice(0, -'.gguf'.length))
    .sort();
}

function tooBig(name: string, needsBytes: number, hasBytes: number) {
  const gigabytes = (bytes: number): string => (bytes / gigabyte).toFixed(1);
  return fault(
    'model-unavailable',
    `${name} needs ${gigabytes(needsBytes)} GB of memory; ${gigabytes(hasBytes)} GB can be had beside what the machine needs itself.`,
    'Close other programs, or take a smaller model.',
    { needs_bytes: needsBytes, has_bytes: hasBytes },
  );
}
