// `npm test`: sets up what is missing, builds, checks, and runs every test. Arguments go to Vitest.
import { join } from 'node:path';
import {
  ensureBrowser,
  ensureBuild,
  ensureDependencies,
  ensureDisplayTools,
  ensureNode,
  main,
  root,
  run,
  withNode,
} from './toolchain.mjs';

await main(async () => {
  const node = await ensureNode();
  await ensureDependencies(node);
  const browser = await ensureBrowser(node);
  await ensureDisplayTools();
  await ensureBuild(node);
  const env = { ...withNode(node), LOCALAGENT_BROWSER: browser };
  const checked = await run(node, [join(root, 'scripts', 'check.mjs')], { env });
  if (checked !== 0) return checked;
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  return run(node, [vitest, 'run', ...process.argv.slice(2)], { env, stdio: 'inherit' });
});
