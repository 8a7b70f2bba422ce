import { resolve } from 'node:path';
import { z } from 'zod';
import { PolicyExplanation, PolicyQuestion } from '../../../shared/policy-question.ts';
import { type CommandContext, defineCommand, type Invocation } from '../command.ts';
import { faultError, wrongUsage } from '../command-error.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { PolicyError } from '../parts.ts';
import { explanationLines, outcomeLines, problemLine } from '../policy-lines.ts';

const Problem = z.strictObject({ file: z.string(), line: z.int().nullable(), message: z.string() });

/** What `localagent policy check --json` prints. */
export const PolicyCheckDocument = z.strictObject({
  schema: z.literal('localagent.policy-check.v1'),
  file: z.string(),
  ok: z.boolean(),
  errors: z.array(Problem),
});
export type PolicyCheckDocument = z.infer<typeof PolicyCheckDocument>;

/** What `localagent policy show --json` prints. */
export const PolicyDocument = z.strictObject({
  schema: z.literal('localagent.policy.v1'),
  file: z.string(),
  /** True: there is no such file, and these are the rules of a new installation. */
  is_default: z.boolean(),
  text: z.string(),
});
export type PolicyDocument = z.infer<typeof PolicyDocument>;

/** What `localagent policy explain --json` prints. */
export const PolicyExplanationDocument = z.strictObject({
  schema: z.literal('localagent.policy-explanation.v1'),
  question: PolicyQuestion,
  ...PolicyExplanation.shape,
});
export type PolicyExplanationDocument = z.infer<typeof PolicyExplanationDocument>;

/** What `localagent policy test --json` prints. */
export const PolicyTestDocument = z.strictObject({
  schema: z.literal('localagent.policy-test.v1'),
  file: z.string(),
  ok: z.boolean(),
  /** What kept the cases from being judged at all. */
  errors: z.array(Problem),
  cases: z.array(
    z.strictObject({
      name: z.string(),
      line: z.int(),
      expected: z.string(),
      decided: z.string(),
      policies: z.array(z.string()),
      reason: z.string(),
      ok: z.boolean(),
    }),
  ),
});
export type PolicyTestDocument = z.infer<typeof PolicyTestDocument>;

const questionOptions = {
  bucket: {
    type: 'string',
    value: 'BUCKET',
    text: 'read, write, delete or admin, where the tool has several',
  },
  target: { type: 'string', value: 'NAME', text: 'name of what is acted on, e.g. "Delete invoice"' },
  frame: { type: 'string', value: 'URL', text: 'the other site, when the target lies in a frame of it' },
  caller: { type: 'string', value: 'KIND', text: 'agent, workflow, code, mcp, panel, job or client' },
  unattended: { type: 'boolean', text: 'nobody is there to be asked' },
  approved: { type: 'boolean', text: 'the person has approved exactly this' },
  tainted: { type: 'boolean', text: 'the arguments carry text that was read from a page' },
  from: { type: 'string', multiple: true, value: 'ORIGIN', text: 'the site that text was read from' },
  secret: { type: 'boolean', text: 'a stored secret is filled in' },
  'accepted-template': { type: 'boolean', text: 'it belongs to a reviewed and accepted template' },
} as const;

export const policy = defineCommand({
  name: 'policy',
  summary: 'the rules: check, show, explain, and test them with cases',
  details:
    'explain ends with 3 when the answer is deny; test with 1 when a case is not decided as expected; all with 2 when a policy is not valid.',
  subcommands: [
    {
      name: 'check',
      summary: 'check FILE, or all that is in force',
      positionals: ['[FILE]'],
      options: ['organisation'],
    },
    { name: 'show', summary: 'show the policy of the data folder', positionals: [], options: [] },
    {
      name: 'explain',
      summary: 'what would be decided about TOOL on a URL or folder, and why',
      positionals: ['TOOL', '[PLACE]'],
      options: [...Object.keys(questionOptions), 'policy'],
    },
    { name: 'test', summary: 'judge the cases of FILE', positionals: ['FILE'], options: ['policy'] },
  ],
  options: {
    ...questionOptions,
    organisation: { type: 'boolean', text: 'FILE is for the machine-wide folder, and may hold its orders' },
    policy: { type: 'string', value: 'FILE', text: 'a policy file in place of the one in force or named' },
  },
  async run(invocation, context) {
    if (invocation.subcommand === 'show') return show(invocation, context);
    if (invocation.subcommand === 'explain') return explain(invocation, context);
    if (invocation.subcommand === 'test') return test(invocation, context);
    return check(invocation, context);
  },
});

function show(invocation: Invocation, { terminal, parts }: CommandContext): ExitCode {
  const { file, text, isDefault } = parts.policyText();
  if (invocation.json) {
    const document: PolicyDocument = { schema: 'localagent.policy.v1', file, is_default: isDefault, text };
    terminal.printJson(document);
  } else {
    terminal.say(isDefault ? `There is no ${file}; these are the rules of a new installation.` : file);
    terminal.print([text.trimEnd()]);
  }
  return exitCode.done;
}

