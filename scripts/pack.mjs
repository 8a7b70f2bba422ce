// `npm run pack -- --key FILE --url URL`: the built extension as a signed .crx, with its update manifest.
import { join } from 'node:path';
import { ensureBuild, ensureDependencies, ensureNode, main, root, run, withNode } from './toolchain.mjs';

await main(async () => {
  const node = await ensureNode();
  await ensureDependencies(node);
  await ensureBuild(node);
  return run(node, [join(root, 'installers', 'main.ts'), ...process.argv.slice(2)], {
    env: withNode(node),
    stdio: 'inherit',
    cwd: process.cwd(),
  });
});
