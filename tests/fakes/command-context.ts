import type { CommandContext } from '../../native-host/cli/command.ts';
import type { HostParts } from '../../native-host/cli/parts.ts';
import { homePaths } from '../../native-host/io/home.ts';
import { ok } from '../../shared/faults.ts';
import { type FakeTerminal, fakeTerminal } from './terminal.ts';

/** What commands work with, of parts that a test gives; one that it does not give fails when it is used. */
export function commandContext(
  parts: Partial<HostParts>,
  options: Readonly<{ terminal?: FakeTerminal; interrupted?: AbortSignal }> = {},
): CommandContext & { readonly terminal: FakeTerminal } {
  const unused = (name: string) => (): never => {
    throw new Error(`${name} is not part of this test`);
  };
  const rest: HostParts = {
    version: '0.1.0',
    paths: homePaths({ LOCALAGENT_HOME: '/nowhere/home' }),
    connect: unused('connect'),
    openSecrets: unused('openSecrets'),
    parseSecrets: unused('parseSecrets'),
    verifyLedger: () => ({
      ok: true,
      kind: 'verified',
      rows: 7,
      base: 0,
      checkpoints: 0,
      anchors: 0,
      broken_at: null,
      reason: '',
    }),
    exportLedger: unused('exportLedger'),
    ledgerLines: unused('ledgerLines'),
    configKeys: unused('configKeys'),
    policyText: unused('policyText'),
    checkPolicy: unused('checkPolicy'),
    explainPolicy: unused('explainPolicy'),
    testPolicy: unused('testPolicy'),
    signTemplate: unused('signTemplate'),
    checkScript: unused('checkScript'),
    checkTemplate: unused('checkTemplate'),
    writeFingerprints: unused('writeFingerprints'),
    pinScripts: unused('pinScripts'),
    applyProposal: unused('applyProposal'),
    explainTemplate: unused('explainTemplate'),
    diffTemplates: unused('diffTemplates'),
    findBrowser: () => ok({ title: 'Chromium', executable: '/usr/bin/chromium', version: '156' }),
    launch: unused('launch'),
    openWindow: unused('openWindow'),
    launchKept: unused('launchKept'),
    workerSettings: unused('workerSettings'),
    jobChannels: unused('jobChannels'),
    profileNames: () => [],
    profiles: {
      checkedName: ok,
      get: unused('profiles.get'),
      set: unused('profiles.set'),
      signedIn: unused('profiles.signedIn'),
      clone: unused('profiles.clone'),
      remove: unused('profiles.remove'),
      isInUse: () => false,
    },
    pullModel: unused('pullModel'),
    removeModel: unused('removeModel'),
    installHost: unused('installHost'),
    uninstallHost: unused('uninstallHost'),
    diagnose: unused('diagnose'),
  };
  return {
    terminal: options.terminal ?? fakeTerminal(),
    parts: { ...rest, ...parts },
    env: {},
    cwd: '/somewhere',
    interrupted: options.interrupted ?? new AbortController().signal,
  };
}
