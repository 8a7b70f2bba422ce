import { z } from 'zod';
import { hostName } from '../../shared/extension-id.ts';
import { browserPolicies, type PolicyExplanation } from './browser-policies.ts';

// An organisation's policies, as they lie in files on Linux: every .json file of the folder, the later name winning.
// Only what concerns LocalAgent is looked at; a file that is wrong is the browser's to complain about.

const names = z.array(z.string()).catch([]);
const HostSettings = z.object({ runtime_blocked_hosts: names.optional() }).catch({});
const Managed = z.object({
  DeveloperToolsAvailability: z.unknown().optional(),
  DisableScreenshots: z.unknown().optional(),
  NativeMessagingUserLevelHosts: z.unknown().optional(),
  NativeMessagingBlocklist: names.optional(),
  NativeMessagingAllowlist: names.optional(),
  ExtensionInstallForcelist: names.optional(),
  ExtensionSettings: z.record(z.string(), HostSettings).optional().catch(undefined),
});

export type PolicyEffect = Readonly<{
  explanation: PolicyExplanation;
  /** The file that sets it. */
  file: string;
}>;

export type PolicyFile = Readonly<{ file: string; text: string }>;

/** What the files of one browser's policy folder do to LocalAgent. `ids` are those of the extension there. */
export function policyEffects(files: readonly PolicyFile[], ids: readonly string[]): readonly PolicyEffect[] {
  const merged = mergedPolicies(files);
  const values = Managed.parse(Object.fromEntries([...merged].map(([name, { value }]) => [name, value])));
  const blocked = ids.some((id) => blockedHosts(values, id).length > 0);
  const blocks = values.NativeMessagingBlocklist ?? [];
  const hostBlocked =
    blocks.includes(hostName) ||
    (blocks.includes('*') && !(values.NativeMessagingAllowlist ?? []).includes(hostName));
  const effects: readonly (readonly [boolean, string, PolicyExplanation])[] = [
    [
      values.DeveloperToolsAvailability === 2,
      'DeveloperToolsAvailability',
      browserPolicies.DeveloperToolsAvailability,
    ],
    [blocked, 'ExtensionSettings', browserPolicies.runtime_blocked_hosts],
    [values.DisableScreenshots === true, 'DisableScreenshots', browserPolicies.DisableScreenshots],
    [
      values.NativeMessagingUserLevelHosts === false,
      'NativeMessagingUserLevelHosts',
      browserPolicies.NativeMessagingUserLevelHosts,
    ],
    [hostBlocked, 'NativeMessagingBlocklist', browserPolicies.NativeMessagingBlocklist],
  ];
  return effects.flatMap(([acts, name, explanation]) =>
    acts ? [{ explanation, file: merged.get(name)?.file ?? '' }] : [],
  );
}

/** An extension with an entry of its own, be it in the list of forced installs, is out of the reach of `*`. */
function blockedHosts(values: z.infer<typeof Managed>, id: string): readonly string[] {
  const settings = values.ExtensionSettings ?? {};
  const forced = (values.ExtensionInstallForcelist ?? []).some((entry) => entry.startsWith(id));
  const own = settings[id] ?? (forced ? {} : settings['*']);
  return own?.runtime_blocked_hosts ?? [];
}

function mergedPolicies(files: readonly PolicyFile[]): ReadonlyMap<string, { value: unknown; file: string }> {
  const merged = new Map<string, { value: unknown; file: string }>();
  for (const { file, text } of files.toSorted((a, b) => (a.file < b.file ? -1 : 1))) {
    for (const [name, value] of Object.entries(parsed(text))) merged.set(name, { value, file });
  }
  return merged;
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return z.record(z.string(), z.unknown()).catch({}).parse(JSON.parse(text));
  } catch {
    return {};
  }
}
