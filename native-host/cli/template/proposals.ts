import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { RepairProposal } from '../../../shared/repair-proposal.ts';
import type { CommandContext, Invocation } from '../command.ts';
import { faultError, wrongUsage } from '../command-error.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { visibleText } from '../table.ts';
import { readTemplateText } from './read-template-text.ts';

// `localagent template proposals list|show|apply`: what runs have found out about their templates.

/** What `localagent template proposals list --json` prints; `show` prints one proposal. */
export const ProposalsDocument = z.strictObject({
  schema: z.literal('localagent.template-proposals.v1'),
  proposals: z.array(
    z.strictObject({
      name: z.string(),
      template: z.string(),
      version: z.string(),
      step: z.string(),
      how: z.string(),
      at: z.string(),
    }),
  ),
});

/** What `localagent template proposals apply --json` prints. */
export const ProposalAppliedDocument = z.strictObject({
  schema: z.literal('localagent.template-proposal-applied.v1'),
  file: z.string(),
  id: z.string(),
  version: z.string(),
});

/** Runs whose proposals are told, the newest first. */
const runsMax = 500;

export function proposals(invocation: Invocation, context: CommandContext): ExitCode {
  const [action = '', name, file] = invocation.positionals;
  if (action === 'list' && name === undefined) return list(invocation, context);
  if (action === 'show' && name !== undefined && file === undefined) return show(name, invocation, context);
  if (action === 'apply' && name !== undefined && file !== undefined)
    return apply(name, file, invocation, context);
  throw wrongUsage(
    'It is not clear what is wanted.',
    'in "localagent template proposals"',
    'Say one of: proposals list | proposals show RUN/STEP | proposals apply RUN/STEP FILE [--to FILE]',
  );
}

function list(invocation: Invocation, { terminal, parts }: CommandContext): ExitCode {
  const found = readAll(parts.paths.runs);
  const told = found.map(({ run_id: run, step_id: step, template, repairs, at }) => ({
    name: `${run}/${step}`,
    template: template.id,
    version: template.version,
    step,
    how: [...new Set(repairs.map(({ how }) => how))].join(', '),
    at,
  }));
  if (invocation.json) {
    const schema = 'localagent.template-proposals.v1';
    terminal.printJson({ schema, proposals: told } satisfies z.infer<typeof ProposalsDocument>);
    return exitCode.done;
  }
  const lines = told.map(
    (one) => `${one.name}  ${visibleText(one.template)} ${one.version}  ${one.how}  ${one.at}`,
  );
  terminal.print(lines.length === 0 ? ['No run has mended anything.'] : lines);
  return exitCode.done;
}

function show(name: string, invocation: Invocation, { terminal, parts }: CommandContext): ExitCode {
  const proposal = readOne(parts.paths.runs, name);
  if (invocation.json) {
    terminal.printJson(proposal);
    return exitCode.done;
  }
  const { template, step_title: title, repairs, diff, status } = proposal;
  terminal.print([
    `${visibleText(template.title)} ${template.version}, step "${visibleText(title)}" (the run ended as ${status})`,
    ...diff.map((line) => `  ${visibleText(line)}`),
    ...repairs.flatMap(({ evidence, code, iterations }) => [
      ...evidence.map((why) => `  because ${visibleText(why)}`),
      ...(code === undefined
        ? []
        : [
            `  script of the model, at try ${iterations ?? 1}:`,
            ...code.split('\n').map((line) => `    ${visibleText(line)}`),
          ]),
    ]),
  ]);
  return exitCode.done;
}

function apply(name: string, file: string, invocation: Invocation, context: CommandContext): ExitCode {
  const { terminal, parts, cwd } = context;
  const proposal = readOne(parts.paths.runs, name);
  const source = resolve(cwd, file);
  const applied = parts.applyProposal(readTemplateText(source), proposal);
  if (!applied.ok) throw faultError(applied.fault, source);
  const { text, id, version } = applied.value;
  const target = resolve(cwd, invocation.text('to') ?? join(dirname(source), `${id}-${version}.yaml`));
  const checked = parts.checkTemplate(text, target);
  if (!checked.ok) throw faultError(checked.fault, target);
  if (existsSync(target)) {
    throw wrongUsage(
      `${target} is there already.`,
      'in "localagent template proposals"',
      'Name another with --to.',
    );
  }
  writeFileSync(target, text);
  if (invocation.json) {
    const schema = 'localagent.template-proposal-applied.v1';
    terminal.printJson({ schema, file: target, id, version } satisfies z.infer<
      typeof ProposalAppliedDocument
    >);
    return exitCode.done;
  }
  terminal.print([
    `${target} is ${id} ${version}, a draft.`,
    `Compare it: localagent template diff ${source} ${target}. It needs its own review and signature.`,
  ]);
  return exitCode.done;
}

function readAll(runs: string): readonly RepairProposal[] {
  const folders = existsSync(runs) ? readdirSync(runs).sort().reverse().slice(0, runsMax) : [];
  return folders.flatMap((run) => {
    const place = join(runs, run, 'repairs');
    const files = existsSync(place) ? readdirSync(place).filter((file) => file.endsWith('.json')) : [];
    return files.sort().flatMap((file) => readFile(join(place, file)) ?? []);
  });
}

function readOne(runs: string, name: string): RepairProposal {
  const [, run = '', step = ''] = /^(\d{8}-\d{6}-[0-9a-f]{8})\/([a-z][a-z0-9_]{0,59})$/.exec(name) ?? [];
  const proposal = run === '' ? null : readFile(join(runs, run, 'repairs', `${step}.json`));
  if (proposal !== null) return proposal;
  throw wrongUsage(
    `There is no proposal "${name}".`,
    'in "localagent template proposals"',
    'See: localagent template proposals list',
  );
}

function readFile(path: string): RepairProposal | null {
  if (!existsSync(path)) return null;
  try {
    return RepairProposal.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data ?? null;
  } catch {
    return null;
  }
}
