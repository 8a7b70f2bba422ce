// `npm run bench:NAME`: sets up what is missing, builds, and runs `tests/bench/NAME.ts`. Further arguments go to it.
import { join } from 'node:path';
import { setUp } from './set-up.mjs';
import { main, root, run } from './toolchain.mjs';

await main(async () => {
  const [name, ...args] = process.argv.slice(2);
  const { node, env } = await setUp();
  return run(node, [join(root, 'tests', 'bench', `${name}.ts`), ...args], { env, stdio: 'inherit' });
});