async function check(invocation: Invocation, { terminal, parts, cwd }: CommandContext): Promise<ExitCode> {
  const [given] = invocation.positionals;
  const inForce = parts.policyText();
  const file = given === undefined ? inForce.file : resolve(cwd, given);
  const isShipped = given === undefined && inForce.isDefault;
  if (isShipped) terminal.say(`There is no ${file}; the rules of a new installation hold.`);
  const errors = await parts.checkPolicy(
    given === undefined ? null : file,
    invocation.flag('organisation') ? 'organisation' : 'person',
  );
  const ok = errors.length === 0;
  if (invocation.json) {
    const document: PolicyCheckDocument = {
      schema: 'localagent.policy-check.v1',
      file,
      ok,
      errors: [...errors],
    };
    terminal.printJson(document);
  } else if (ok && !isShipped) terminal.print([`${file} is valid.`]);
  for (const error of errors) terminal.warn(problemLine(error));
  return ok ? exitCode.done : exitCode.wrong_usage;
}

async function explain(invocation: Invocation, context: CommandContext): Promise<ExitCode> {
  const { terminal, parts, cwd } = context;
  const question = readQuestion(invocation);
  const file = invocation.text('policy');
  const running = file === null ? await explainInForce(question, context) : null;
  const answered =
    running ?? (await parts.explainPolicy(question, file === null ? null : resolve(cwd, file)));
  if (!answered.ok) throw faultError(answered.fault, 'in the question');
  if (!answered.value.ok) return notValid(answered.value.problems, context);
  const { explanation } = answered.value;
  if (invocation.json) {
    const document: PolicyExplanationDocument = {
      schema: 'localagent.policy-explanation.v1',
      question,
      ...explanation,
    };
    terminal.printJson(document);
  } else terminal.print(explanationLines(question, explanation, terminal));
  return explanation.decision === 'deny' ? exitCode.refused : exitCode.done;
}

// A running host also knows the rules that managed browsers have brought; nobody else does.
async function explainInForce(question: PolicyQuestion, { terminal, parts }: CommandContext) {
  const authority = await parts.connect({ start: false });
  if (!authority.ok) {
    terminal.say('LocalAgent is not running: rules that only a managed browser brings are not counted.');
    return null;
  }
  const said = await authority.value.call('policy.explain', { question });
  authority.value.close();
  return said.ok ? ({ ok: true, value: { ok: true, explanation: said.value } } as const) : said;
}

function readQuestion(invocation: Invocation): PolicyQuestion {
  const [tool, place] = invocation.positionals;
  const isUrl = place !== undefined && /^[a-z][a-z0-9+.-]*:|^null$/i.test(place) && !/^[a-z]:\\/i.test(place);
  const isFolder = place !== undefined && !isUrl;
  const given = {
    tool,
    url: isUrl ? place : undefined,
    folder: isFolder ? place : undefined,
    bucket: invocation.text('bucket') ?? undefined,
    target: invocation.text('target') ?? undefined,
    frame: invocation.text('frame') ?? undefined,
    caller: invocation.text('caller') ?? undefined,
    unattended: invocation.flag('unattended'),
    approved: invocation.flag('approved'),
    tainted: invocation.flag('tainted'),
    sources: invocation.texts('from'),
    secret: invocation.flag('secret'),
    accepted_template: invocation.flag('accepted-template'),
  };
  const parsed = PolicyQuestion.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const what = `--${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}.`;
  throw wrongUsage(what, 'in "localagent policy explain"', 'See localagent policy --help.');
}

async function test(invocation: Invocation, context: CommandContext): Promise<ExitCode> {
  const { terminal, parts, cwd } = context;
  const [given = ''] = invocation.positionals;
  const [file, policyFile] = [resolve(cwd, given), invocation.text('policy')];
  const tested = await parts.testPolicy(file, policyFile === null ? null : resolve(cwd, policyFile));
  const outcomes = tested.ok ? tested.outcomes : [];
  const ok = tested.ok && outcomes.every((one) => one.ok);
  if (invocation.json) {
    const cases = outcomes.map((one) => ({ ...one, policies: [...one.policies] }));
    const errors = tested.ok ? [] : [...tested.problems];
    const document: PolicyTestDocument = { schema: 'localagent.policy-test.v1', file, ok, errors, cases };
    terminal.printJson(document);
  }
  if (!tested.ok) return notValid(tested.problems, context);
  if (!invocation.json) {
    terminal.say(`${file}, under ${tested.policy ?? 'the rules of a new installation'}`);
    terminal.print(outcomeLines(given, outcomes, terminal));
  }
  return ok ? exitCode.done : exitCode.failed;
}

function notValid(problems: readonly PolicyError[], { terminal }: CommandContext): ExitCode {
  for (const problem of problems) terminal.warn(problemLine(problem));
  return exitCode.wrong_usage;
}
