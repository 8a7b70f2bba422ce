// `npm test`: sets up what is missing, builds, checks, and runs every test. Arguments go to Vitest.
import { join } from 'node:path';
import { setUp } from './set-up.mjs';
import { main, root, run } from './toolchain.mjs';

await main(async () => {
  const { node, env } = await setUp({ display: true });
  const checked = await run(node, [join(root, 'scripts', 'check.mjs')], { env });
  if (checked !== 0) return checked;
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  return run(node, [vitest, 'run', ...process.argv.slice(2)], { env, stdio: 'inherit' });
});
