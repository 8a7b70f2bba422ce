// `npm run check`: format, lint, types and house rules, in seconds.
import { join } from 'node:path';
import { ensureDependencies, ensureNode, main, root, run, say, withNode } from './toolchain.mjs';

await main(async () => {
  const node = await ensureNode();
  await ensureDependencies(node);
  const env = withNode(node);
  const bin = (...parts) => join(root, 'node_modules', ...parts);
  const jobs = [
    ['format and lint', bin('@biomejs', 'biome', 'bin', 'biome'), ['check', '--error-on-warnings', '.']],
    ...['shared', 'host', 'extension', 'cloud', 'tests'].map((name) => [
      `types of ${name}`,
      bin('typescript', 'bin', 'tsc'),
      ['-p', `tsconfig.${name}.json`],
    ]),
    ['house rules', bin('vitest', 'vitest.mjs'), ['run', '--project', 'house', '--reporter', 'dot']],
  ];
  let failures = 0;
  for (const [what, program, args] of jobs) {
    const started = Date.now();
    const code = await run(node, [program, ...args], { env });
    say(`${code === 0 ? 'ok    ' : 'FAILED'} ${what} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
    if (code !== 0) failures += 1;
  }
  return failures === 0 ? 0 : 1;
});
