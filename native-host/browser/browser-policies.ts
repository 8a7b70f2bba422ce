// What an organisation's browser policies do to LocalAgent, told in one sentence each. The browser itself says it in
// error texts that name no policy; those below are the ones that Chromium 156 gives, and those that newer versions of
// Chrome have announced.

export type PolicyExplanation = {
  /** Name of the browser policy, as the vendor's documentation lists it. */
  readonly policy: string;
  readonly sentence: string;
  /** What whoever sets the policies can do; nobody else can. */
  readonly remedy: string;
};

export const browserPolicies = {
  DeveloperToolsAvailability: {
    policy: 'DeveloperToolsAvailability',
    sentence:
      "Your organisation's policy DeveloperToolsAvailability forbids extensions to work in pages, so LocalAgent can see no page.",
    remedy: 'Whoever manages the browser can set DeveloperToolsAvailability to 0 or 1.',
  },
  runtime_blocked_hosts: {
    policy: 'ExtensionSettings.runtime_blocked_hosts',
    sentence:
      "Your organisation's policy ExtensionSettings (runtime_blocked_hosts) keeps extensions away from some sites, so LocalAgent cannot work on them.",
    remedy:
      'Whoever manages the browser can take the site out of runtime_blocked_hosts, or list it in runtime_allowed_hosts for this extension.',
  },
  DisableScreenshots: {
    policy: 'DisableScreenshots',
    sentence:
      "Your organisation's policy DisableScreenshots forbids pictures of pages: LocalAgent can take none, and newer browsers keep it out of pages altogether.",
    remedy: 'Whoever manages the browser can set DisableScreenshots to false.',
  },
  NativeMessagingUserLevelHosts: {
    policy: 'NativeMessagingUserLevelHosts',
    sentence:
      "Your organisation's policy NativeMessagingUserLevelHosts lets the browser start only programs that were installed for the whole machine, and LocalAgent's was not.",
    remedy: 'Whoever manages the machine can run: sudo localagent install --system',
  },
  NativeMessagingBlocklist: {
    policy: 'NativeMessagingBlocklist',
    sentence:
      "Your organisation's policy NativeMessagingBlocklist forbids the browser to start LocalAgent's program.",
    remedy: 'Whoever manages the browser can add com.localagent.host to NativeMessagingAllowlist.',
  },
} as const satisfies Readonly<Record<string, PolicyExplanation>>;

const errorTexts: readonly (readonly [RegExp, PolicyExplanation])[] = [
  [/disabled by the system administrator/i, browserPolicies.NativeMessagingBlocklist],
  [
    /ExtensionsSettings policy|cannot be scripted due to|Host access is restricted by policy/i,
    browserPolicies.runtime_blocked_hosts,
  ],
  [
    /Screenshot capture is restricted by policy|screenshots? (?:is|are) disabled/i,
    browserPolicies.DisableScreenshots,
  ],
  [/Cannot attach to this target\.?/i, browserPolicies.DeveloperToolsAvailability],
];

/** The policy behind an error text of the browser; null when the text names none that is known. */
export function explainPolicyError(text: string): PolicyExplanation | null {
  const byText = errorTexts.find(([pattern]) => pattern.test(text))?.[1];
  // The extension may have explained it already and named the policy.
  return byText ?? Object.values(browserPolicies).find(({ policy }) => text.includes(policy)) ?? null;
}
