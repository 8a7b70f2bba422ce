import { z } from 'zod';
import { ModelListing } from '../../../shared/protocol/control-messages.ts';
import { type CommandContext, defineCommand, type Invocation } from '../command.ts';
import { faultError } from '../command-error.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { pull, remove } from '../model/pull.ts';
import type { Authority } from '../parts.ts';
import { tableLines } from '../table.ts';

const listMs = 60_000;
/** A server that is asked for the first time loads its weights first. */
const loadMs = 600_000;

/** What `localagent model list --json` prints. */
export const ModelsDocument = z.strictObject({
  schema: z.literal('localagent.models.v1'),
  models: z.array(ModelListing),
  tried: z.array(z.strictObject({ provider: z.string(), place: z.string(), trouble: z.string() })),
});

export const model = defineCommand({
  name: 'model',
  summary: 'language models: which there are, which is used, how good and fast it is',
  details:
    'Models are found on the usual ports of LM Studio, Ollama, llama.cpp and vLLM, at the servers of config.yaml (`models.servers`), and\n' +
    'at OpenAI and xAI where their keys are in the environment. Without a choice the first on this machine is used; one elsewhere is used\n' +
    'only when it was named, and asks before anything is sent. Weights that were pulled are run by LocalAgent itself.',
  options: {
    sha256: { type: 'string', value: 'HASH', text: 'the hash that the file must have' },
    as: { type: 'string', value: 'NAME', text: 'what the model shall be called' },
  },
  subcommands: [
    {
      name: 'list',
      summary: 'every model that is found, and why a place has none',
      positionals: [],
      options: [],
    },
    {
      name: 'use',
      summary: 'choose the model of later runs; "any": whichever is found first',
      positionals: ['MODEL'],
      options: [],
    },
    {
      name: 'test',
      summary: 'ask it one question: form, speed, context',
      positionals: ['[MODEL]'],
      options: [],
    },
    { name: 'pull', summary: 'bring weights that LocalAgent runs itself', positionals: ['NAME|URL'] },
    { name: 'remove', summary: 'take pulled weights away', positionals: ['NAME'], options: [] },
  ],
  async run(invocation, context) {
    if (invocation.subcommand === 'pull') return pull(invocation, context);
    if (invocation.subcommand === 'remove') return remove(invocation, context);
    const connected = await context.parts.connect({ start: true });
    if (!connected.ok) throw faultError(connected.fault, 'in "localagent model"');
    const [name = null] = invocation.positionals;
    try {
      if (invocation.subcommand === 'list') return await list(connected.value, invocation, context);
      if (invocation.subcommand === 'use') return await use(connected.value, name, invocation, context);
      return await test(connected.value, name, invocation, context);
    } finally {
      connected.value.close();
    }
  },
});

async function list(
  authority: Authority,
  { json }: Invocation,
  { terminal }: CommandContext,
): Promise<ExitCode> {
  const found = await authority.call('model.list', {}, { timeoutMs: listMs });
  if (!found.ok) throw faultError(found.fault, 'in "localagent model list"');
  const { models, tried } = found.value;
  if (json) {
    terminal.printJson({ schema: 'localagent.models.v1', models, tried });
    return models.length > 0 ? exitCode.done : exitCode.failed;
  }
  if (models.length > 0) {
    const rows = models.map((one) => [
      one.in_use ? '*' : '',
      one.id,
      one.context_tokens === null ? 'not known yet' : String(one.context_tokens),
      one.remote ? `${one.place} (leaves this machine)` : one.place,
    ]);
    terminal.print(tableLines(['', 'Model', 'Context', 'Where'], rows));
    if (models.some(({ in_use }) => in_use)) terminal.say('* is used when none is named.');
    else terminal.say('None is used unless it is named: choose one with `localagent model use MODEL`.');
  }
  for (const { provider, place, trouble } of tried) terminal.say(`${provider} at ${place}: ${trouble}.`);
  if (models.length > 0) return exitCode.done;
  terminal.warn('No model was found. Start LM Studio, Ollama or llama.cpp with a model.');
  return exitCode.failed;
}

async function use(
  authority: Authority,
  name: string | null,
  { json }: Invocation,
  { terminal }: CommandContext,
): Promise<ExitCode> {
  const chosen = name === 'any' ? null : name;
  const answer = await authority.call('model.use', { model: chosen }, { timeoutMs: loadMs });
  if (!answer.ok) throw faultError(answer.fault, 'in "localagent model use"');
  if (json) terminal.printJson({ schema: 'localagent.model-use.v1', model: chosen });
  else
    terminal.print([
      chosen === null ? 'Later runs use the first model that is found.' : `Later runs use ${chosen}.`,
    ]);
  return exitCode.done;
}

async function test(
  authority: Authority,
  name: string | null,
  { json }: Invocation,
  { terminal, interrupted: signal }: CommandContext,
): Promise<ExitCode> {
  terminal.say(`Asking ${name ?? 'the model'} one question …`);
  const answer = await authority.call('model.test', { model: name }, { timeoutMs: loadMs, signal });
  if (!answer.ok) throw faultError(answer.fault, 'in "localagent model test"');
  const {
    model: tested,
    structured,
    duration_ms,
    read_per_second,
    written_per_second,
    remarks,
  } = answer.value;
  if (json) terminal.printJson({ schema: 'localagent.model-test.v1', ...answer.value });
  else {
    const speed = (what: string, perSecond: number | null): string[] =>
      perSecond === null ? [] : [`  ${what} ${perSecond} tokens a second`];
    terminal.print([
      `${tested.id} (${tested.place})`,
      `  ${structured ? 'keeps' : 'does not keep'} to the form that is asked for`,
      `  answered in ${(duration_ms / 1000).toFixed(1)} s`,
      ...speed('reads', read_per_second),
      ...speed('writes', written_per_second),
      `  context ${tested.context_tokens ?? 'not known'} tokens`,
      ...remarks.map((remark) => `  ! ${remark}`),
    ]);
  }
  return structured ? exitCode.done : exitCode.failed;
}
