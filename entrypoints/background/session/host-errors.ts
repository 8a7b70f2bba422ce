import type { HostStatus } from '../../../shared/protocol/panel-messages.ts';

// Chrome says why a native host could not be reached in one English sentence and nothing else, so that
// sentence is what there is to go by. Each becomes one sentence that a person can act on.

const missing: HostStatus = {
  state: 'host-missing',
  sentence:
    'The LocalAgent program is not installed for this browser, or the policy NativeMessagingUserLevelHosts hides an installation made for one user.',
  remedy:
    'Run `localagent install` once in a terminal, then press Try again. Where that policy is set, an administrator runs `localagent install --system` instead.',
};

const forbidden: HostStatus = {
  state: 'host-forbidden',
  sentence: 'The installed LocalAgent program does not accept this copy of the extension.',
  remedy: 'Run `localagent install` again: it enters the id of this extension.',
};

const blocked: HostStatus = {
  state: 'host-blocked-by-policy',
  sentence:
    "Your organisation's policy NativeMessagingBlocklist forbids the browser to start LocalAgent's program.",
  remedy: 'An administrator can add com.localagent.host to NativeMessagingAllowlist.',
};

const broken: HostStatus = {
  state: 'host-failed',
  sentence: 'The LocalAgent program stopped or could not be started.',
  remedy: 'Run `localagent doctor` in a terminal: it says what is wrong and how to mend it.',
};

const table: readonly (readonly [RegExp, HostStatus])[] = [
  [/native messaging host not found/i, missing],
  [/host is forbidden/i, forbidden],
  [/disabled by the system administrator/i, blocked],
];

/**
 * The status that the text of a closed native port stands for; any other text means that the program failed.
 */
export function hostStatusOf(reason: string): HostStatus {
  return table.find(([pattern]) => pattern.test(reason))?.[1] ?? broken;
}

export const connecting: HostStatus = { state: 'connecting', sentence: '', remedy: '' };
export const connected: HostStatus = { state: 'connected', sentence: '', remedy: '' };

/**
 * Both ends named their protocol and they differ; `detail` is the other end's own sentence, if it gave one.
 */
export function versionMismatch(sentence: string, remedy: string): HostStatus {
  return { state: 'version-mismatch', sentence: sentence.slice(0, 1000), remedy: remedy.slice(0, 1000) };
}
