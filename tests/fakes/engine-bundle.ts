import { resolve } from 'node:path';
import { build } from 'rolldown';

const entry = '\0page-engine-entry';

/** The page engine as one script, as the extension injects it. */
export async function bundleEngine(): Promise<string> {
  const engine = resolve(import.meta.dirname, '../../entrypoints/page-engine/engine.ts');
  const { output } = await build({
    input: entry,
    write: false,
    output: { format: 'iife', codeSplitting: false },
    plugins: [
      {
        name: 'page-engine-entry',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) =>
          id === entry ? `import { installEngine } from ${JSON.stringify(engine)}; installEngine();` : null,
      },
    ],
  });
  const chunk = output.find((file) => file.type === 'chunk');
  if (chunk === undefined) throw new Error('the engine gave no script');
  return chunk.code;
}
