// What every command that works with the whole product does first.
import {
  ensureBrowser,
  ensureBuild,
  ensureDependencies,
  ensureDisplayTools,
  ensureNode,
  withNode,
} from './toolchain.mjs';

/**
 * Brings what is missing and builds. Gives the Node to run with and the environment for it, in which the browser is named.
 * `browser: false` for what needs none, `display: true` for what shows windows where there is no display.
 */
export async function setUp({ browser = true, display = false } = {}) {
  const node = await ensureNode();
  await ensureDependencies(node);
  const found = browser ? { LOCALAGENT_BROWSER: await ensureBrowser(node) } : {};
  if (display) await ensureDisplayTools();
  await ensureBuild(node);
  return { node, env: { ...withNode(node), ...found } };
}
