// `npm run proof`: sets up what is missing, builds, and tries to break every promise of SECURITY.md. Arguments go to it.
import { join } from 'node:path';
import { setUp } from './set-up.mjs';
import { main, root, run } from './toolchain.mjs';

await main(async () => {
  const { node, env } = await setUp();
  const proof = join(root, 'tests', 'proof', 'proof.ts');
  return run(node, [proof, ...process.argv.slice(2)], { env, stdio: 'inherit' });
});
