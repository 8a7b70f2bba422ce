import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CommandContext, Invocation } from '../command.ts';
import { faultError, wrongUsage } from '../command-error.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { Authority } from '../parts.ts';
import { planLines } from './explain.ts';
import { templatesOf } from './list.ts';
import { readTemplateText } from './read-template-text.ts';

const callMs = 30_000;

/**
 * Trusts a template of one's own, exactly as it is now. The plan is shown and the person asked at the terminal: nothing that
 * has no person before it can trust a template.
 */
export async function trust(invocation: Invocation, context: CommandContext): Promise<ExitCode> {
  const { terminal, parts } = context;
  const reach = reachOf(invocation);
  if (!terminal.interactive) {
    const message = 'Whether a template is trusted is asked at a terminal, and there is none here.';
    throw wrongUsage(message, 'in "localagent template trust"', 'Run it in a terminal.');
  }
  const joined = await parts.connect({ start: true });
  if (!joined.ok) throw faultError(joined.fault, `data folder ${parts.paths.home}`);
  try {
    return invocation.flag('revoke')
      ? await revoke(joined.value, invocation, context)
      : await ask(joined.value, reach, invocation, context);
  } finally {
    joined.value.close();
  }
}

function reachOf(invocation: Invocation): 'watched' | 'unattended' {
  const given = invocation.text('for');
  if (given !== null && given !== 'unattended') {
    throw wrongUsage(`"${given}" is nothing to trust it for.`, 'in --for', 'Write --for unattended.');
  }
  return given ?? 'watched';
}

async function ask(
  authority: Authority,
  reach: 'watched' | 'unattended',
  invocation: Invocation,
  context: CommandContext,
): Promise<ExitCode> {
  const { terminal, parts } = context;
  const file = await fileOf(authority, invocation.positionals[0] ?? '', context);
  const text = readTemplateText(file);
  const explained = parts.explainTemplate(text, file);
  if (!explained.ok) throw faultError(explained.fault, file);
  for (const line of planLines(explained.value)) terminal.warn(line);
  const what =
    reach === 'unattended'
      ? 'It will run with nobody there, by schedule too, within what your rules allow.'
      : 'Its flows between sites are then done without asking, while you can answer.';
  terminal.warn(`${what} Any change of it, or of what it uses, ends the trust.`);
  const answer = await terminal.ask('Trust exactly this? Type yes: ', context.interrupted);
  if (answer?.trim().toLowerCase() !== 'yes') {
    terminal.say('Nothing was changed.');
    return exitCode.failed;
  }
  const done = await authority.call('template.trust', { text, file, reach }, { timeoutMs: callMs });
  if (!done.ok) throw faultError(done.fault, file);
  const { id, version, sha256 } = done.value;
  if (invocation.json) terminal.printJson({ schema: 'localagent.template-trust.v1', reach, ...done.value });
  else terminal.say(`You trust ${id} ${version} (SHA-256 ${sha256.slice(0, 16)}…).`);
  return exitCode.done;
}

async function revoke(
  authority: Authority,
  invocation: Invocation,
  { terminal }: CommandContext,
): Promise<ExitCode> {
  const [id = ''] = invocation.positionals;
  const done = await authority.call('template.distrust', { id }, { timeoutMs: callMs });
  if (!done.ok) throw faultError(done.fault, `template "${id}"`);
  if (invocation.json) {
    terminal.printJson({ schema: 'localagent.template-distrust.v1', id, ...done.value });
  } else if (done.value.count === 0) terminal.say(`No version of "${id}" was trusted by you.`);
  else terminal.say(`You trust "${id}" no more.`);
  return exitCode.done;
}

async function fileOf(authority: Authority, name: string, { cwd }: CommandContext): Promise<string> {
  const file = resolve(cwd, name);
  if (existsSync(file)) return file;
  const found = (await templatesOf(authority)).find(({ id }) => id === name);
  if (found?.standing !== undefined) return found.standing.file;
  throw wrongUsage(
    `There is neither a file nor a template "${name}".`,
    'in FILE',
    'See `localagent template list`.',
  );
}
