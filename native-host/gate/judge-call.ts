import type { Caller } from '../../shared/actions.ts';
import type { Verdict } from '../../shared/receipt.ts';
import { type Classified, resourceWords } from './classify.ts';
import type { CallerScope, Judge, Question, RunPlace, ScriptPlace } from './ports.ts';
import { beyondScope } from './within-scope.ts';

export type Yes = { readonly under: string | null };

type Case = {
  readonly tool: string;
  readonly caller: Caller;
  readonly classified: Classified;
  readonly run: RunPlace | null;
  readonly script: ScriptPlace | null;
  readonly scope?: CallerScope | undefined;
  readonly secretUsed: boolean;
  /** The person's yes to exactly this call, and the mark of the rules it was given under. */
  readonly granted: Yes | null;
  /** What the person approved for as long as the caller is there, with the mark of the rules it was approved under. */
  readonly standing?: ReadonlyMap<string, string | null>;
};

/** Names one kind of act in a plan; what the person approved is remembered by it. */
export function grantKey(tool: string, bucket: string, resource: string): string {
  return `${tool} ${bucket} ${resource}`;
}

/** Asks the policy about every resource of the call: one denial denies, else one question asks. */
export async function judgeCall(judge: Judge, one: Case): Promise<Verdict> {
  const exceeded = beyondScope(one) ?? beyondDeclared(one);
  if (exceeded !== null) return exceeded;
  const verdicts = await Promise.all(
    one.classified.concerns.map((concern) => judge.judge(question(one, concern))),
  );
  return strictest(verdicts);
}

/** The strictest of several verdicts, with every policy and reason that led to it. */
export function strictest(verdicts: readonly Verdict[]): Verdict {
  const order = ['deny', 'ask', 'allow'] as const;
  for (const decision of order) {
    const those = verdicts.filter((verdict) => verdict.decision === decision);
    if (those.length === 0) continue;
    return {
      decision,
      policies: [...new Set(those.flatMap((verdict) => verdict.policies))],
      reason: [...new Set(those.map((verdict) => verdict.reason))].join(' '),
    };
  }
  throw new Error('a call was judged on nothing');
}

function sourcesOf({ run }: Case, { resource }: Classified['concerns'][number]): readonly string[] {
  return resource.kind === 'site' ? (run?.sourcesFor?.(originOf(resource.url)) ?? []) : [];
}

/** The nearest yes of a person that covers the call, and the rules it was given under; null when there is none. */
function yesTo(one: Case, key: string, stands: boolean): Yes | null {
  if (one.granted !== null) return one.granted;
  // A script's token is bound to the rules by itself.
  if (one.script?.grants.has(key) === true) return { under: null };
  if (one.run?.grants.has(key) === true) return { under: one.run.granted_under ?? null };
  return stands ? { under: one.standing?.get(key) ?? null } : null;
}

function question(one: Case, concern: Classified['concerns'][number]): Question {
  const key = grantKey(one.tool, one.classified.bucket, resourceWords(concern.resource));
  const sources = one.script?.sources ?? sourcesOf(one, concern);
  const tainted = one.script?.tainted ?? sources.length > 0;
  const stands = !one.secretUsed && !tainted && one.standing?.has(key) === true;
  const yes = yesTo(one, key, stands);
  return {
    caller: one.caller,
    tool: one.tool,
    bucket: one.classified.bucket,
    resource: concern.resource,
    frame_url: concern.frame_url,
    target: concern.target,
    template: one.run?.template ?? null,
    secret_used: one.secretUsed,
    tainted,
    sources,
    granted: yes !== null,
    granted_under: yes?.under ?? null,
  };
}

// A step declares its bucket and sites before the run. A step that turns out to be more is denied then and there.
function beyondDeclared({ tool, classified, run, script }: Case): Verdict | null {
  const declared = script?.declared ?? run?.declared;
  if (declared === null || declared === undefined) return null;
  const { buckets, sites } = declared;
  const what = script === null ? 'template' : 'code';
  if (!buckets.includes(classified.bucket)) {
    const act = classified.target === '' ? tool : `${tool} on ${classified.target}`;
    const reason = `The step declares ${buckets.join(', ')}, but ${act} turns out to be ${classified.bucket}.`;
    return { decision: 'deny', policies: [`${what}.declared-bucket`], reason };
  }
  const outside = classified.concerns.find(
    ({ resource }) =>
      resource.kind === 'site' && !sites.some((site) => originOf(site) === originOf(resource.url)),
  );
  if (outside === undefined) return null;
  const reason = `${resourceWords(outside.resource)} is not among the sites that the step declares (${sites.join(', ')}).`;
  return { decision: 'deny', policies: [`${what}.declared-sites`], reason };
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}
