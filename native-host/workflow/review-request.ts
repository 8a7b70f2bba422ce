import type { TemplatePlan } from '../../shared/template-plan.ts';
import type { TemplateChange } from './diff-templates.ts';

export type ReviewFacts = {
  readonly id: string;
  readonly version: string;
  readonly title: string;
  /** The template's file, and the SHA-256 of what stood in it. */
  readonly file: string;
  readonly hash: string;
  readonly at: string;
  readonly plan: TemplatePlan;
  /** `read-orders 1.0.0`; null: nothing was here before it. */
  readonly against: string | null;
  readonly changes: readonly TemplateChange[];
};

const weights = {
  reach: 'It may do more, or elsewhere',
  doing: 'It does otherwise',
  words: 'Told otherwise',
} as const;

/** What a reviewer needs on one page: what the template does, what is new in it, and how to sign it. */
export function reviewRequest(facts: ReviewFacts): string {
  const { id, version, title, file, hash, at, plan } = facts;
  return [
    `# Review of ${plain(title)} (${id} ${version})`,
    '',
    `Asked for at ${at}. File: \`${file}\`, SHA-256 \`${hash}\`.`,
    '',
    '## What it may reach',
    '',
    `- Sites: ${plan.sites.map(plain).join(', ')}`,
    `- Secrets: ${plan.secrets.length === 0 ? 'none' : plan.secrets.join(', ')}`,
    ...plan.flows.map((flow) => `- Text goes from one site into acts on another: ${plain(flow)}`),
    ...plan.leaves.map((what) => `- Leaves the machine with a job: ${plain(what)}`),
    '',
    '## What it does',
    '',
    ...plan.steps.flatMap((step) => [
      `${step.number}. ${plain(step.title)}`,
      ...step.acts.map(({ bucket, words }) => `   - ${bucket}: ${plain(words)}`),
      ...step.remarks.map((remark) => `   - (${plain(remark)})`),
    ]),
    '',
    ...plan.extraction.map(({ field, words }) => `- Value ${field}: ${plain(words)}`),
    ...(plan.extraction.length === 0 ? [] : ['']),
    ...changeLines(facts),
    '',
    '## If it may run',
    '',
    'Sign the file whose hash stands above, and no other:',
    '',
    '```',
    ...signCommands(file),
    '```',
    '',
    'Then list the key that `sign` prints under `trusted_template_keys` in the machine-wide `policy.yaml`.',
    '',
  ].join('\n');
}

/** What a reviewer types, in order. */
export function signCommands(file: string): readonly string[] {
  return [
    `localagent template explain "${file}"`,
    `# in the file: review: { state: reviewed, by: YOUR NAME, at: YYYY-MM-DD }`,
    `localagent template sign "${file}" --key KEY.pem`,
  ];
}

function changeLines({ against, changes }: ReviewFacts): readonly string[] {
  if (against === null) return ['## What is new', '', 'All of it: there was no template of this name.'];
  const lines = (['reach', 'doing', 'words'] as const).flatMap((weight) => {
    const those = changes.filter((change) => change.weight === weight);
    if (those.length === 0) return [];
    return [`${weights[weight]}:`, '', ...those.map(({ text }) => `- ${plain(text)}`), ''];
  });
  return [`## What changed since ${against}`, '', ...(lines.length === 0 ? ['Nothing.'] : lines)];
}

// Titles and selectors come from whoever wrote the template; none of it may become a heading or a link of this page.
function plain(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]<>#|]/g, '\\$&')
    .trim();
}
