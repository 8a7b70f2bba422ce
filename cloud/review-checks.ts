import { z } from 'zod';
import { canonicalJson } from '../shared/canonical-json.ts';
import { compareVersions } from './rank-templates.ts';

// What code says of a proposed version of a template, beside the version before it. Whatever reaches further must have been said
// by whoever proposes it; what was not said blocks the proposal, and no model and no person is asked about it.

const Step = z.looseObject({
  id: z.string(),
  tool: z.string().optional(),
  use: z.string().optional(),
  buckets: z.array(z.string()).default([]),
  sites: z.array(z.string()).optional(),
});
type Step = z.infer<typeof Step>;

/** A template as far as a review looks into it; its schema is the worker's matter. */
export const ReviewedTemplate = z.looseObject({
  id: z.string(),
  version: z.string(),
  parameters: z.record(z.string(), z.looseObject({ type: z.string() })).default({}),
  sites: z.array(z.string()),
  flows: z.array(z.strictObject({ from: z.string(), to: z.string() })).default([]),
  steps: z.array(Step.extend({ steps: z.array(Step).optional() })),
  review: z.looseObject({ state: z.string(), signature: z.string().optional() }).default({ state: 'draft' }),
});
export type ReviewedTemplate = z.infer<typeof ReviewedTemplate>;

/** Ways of reaching further, as they are said. */
export const Reach = z.enum(['sites', 'flows', 'secrets', 'buckets', 'acts', 'code', 'uses']);
export type Reach = z.infer<typeof Reach>;

export const Finding = z.strictObject({
  rule: z.union([Reach, z.enum(['identity', 'signature', 'change'])]),
  text: z.string().max(2_000),
  blocks: z.boolean(),
});
export type Finding = z.infer<typeof Finding>;

/** Everything that code has to say of a proposal; empty only if nothing changed. */
export function checkProposal(
  before: ReviewedTemplate,
  after: ReviewedTemplate,
  said: readonly Reach[],
): readonly Finding[] {
  const reaches = (rule: Reach, text: string): Finding => ({ rule, text, blocks: !said.includes(rule) });
  const steps = pairsOf(before, after);
  return [
    ...identity(before, after),
    ...added(before.sites, after.sites).map((site) => reaches('sites', `a site more: ${site}`)),
    ...added(flowsOf(before), flowsOf(after)).map((flow) => reaches('flows', `a flow of text more: ${flow}`)),
    ...added(secretsOf(before), secretsOf(after)).map((name) => reaches('secrets', `a secret more: ${name}`)),
    ...steps.flatMap(({ was, is }) => stepReach(was, is, before, reaches)),
    ...steps.filter(({ was, is }) => was !== null && canonicalJson(was) !== canonicalJson(is)).map(changed),
    ...flat(before)
      .filter(({ id }) => !flat(after).some((one) => one.id === id))
      .map(({ id }): Finding => ({ rule: 'change', text: `the step ${id} is gone`, blocks: false })),
  ];
}

function identity(before: ReviewedTemplate, after: ReviewedTemplate): readonly Finding[] {
  const blocks = (rule: 'identity' | 'signature', text: string): Finding => ({ rule, text, blocks: true });
  return [
    ...(before.id === after.id ? [] : [blocks('identity', `another template: ${after.id}`)]),
    ...(compareVersions(after.version, before.version) > 0
      ? []
      : [blocks('identity', `${after.version} is not newer than ${before.version}`)]),
    ...(after.review.state === 'draft' && after.review.signature === undefined
      ? []
      : [blocks('signature', 'a proposal is a draft without a signature')]),
  ];
}

function stepReach(
  was: Step | null,
  is: Step,
  before: ReviewedTemplate,
  reaches: (rule: Reach, text: string) => Finding,
): readonly Finding[] {
  const sites = added(was?.sites ?? before.sites, is.sites ?? []);
  const code = ['code', 'script'].filter((key) => is[key] !== undefined && is[key] !== was?.[key]);
  return [
    ...added(was?.buckets ?? [], is.buckets)
      .filter((bucket) => was !== null || bucket !== 'read')
      .map((bucket) =>
        was === null
          ? reaches('acts', `a step more that may ${bucket}: ${is.id}`)
          : reaches('buckets', `${is.id} may also ${bucket}`),
      ),
    ...sites.map((site) => reaches('sites', `${is.id} also works on ${site}`)),
    ...code.map((key) => reaches('code', `${is.id} has other ${key}`)),
    ...(is.use === undefined || is.use === was?.use ? [] : [reaches('uses', `${is.id} uses ${is.use}`)]),
    ...(was === null || is.tool === was.tool
      ? []
      : [reaches('acts', `${is.id} calls ${is.tool ?? 'nothing'} in place of ${was.tool ?? 'nothing'}`)]),
  ];
}

function changed({ was, is }: { readonly was: Step | null; readonly is: Step }): Finding {
  const keys = Object.keys({ ...was, ...is }).filter(
    (key) => canonicalJson(was?.[key] ?? null) !== canonicalJson(is[key] ?? null),
  );
  return { rule: 'change', text: `${is.id}: ${keys.join(', ')} is other`.slice(0, 2_000), blocks: false };
}

function flat({ steps }: ReviewedTemplate): readonly Step[] {
  return steps.flatMap(({ steps: inner = [], ...step }) => [step, ...inner]);
}

function pairsOf(before: ReviewedTemplate, after: ReviewedTemplate) {
  const known = flat(before);
  return flat(after).map((is) => ({ is, was: known.find(({ id }) => id === is.id) ?? null }));
}

function flowsOf({ flows }: ReviewedTemplate): readonly string[] {
  return flows.map(({ from, to }) => `${from} → ${to}`);
}

function secretsOf({ parameters }: ReviewedTemplate): readonly string[] {
  return Object.entries(parameters).flatMap(([name, { type }]) => (type === 'secret' ? [name] : []));
}

function added(before: readonly string[], after: readonly string[]): readonly string[] {
  return after.filter((one) => !before.includes(one));
}
