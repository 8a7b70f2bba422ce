import { resolve } from 'node:path';
import { z } from 'zod';
import { type CommandContext, defineCommand, type Invocation } from '../command.ts';
import { faultError, wrongUsage } from '../command-error.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { foreseeAsks, UnattendedDocument, unattendedLines } from '../run/foresee-asks.ts';
import { runTemplate } from '../run/run-template.ts';
import { resultLines } from '../run/run-words.ts';
import { diff } from '../template/diff.ts';
import { explain } from '../template/explain.ts';
import { list } from '../template/list.ts';
import { proposals } from '../template/proposals.ts';
import { readTemplateText } from '../template/read-template-text.ts';
import { plainRun, record } from '../template/record.ts';
import { rollback } from '../template/rollback.ts';
import { trust } from '../template/trust.ts';

/** What `localagent template validate --json` prints for a valid one. */
export const TemplateCheckDocument = z.strictObject({
  schema: z.literal('localagent.template-check.v2'),
  file: z.string(),
  ok: z.literal(true),
  id: z.string(),
  version: z.string(),
  steps: z.int(),
  /** What the rules in force would refuse a run that nobody watches. */
  unattended: UnattendedDocument,
});

/** What `localagent template validate --json` prints for a script that templates cite. */
export const ScriptCheckDocument = z.strictObject({
  schema: z.literal('localagent.script-check.v1'),
  file: z.string(),
  ok: z.literal(true),
  id: z.string(),
  version: z.string(),
  code_hash: z.string(),
  calls: z.int(),
});

/** What `localagent template sign --json` prints. */
export const TemplateSignatureDocument = z.strictObject({
  schema: z.literal('localagent.template-signature.v1'),
  file: z.string(),
  signature: z.string(),
  key: z.string(),
});

export const template = defineCommand({
  name: 'template',
  summary: 'workflows: list, validate, explain, compare, sign, remember selectors',
  subcommands: [
    {
      name: 'list',
      summary: 'templates with versions, review and parameters',
      positionals: [],
      options: [],
    },
    { name: 'validate', summary: 'check a template file', positionals: ['FILE'], options: [] },
    {
      name: 'run',
      summary: 'run a template, as `localagent run --template` does',
      positionals: ['ID'],
      options: ['param', 'profile', 'headless'],
    },
    {
      name: 'explain',
      summary: 'what a template does, step by step, and what the rules say to it',
      positionals: ['FILE'],
      options: [],
    },
    {
      name: 'diff',
      summary: 'what changed between two versions, in words',
      positionals: ['BEFORE', 'AFTER'],
      options: [],
    },
    {
      name: 'sign',
      summary: "sign a reviewed template with an organisation's key",
      positionals: ['FILE'],
      options: ['key'],
    },
    {
      name: 'trust',
      summary: 'trust a template of your own, exactly as it is now',
      positionals: ['FILE'],
      options: ['for', 'revoke'],
    },
    {
      name: 'rollback',
      summary: 'mean one version from now on, or the newest again',
      positionals: ['ID', '[VERSION]'],
      options: ['unpin'],
    },
    {
      name: 'record',
      summary: 'run a template and write into its file what its selectors mean',
      positionals: ['FILE'],
      options: ['param', 'profile', 'headless', 'to'],
    },
    {
      name: 'proposals',
      summary: 'what runs mended: list, show one, or apply it as a new version',
      positionals: ['list|show|apply', '[RUN/STEP]', '[FILE]'],
      options: ['to'],
    },
  ],
  options: {
    key: { type: 'string', value: 'PEM', text: 'file of an Ed25519 private key (sign)' },
    param: {
      type: 'string',
      value: 'NAME=VALUE',
      multiple: true,
      text: 'a parameter of the run (run, record)',
    },
    profile: { type: 'string', value: 'NAME', text: 'browser profile to work in (run, record)' },
    headless: { type: 'boolean', text: 'in a browser of its own, without a window (run, record)' },
    for: {
      type: 'string',
      value: 'unattended',
      text: 'trust it also where nobody is there (trust)',
    },
    revoke: { type: 'boolean', text: 'trust no version of the template any more (trust)' },
    unpin: { type: 'boolean', text: 'mean the newest version again (rollback)' },
    to: {
      type: 'string',
      value: 'FILE',
      text: 'file to write; left out, the template itself (record) or beside it (proposals)',
    },
  },
  async run(invocation, context) {
    if (invocation.subcommand === 'sign') return sign(invocation, context);
    if (invocation.subcommand === 'proposals') return proposals(invocation, context);
    if (invocation.subcommand === 'record') return record(invocation, context);
    if (invocation.subcommand === 'run') return runOne(invocation, context);
    if (invocation.subcommand === 'explain') return explain(invocation, context);
    if (invocation.subcommand === 'trust') return trust(invocation, context);
    if (invocation.subcommand === 'rollback') return rollback(invocation, context);
    if (invocation.subcommand === 'diff') return diff(invocation, context);
    return invocation.subcommand === 'list' ? list(invocation, context) : validate(invocation, context);
  },
});

