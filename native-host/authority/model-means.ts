import { join } from 'node:path';
import { z } from 'zod';
import { programEntries } from '../io/program-entries.ts';
import { type BuiltInBrowser, chromeBuiltIn } from '../model/chrome-built-in.ts';
import { startEmbeddedProcess } from '../model/embedded-process.ts';
import { embeddedSource } from '../model/embedded-source.ts';
import { readChoice } from '../model/model-choice.ts';
import { type ModelMeans, waitsOf } from '../model/model-means.ts';
import { machineMemory, machineThreads } from '../model/resource-plan.ts';
import type { Parts } from './parts.ts';

/** Where the chosen model is kept. */
export function choicePath(parts: Pick<Parts, 'paths'>): string {
  return join(parts.paths.models, 'choice.json');
}

/** What it takes to find and open models, of the authority's parts. */
export function modelMeans(parts: Pick<Parts, 'paths' | 'config' | 'vault' | 'sessions'>): ModelMeans {
  const settings = parts.config.models;
  const waits = waitsOf(settings);
  return {
    env: process.env,
    settings,
    waits,
    choice: readChoice(choicePath(parts)),
    // A key goes where the secret may go, as everywhere: the server's origin must be one of its sites.
    secret: (name, origin) => parts.vault.reveal(name, origin, origin),
    sources: [
      embeddedSource({
        settings,
        waits,
        folder: parts.paths.models,
        memory: machineMemory,
        threads: machineThreads,
        start: () => startEmbeddedProcess(programEntries().modelRunner),
      }),
      chromeBuiltIn(() => browsersOf(parts), { waits }),
    ],
  };
}

function browsersOf({ sessions }: Pick<Parts, 'sessions'>): readonly BuiltInBrowser[] {
  return sessions.connected().map((session) => ({
    profile: session.profile,
    state: () => session.call('browser.model', {}, { timeoutMs: stateMs }),
    ask: ({ messages, schema, ...rest }, options) => {
      const plain = schema === null ? null : z.record(z.string(), z.json()).parse(schema);
      return session.call('browser.ask-model', { ...rest, messages: [...messages], schema: plain }, options);
    },
  }));
}

const stateMs = 5_000;
