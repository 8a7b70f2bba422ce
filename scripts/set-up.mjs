// What every command that works with the whole product does first.
import {
  ensureBrowser,
  ensureBuild,
  ensureDependencies,
  ensureDesktopTools,
  ensureNode,
  withNode,
} from './toolchain.mjs';

/**
 * Brings what is missing and builds. Gives the Node to run with and the environment for it, in which the browser is named.
 * `browser: false` for what needs none, `desktop: true` for what shows windows or asks a keychain where there is no desktop.
 */
export async function setUp({ browser = true, desktop = false } = {}) {
  const node = await ensureNode();
  await ensureDependencies(node);
  const found = browser ? { LOCALAGENT_BROWSER: await ensureBrowser(node) } : {};
  if (desktop) await ensureDesktopTools();
  await ensureBuild(node);
  return { node, env: { ...withNode(node), ...found } };
}
