// `npm run build`: the extension into .output/, the host into dist/host/.
import { ensureBuild, ensureDependencies, ensureNode, main } from './toolchain.mjs';

await main(async () => {
  const node = await ensureNode();
  await ensureDependencies(node);
  await ensureBuild(node);
  return 0;
});
