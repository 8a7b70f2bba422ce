// `npm run proof`: sets up what is missing, builds, and tries to break every promise of SECURITY.md. Arguments go to it.
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
  const node = await ensureNode();
  await ensureDependencies(node);
  const browser = await ensureBrowser(node);
  await ensureBuild(node);
  const env = { ...withNode(node), LOCALAGENT_BROWSER: browser };
  const proof = join(root, 'tests', 'proof', 'proof.ts');
  return run(node, [proof, ...process.argv.slice(2)], { env, stdio: 'inherit' });
});
