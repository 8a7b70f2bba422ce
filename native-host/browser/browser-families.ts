import { homedir } from 'node:os';
import { posix } from 'node:path';
import { z } from 'zod';

// The browsers that LocalAgent works in: where each is found, and where each looks for native-messaging manifests and
// for the policies of an organisation. Paths are those of the vendors' own documentation; Brave and Vivaldi read
// Chrome's registry key on Windows.

export const BrowserName = z.enum(['chrome', 'chromium', 'edge', 'brave', 'vivaldi']);
export type BrowserName = z.infer<typeof BrowserName>;

export type Places = Readonly<{ linux: string; darwin: string }>;

export type BrowserFamily = Readonly<{
  name: BrowserName;
  title: string;
  /** Commands on PATH (Linux), programs (macOS, below `/Applications`), programs below Program Files (Windows). */
  commands: readonly string[];
  applications: readonly string[];
  programs: readonly string[];
  /** Folder of manifests of one user: below the configuration folder (Linux), below the home folder (macOS). */
  userManifests: Places;
  /** Folder of manifests for everyone on the machine. */
  systemManifests: Places;
  /** Registry key below HKCU or HKLM. */
  registryKey: string;
  /** Folder of the organisation's policies (Linux only: elsewhere they are not files). */
  managedPolicies: string;
  /** Builds that carry the vendor's brand ignore `--load-extension`. */
  branded: boolean;
}>;

const app = (title: string): string => `${title}.app/Contents/MacOS/${title}`;

export const browserFamilies: readonly BrowserFamily[] = [
  {
    name: 'chrome',
    title: 'Google Chrome',
    commands: ['google-chrome', 'google-chrome-stable'],
    applications: [app('Google Chrome')],
    programs: ['Google\\Chrome\\Application\\chrome.exe'],
    userManifests: {
      linux: 'google-chrome/NativeMessagingHosts',
      darwin: 'Library/Application Support/Google/Chrome/NativeMessagingHosts',
    },
    systemManifests: {
      linux: '/etc/opt/chrome/native-messaging-hosts',
      darwin: '/Library/Google/Chrome/NativeMessagingHosts',
    },
    registryKey: 'Software\\Google\\Chrome\\NativeMessagingHosts',
    managedPolicies: '/etc/opt/chrome/policies/managed',
    branded: true,
  },
  {
    name: 'chromium',
    title: 'Chromium',
    commands: ['chromium', 'chromium-browser'],
    applications: [app('Chromium')],
    programs: ['Chromium\\Application\\chrome.exe'],
    userManifests: {
      linux: 'chromium/NativeMessagingHosts',
      darwin: 'Library/Application Support/Chromium/NativeMessagingHosts',
    },
    systemManifests: {
      linux: '/etc/chromium/native-messaging-hosts',
      darwin: '/Library/Application Support/Chromium/NativeMessagingHosts',
    },
    registryKey: 'Software\\Chromium\\NativeMessagingHosts',
    managedPolicies: '/etc/chromium/policies/managed',
    branded: false,
  },
  {
    name: 'edge',
    title: 'Microsoft Edge',
    commands: ['microsoft-edge', 'microsoft-edge-stable'],
    applications: [app('Microsoft Edge')],
    programs: ['Microsoft\\Edge\\Application\\msedge.exe'],
    userManifests: {
      linux: 'microsoft-edge/NativeMessagingHosts',
      darwin: 'Library/Application Support/Microsoft Edge/NativeMessagingHosts',
    },
    systemManifests: {
      linux: '/etc/opt/edge/native-messaging-hosts',
      darwin: '/Library/Microsoft/Edge/NativeMessagingHosts',
    },
    registryKey: 'Software\\Microsoft\\Edge\\NativeMessagingHosts',
    managedPolicies: '/etc/opt/edge/policies/managed',
    branded: true,
  },
  {
    name: 'brave',
    title: 'Brave',
    commands: ['brave-browser', 'brave'],
    applications: [app('Brave Browser')],
    programs: ['BraveSoftware\\Brave-Browser\\Application\\brave.exe'],
    userManifests: {
      linux: 'BraveSoftware/Brave-Browser/NativeMessagingHosts',
      darwin: 'Library/Application Support/BraveSoftware/Brave-Browser/NativeMessagingHosts',
    },
    // Brave and Vivaldi keep Chromium's folder on Linux and Chrome's on macOS.
    systemManifests: {
      linux: '/etc/chromium/native-messaging-hosts',
      darwin: '/Library/Google/Chrome/NativeMessagingHosts',
    },
    registryKey: 'Software\\Google\\Chrome\\NativeMessagingHosts',
    managedPolicies: '/etc/brave/policies/managed',
    branded: true,
  },
  {
    name: 'vivaldi',
    title: 'Vivaldi',
    commands: ['vivaldi', 'vivaldi-stable'],
    applications: [app('Vivaldi')],
    programs: ['Vivaldi\\Application\\vivaldi.exe'],
    userManifests: {
      linux: 'vivaldi/NativeMessagingHosts',
      darwin: 'Library/Application Support/Vivaldi/NativeMessagingHosts',
    },
    systemManifests: {
      linux: '/etc/chromium/native-messaging-hosts',
      darwin: '/Library/Google/Chrome/NativeMessagingHosts',
    },
    registryKey: 'Software\\Google\\Chrome\\NativeMessagingHosts',
    managedPolicies: '/etc/chromium/policies/managed',
    branded: true,
  },
];

/** The row of the table; every name of `BrowserName` has one (a test holds that). */
export function browserFamily(name: BrowserName): BrowserFamily {
  const family = browserFamilies.find((candidate) => candidate.name === name);
  if (family === undefined) throw new Error(`no family for ${name}`);
  return family;
}

/** Absolute folder of a user's manifests; the browsers of Windows have registry keys instead. */
export function userManifestFolder(
  family: BrowserFamily,
  platform: 'linux' | 'darwin',
  env: Readonly<Record<string, string | undefined>>,
): string {
  const home = env['HOME'] || homedir();
  if (platform === 'darwin') return posix.join(home, family.userManifests.darwin);
  // The browsers look where the desktop's convention says, and so must we.
  return posix.join(env['XDG_CONFIG_HOME'] || posix.join(home, '.config'), family.userManifests.linux);
}
