// `npm start`: sets up what is missing, builds, and runs the main job once against the demo portal.
import { join } from 'node:path';
import { setUp } from './set-up.mjs';
import { main, root, run } from './toolchain.mjs';

await main(async () => {
  const args = process.argv.slice(2);
  const { node, env } = await setUp({ browser: !args.includes('--help') && !args.includes('-h') });
  const demo = join(root, 'dist', 'host', 'demo.mjs');
  return run(node, [demo, ...args], { env, stdio: 'inherit', cwd: process.cwd() });
});
