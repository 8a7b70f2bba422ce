// Runs one tool of node_modules/.bin under a Node that is new enough: `node scripts/run.mjs biome check --write`.
import { join } from 'node:path';
import { ensureDependencies, ensureNode, main, root, run, withNode } from './toolchain.mjs';

await main(async () => {
  const [tool, ...args] = process.argv.slice(2);
  const node = await ensureNode();
  await ensureDependencies(node);
  return run(join(root, 'node_modules', '.bin', tool), args, { env: withNode(node), stdio: 'inherit' });
});
