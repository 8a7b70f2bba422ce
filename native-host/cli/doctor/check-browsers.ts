import { extensionId } from '../../../shared/extension-id.ts';
import type { Result } from '../../../shared/faults.ts';
import { type PolicyFile, policyEffects } from '../../browser/managed-policies.ts';
import type { BrowserChoice } from '../parts.ts';
import { type Finding, good, note, problem } from './finding.ts';

export type ManifestOnDisk = Readonly<{
  scope: 'user' | 'system';
  file: string;
  /** Null: it cannot be read as a manifest of this host. */
  manifest: Readonly<{ path: string; allowed_origins: readonly string[] }> | null;
}>;

export type BrowserOnDisk = Readonly<{
  name: string;
  title: string;
  manifests: readonly ManifestOnDisk[];
  policies: readonly PolicyFile[];
}>;

export type BrowserParts = Readonly<{
  findBrowser(): Result<BrowserChoice>;
  /** Browsers of this machine, with what lies there for each. */
  browsers(): readonly BrowserOnDisk[];
  isExecutable(path: string): boolean;
}>;

/** Which browser is there, whether it can start the host, and which policies of the organisation concern it. */
export function checkBrowsers(parts: BrowserParts): readonly Finding[] {
  const browsers = parts.browsers();
  return [
    ...checkFound(parts.findBrowser()),
    ...browsers.map((browser) => checkManifests(browser, parts)),
    ...browsers.flatMap(checkPolicies),
  ];
}

function checkFound(found: Result<BrowserChoice>): readonly Finding[] {
  if (!found.ok) return [problem('browser', 'Browser', found.fault.message, found.fault.hint)];
  const { title, executable, version } = found.value;
  if (/(?:^|\/)snap\//.test(executable) || /flatpak/.test(executable)) {
    return [
      note(
        'browser',
        'Browser',
        `${title} ${version} at ${executable} is a Snap or Flatpak; its sandbox usually keeps it from starting LocalAgent.`,
        "Use a browser from the vendor's own package or from the distribution, or name it in LOCALAGENT_BROWSER.",
      ),
    ];
  }
  return [good('browser', 'Browser', `${title} ${version} at ${executable}.`)];
}

function checkManifests(browser: BrowserOnDisk, parts: BrowserParts): Finding {
  const check = `manifest.${browser.name}`;
  const title = `${browser.title}: host program`;
  const install = `Run: localagent install --browser ${browser.name}`;
  if (browser.manifests.length === 0) {
    return note(check, title, 'is not installed for this browser.', install);
  }
  const wrong = browser.manifests.flatMap(({ file, manifest }) => {
    if (manifest === null) return [`${file} is no manifest of LocalAgent.`];
    if (!parts.isExecutable(manifest.path))
      return [`${file} names ${manifest.path}, which cannot be started.`];
    if (!manifest.allowed_origins.includes(`chrome-extension://${extensionId}/`)) {
      return [`${file} does not name the extension ${extensionId}.`];
    }
    return [];
  });
  const [first] = wrong;
  if (first !== undefined) return problem(check, title, first, install);
  const scopes = browser.manifests.map(({ scope }) => (scope === 'user' ? 'for this user' : 'for everyone'));
  return good(check, title, `is installed ${scopes.join(' and ')}.`);
}

function checkPolicies(browser: BrowserOnDisk): readonly Finding[] {
  const hasSystemManifest = browser.manifests.some(({ scope }) => scope === 'system');
  // Where the organisation signs the extension itself, the manifests name its id too.
  const ids = browser.manifests
    .flatMap(({ manifest }) => manifest?.allowed_origins ?? [])
    .map((origin) => origin.replace('chrome-extension://', '').replace('/', ''));
  return policyEffects(browser.policies, [extensionId, ...ids])
    .filter(({ explanation }) => explanation.policy !== 'NativeMessagingUserLevelHosts' || !hasSystemManifest)
    .map(({ explanation, file }) =>
      problem(
        `policy.${browser.name}.${explanation.policy}`,
        `${browser.title}: policy`,
        `${explanation.sentence} (${file})`,
        explanation.remedy,
        explanation.policy,
      ),
    );
}
