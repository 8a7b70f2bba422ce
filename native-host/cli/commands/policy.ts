import { resolve } from 'node:path';
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { exitCode } from '../exit-code.ts';

/** What `localagent policy check --json` prints. */
export const PolicyCheckDocument = z.strictObject({
  schema: z.literal('localagent.policy-check.v1'),
  file: z.string(),
  ok: z.boolean(),
  errors: z.array(z.strictObject({ line: z.int().nullable(), message: z.string() })),
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

export const policy = defineCommand({
  name: 'policy',
  summary: 'the rules: check a policy file, show the one in force',
  subcommands: [
    { name: 'check', summary: 'check FILE (or the one of the data folder)', positionals: ['[FILE]'] },
    { name: 'show', summary: 'show the policy of the data folder', positionals: [] },
  ],
  async run(invocation, { terminal, parts, cwd }) {
    if (invocation.subcommand === 'show') {
      const { file, text, isDefault } = parts.policyText();
      if (invocation.json) {
        terminal.printJson({
          schema: 'localagent.policy.v1',
          file,
          is_default: isDefault,
          text,
        } satisfies PolicyDocument);
      } else {
        terminal.say(isDefault ? `There is no ${file}; these are the rules of a new installation.` : file);
        terminal.print([text.trimEnd()]);
      }
      return exitCode.done;
    }
    const [given] = invocation.positionals;
    const inForce = parts.policyText();
    const file = given === undefined ? inForce.file : resolve(cwd, given);
    // Without a file of one's own the rules of a new installation hold, and those are valid.
    const isShipped = given === undefined && inForce.isDefault;
    if (isShipped) terminal.say(`There is no ${file}; the rules of a new installation hold.`);
    const errors = isShipped ? [] : await parts.checkPolicy(file);
    const document: PolicyCheckDocument = {
      schema: 'localagent.policy-check.v1',
      file,
      ok: errors.length === 0,
      errors: errors.map(({ line, message }) => ({ line, message })),
    };
    if (invocation.json) terminal.printJson(document);
    else if (document.ok && !isShipped) terminal.print([`${file} is valid.`]);
    for (const error of errors) {
      terminal.warn(`${file}${error.line === null ? '' : `:${error.line}`}: ${error.message}`);
    }
    return document.ok ? exitCode.done : exitCode.wrong_usage;
  },
});
