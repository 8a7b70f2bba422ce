import type { Verdict } from '../../shared/receipt.ts';
import type { Classified } from './classify.ts';
import type { CallerScope, ScriptPlace } from './ports.ts';

type Case = {
  readonly tool: string;
  readonly scope?: CallerScope | undefined;
  readonly script: ScriptPlace | null;
  readonly classified: Classified;
};

/** Null where a caller that was given a part of the person's authority stays within it, else the denial. It can only take away. */
export function beyondScope({ tool, scope, script, classified }: Case): Verdict | null {
  if (scope === undefined) return null;
  const { bucket, concerns } = classified;
  // A pattern is made of other tools; a script is the client's own, and each of its calls is the client's.
  if (script !== null && scope.tools !== null && !scope.tools.includes(tool)) {
    return denied('client.tools', `This client was not paired for "${tool}".`);
  }
  if (scope.read_only && bucket !== 'read' && scope.of === 'run') {
    const reason = 'This run was started for reading only. Start another one without that to let it act.';
    return { decision: 'deny', policies: ['run.read-only'], reason };
  }
  if (scope.read_only && bucket !== 'read') {
    return denied('client.read-only', 'This client was paired for reading only.');
  }
  const { sites } = scope;
  if (sites === null) return null;
  const outside = concerns.find(
    ({ resource }) => resource.kind !== 'site' || !sites.includes(`origin:${originOf(resource.url)}`),
  );
  if (outside === undefined) return null;
  const { resource } = outside;
  const what = resource.kind === 'site' ? originOf(resource.url) : 'what belongs to no site';
  return denied('client.sites', `This client was paired for certain sites only, and not for ${what}.`);
}

function denied(policy: string, message: string): Verdict {
  const reason = `${message} The person can pair it anew with "localagent mcp pair".`;
  return { decision: 'deny', policies: [policy], reason };
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'null';
}
