// `npm run bench:NAME`: sets up what is missing, builds, and runs `tests/bench/NAME.ts`. Further arguments go to it.
import { join } from 'node:path';
import {
  ensureBrowser,
  ensureBuild,
  ensureDependencies,
  ensureNode,
  main,
  root,
  run,
  withNode,
} from './toolchain.mjs';

await main(async () => {
  const [name, ...args] = process.argv.slice(2);
  const node = await ensureNode();
  await ensureDependencies(node);
  const browser = await ensureBrowser(node);
  await ensureBuild(node);
  const env = { ...withNode(node), LOCALAGENT_BROWSER: browser };
  return run(node, [join(root, 'tests', 'bench', `${name}.ts`), ...args], { env, stdio: 'inherit' });
});
