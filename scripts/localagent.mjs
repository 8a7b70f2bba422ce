#!/usr/bin/env node
// `npx localagent …` (or `npm run localagent -- …`): the command line from a clone, built first where sources changed.
import { join } from 'node:path';
import { ensureBuild, ensureDependencies, ensureNode, main, root, run, withNode } from './toolchain.mjs';

await main(async () => {
  const node = await ensureNode();
  await ensureDependencies(node);
  await ensureBuild(node);
  return run(node, [join(root, 'dist', 'host', 'cli.mjs'), ...process.argv.slice(2)], {
    env: withNode(node),
    stdio: 'inherit',
    cwd: process.cwd(),
  });
});
