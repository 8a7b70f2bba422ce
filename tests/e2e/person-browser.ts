import { join } from 'node:path';
import { installForProfile } from '../../native-host/browser/install-host.ts';
import { type LaunchedBrowser, launchBrowser } from '../../native-host/browser/launch-browser.ts';
import { browserOf } from '../../native-host/cli/wiring/browser-parts.ts';
import { installPlace } from '../../native-host/cli/wiring/install-parts.ts';
import { root } from '../house/source-tree.ts';
import type { Display } from './display.ts';
import { type Rig, until } from './rig.ts';
import { SidePanel } from './side-panel.ts';

/** The browser profile of the person at the display. */
export const personProfile = 'person';
const startMs = 30_000;

/** Where that profile lies. */
export function personFolder(rig: Rig): string {
  return join(rig.paths.profiles, personProfile);
}

/** Installs the host for the person's browser, as `localagent install` does. */
export function installForPerson(rig: Rig): void {
  const relay = join(root, 'dist', 'host', 'relay.mjs');
  installForProfile(personFolder(rig), installPlace(rig.paths, rig.home.env, relay));
}

/** The person's browser in a window that fills the display, with the extension in it. */
export async function launchForPerson(
  rig: Rig,
  display: Display,
  switches: readonly string[] = [],
): Promise<LaunchedBrowser> {
  const found = browserOf(rig.paths, rig.home.env);
  if (!found.ok) throw new Error(found.fault.message);
  const quiet = [
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  const launched = await launchBrowser({
    browser: found.value,
    profile: personProfile,
    profileFolder: personFolder(rig),
    extensionFolder: join(root, '.output', 'chrome-mv3'),
    headless: false,
    env: { ...rig.home.env, ...display.env, LOCALAGENT_PROFILE: personProfile },
    switches: ['--start-maximized', ...quiet, ...switches],
  });
  if (!launched.ok) throw new Error(`${launched.fault.message} ${JSON.stringify(launched.fault.detail)}`);
  rig.browsers.set(personProfile, launched.value);
  await until('the window to come up', startMs, () => display.hasActiveWindow());
  // Until the worker has said so once, Chrome does not know that the key opens the panel.
  await until('the extension to come up', startMs, async () => {
    const [worker] = launched.value.context.serviceWorkers();
    const behaviour = await worker?.evaluate(() => chrome.sidePanel.getPanelBehavior());
    return behaviour?.openPanelOnActionClick === true;
  });
  return launched.value;
}

export async function openPanelOf(browser: LaunchedBrowser, display: Display): Promise<SidePanel> {
  const chromium = browser.context.browser();
  if (chromium === null) throw new Error('a persistent context without a browser');
  return SidePanel.open(display, chromium);
}