async function runOne(invocation: Invocation, context: CommandContext): Promise<ExitCode> {
  const { terminal, parts } = context;
  const finished = await runTemplate(plainRun(invocation), context);
  if (invocation.json) terminal.printJson(finished.document);
  else terminal.print(resultLines(finished.run, finished.ledger, parts.paths.home, terminal.paint));
  return finished.exit;
}

async function validate(invocation: Invocation, context: CommandContext): Promise<ExitCode> {
  const { terminal, parts, cwd } = context;
  const [given = ''] = invocation.positionals;
  const file = resolve(cwd, given);
  const text = readTemplateText(file);
  const script = parts.checkScript(text, file);
  if (script !== null) return scriptTold(script, file, invocation, context);
  const checked = parts.checkTemplate(text, file);
  if (!checked.ok) throw faultError(checked.fault, file);
  const foreseen = await foreseeAsks(checked.value, context);
  if (!foreseen.ok) throw faultError(foreseen.fault, 'in the rules');
  const { id, version, steps } = checked.value;
  const unattended = foreseen.value;
  if (invocation.json) {
    const schema = 'localagent.template-check.v2';
    terminal.printJson({ schema, file, ok: true, id, version, steps, unattended } satisfies z.infer<
      typeof TemplateCheckDocument
    >);
  } else {
    terminal.print([`${file} is valid: ${id} ${version}, ${steps} steps.`, ...unattendedLines(unattended)]);
  }
  return exitCode.done;
}

function scriptTold(
  checked: NonNullable<ReturnType<CommandContext['parts']['checkScript']>>,
  file: string,
  { json }: Invocation,
  { terminal }: CommandContext,
): ExitCode {
  if (!checked.ok) throw faultError(checked.fault, file);
  const { id, version, code_hash, calls } = checked.value;
  if (json) {
    const schema = 'localagent.script-check.v1';
    terminal.printJson({ schema, file, ok: true, id, version, code_hash, calls } satisfies z.infer<
      typeof ScriptCheckDocument
    >);
  } else {
    terminal.print([
      `${file} is valid: the script ${id} ${version}, with ${calls === 1 ? '1 call' : `${calls} calls`}.`,
      `Its hash: ${code_hash}`,
    ]);
  }
  return exitCode.done;
}

// The file is left as it is: a program that writes YAML anew would lose the comments of whoever wrote it.
function sign(invocation: Invocation, { terminal, parts, cwd }: CommandContext): ExitCode {
  const [given = ''] = invocation.positionals;
  const key = invocation.text('key');
  if (key === null) {
    const remedy = 'Make a key with: openssl genpkey -algorithm ed25519 -out templates.pem';
    throw wrongUsage('--key is missing.', 'in "localagent template sign"', remedy);
  }
  const file = resolve(cwd, given);
  const signed = parts.signTemplate(readTemplateText(file), file, readTemplateText(resolve(cwd, key)));
  if (!signed.ok) throw faultError(signed.fault, file);
  if (invocation.json) {
    terminal.printJson({ schema: 'localagent.template-signature.v1', file, ...signed.value });
    return exitCode.done;
  }
  terminal.print([
    `Put into the review of ${given}:   signature: ${signed.value.signature}`,
    `Put into trusted_template_keys:  ${signed.value.key}`,
  ]);
  return exitCode.done;
}
