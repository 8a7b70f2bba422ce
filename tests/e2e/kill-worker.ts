import type { LaunchedBrowser } from '../../native-host/browser/launch-browser.ts';
import { extensionId } from '../../shared/extension-id.ts';
import { type Client, until } from './rig.ts';

const backMs = 60_000;

/** Ends the extension's service worker as Chrome itself may at any moment, and waits until another one has joined. */
export async function killWorker(
  browser: LaunchedBrowser,
  client: Client,
  profile: string | null = null,
): Promise<void> {
  const bootId = async (): Promise<string | null> => {
    const probed = await client.authority.call('client.probe', { profile, attach: false });
    return probed.ok ? probed.value.boot_id : null;
  };
  const before = await bootId();
  await closeWorker(browser);
  await until('a new worker', backMs, async () => {
    const now = await bootId();
    return now !== null && now !== before;
  });
}

async function closeWorker({ context }: LaunchedBrowser): Promise<void> {
  const session = await context.browser()?.newBrowserCDPSession();
  if (session === undefined) throw new Error('the browser is gone');
  const { targetInfos } = await session.send('Target.getTargets');
  const worker = targetInfos.find(({ type, url }) => type === 'service_worker' && url.includes(extensionId));
  if (worker === undefined) throw new Error('the extension has no worker');
  await session.send('Target.closeTarget', { targetId: worker.targetId });
  await session.detach();
}
