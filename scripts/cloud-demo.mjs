// `npm run cloud:demo`: one request in plain words through the cloud half on an emulator: a state machine, two workers with
// browsers of their own, and the answer. Nothing leaves this machine.
import { join } from 'node:path';
import { ensureAwsEmulator } from './aws-emulator.mjs';
import { setUp } from './set-up.mjs';
import { main, root, run } from './toolchain.mjs';

await main(async () => {
  const { node, env } = await setUp();
  const python = await ensureAwsEmulator();
  return run(node, [join(root, 'cloud', 'demo', 'start.ts')], {
    env: { ...env, LOCALAGENT_AWS_EMULATOR: python },
    stdio: 'inherit',
  });
});
