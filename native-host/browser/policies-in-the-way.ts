import { extensionId } from '../../shared/extension-id.ts';
import type { PolicyInTheWay } from '../../shared/protocol/control-messages.ts';
import { type BrowserFamily, browserFamilies } from './browser-families.ts';
import { type PolicyFile, policyEffects } from './managed-policies.ts';
import { readPolicyFiles } from './policy-files.ts';

export type ConnectedBrowser = Readonly<{
  /** `chrome-extension://<id>/` of the extension in it; null when the browser did not say. */
  origin: string | null;
  hello: Readonly<{ browser_name: string }>;
}>;

/** A browser that has reached the host is past what keeps it from starting one. */
const onlyBeforeConnecting: readonly string[] = ['NativeMessagingUserLevelHosts', 'NativeMessagingBlocklist'];

/**
 * What the organisation's policies keep LocalAgent from in connected browsers, each told once. Policies are read anew
 * each time, as the browser takes up a change at once; where they are no files, only a failed call can tell.
 */
export function policiesInTheWay(
  browsers: readonly ConnectedBrowser[],
  read: (family: BrowserFamily) => readonly PolicyFile[] = (family) =>
    readPolicyFiles(family, process.platform),
): readonly PolicyInTheWay[] {
  const found = new Map<string, PolicyInTheWay>();
  for (const { origin, hello } of browsers) {
    const { browser_name } = hello;
    const family = browserFamilies.find(({ title }) => title === browser_name);
    if (family === undefined) continue;
    const id = /^chrome-extension:\/\/([a-p]{32})\/$/.exec(origin ?? '')?.[1] ?? extensionId;
    for (const { explanation } of policyEffects(read(family), [id])) {
      if (onlyBeforeConnecting.includes(explanation.policy)) continue;
      found.set(`${browser_name} ${explanation.policy}`, { browser_name, ...explanation });
    }
  }
  return [...found.values()];
}
