// `npm start`: sets up what is missing, builds, and runs the main job once against the demo portal.
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
  const args = process.argv.slice(2);
  const node = await ensureNode();
  await ensureDependencies(node);
  const help = args.includes('--help') || args.includes('-h');
  const browser = help ? '' : await ensureBrowser(node);
  await ensureBuild(node);
  const env = { ...withNode(node), ...(browser === '' ? {} : { LOCALAGENT_BROWSER: browser }) };
  return run(node, [join(root, 'dist', 'host', 'demo.mjs'), ...args], {
    env,
    stdio: 'inherit',
    cwd: process.cwd(),
  });
});
