// `npm test`: sets up what is missing, builds, checks, and runs every test. Arguments go to Vitest.
import { join } from 'node:path';
import { findAwsEmulator } from './aws-emulator.mjs';
import { setUp } from './set-up.mjs';
import { main, root, run } from './toolchain.mjs';

await main(async () => {
  const args = process.argv.slice(2);
  const needsEmulator = args.length === 0 || args.some((arg) => /e2e/.test(arg));
  // Brought while the rest is set up and checked: it is the largest download of all.
  const emulated = needsEmulator ? findAwsEmulator() : null;
  const { node, env } = await setUp({ desktop: true });
  const checked = await run(node, [join(root, 'scripts', 'check.mjs')], { env });
  if (checked !== 0) return checked;
  const emulator = emulated === null ? {} : { LOCALAGENT_AWS_EMULATOR: (await emulated) ?? '' };
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  return run(node, [vitest, 'run', ...args], { env: { ...env, ...emulator }, stdio: 'inherit' });
});
