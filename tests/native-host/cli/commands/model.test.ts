import { expect, test } from 'vitest';
import { commands } from '../../../../native-host/cli/commands/index.ts';
import { ModelsDocument } from '../../../../native-host/cli/commands/model.ts';
import { parseCommandLine } from '../../../../native-host/cli/parse-command-line.ts';
import type { HostParts, ModelWish, PulledModel } from '../../../../native-host/cli/parts.ts';
import { fault, ok } from '../../../../shared/faults.ts';
import { ClientAuthority } from '../../../fakes/client-authority.ts';
import { commandContext } from '../../../fakes/command-context.ts';
import { fakeTerminal } from '../../../fakes/terminal.ts';

const small = {
  id: 'ollama/small:latest',
  provider: 'ollama',
  name: 'small:latest',
  place: 'http://127.0.0.1:11434',
  remote: false,
  context_tokens: null,
  in_use: true,
};
const large = {
  ...small,
  id: 'openai/large',
  provider: 'openai',
  name: 'large',
  place: 'api.openai.com',
  remote: true,
  context_tokens: 128_000,
  in_use: false,
};
const tried = [{ provider: 'vllm', place: 'http://127.0.0.1:8000', trouble: 'nothing listens there' }];

async function run(words: readonly string[], models: readonly object[] = [small, large]) {
  const line = parseCommandLine(words, commands);
  if (line.kind !== 'run') throw new Error(line.kind);
  const authority = new ClientAuthority({
    'model.list': () => ({ models, tried }),
    'model.use': ({ model }: { model: string | null }) =>
      model === 'ollama/smal' ? fault('model-unavailable', 'It has no model smal.', 'It has: small.') : {},
    'model.test': () => ({
      model: small,
      structured: true,
      duration_ms: 2_345,
      read_per_second: 20.5,
      written_per_second: null,
      remarks: ['Its context is small.'],
    }),
  });
  const terminal = fakeTerminal();
  const connect = async () => ok(authority);
  const code = await line.command.run(line.invocation, commandContext({ connect }, { terminal }));
  return { code, terminal, calls: authority.calls };
}

test('the list tells what is used, what leaves the machine, and why a place has none', async () => {
  const { code, terminal } = await run(['model', 'list']);
  expect(code).toBe(0);
  const told = terminal.printed.join('\n');
  expect(told).toMatch(/\* +ollama\/small:latest +not known yet +http:\/\/127\.0\.0\.1:11434/);
  expect(told).toMatch(/openai\/large +128000 +api\.openai\.com \(leaves this machine\)/);
  expect(terminal.said).toContain('vllm at http://127.0.0.1:8000: nothing listens there.');
});

test('as JSON it is one document of a known form', async () => {
  const { terminal } = await run(['model', 'list', '--json']);
  expect(ModelsDocument.parse(terminal.documents[0]).models).toHaveLength(2);
});

test('without any model it fails, and says what to do', async () => {
  const { code, terminal } = await run(['model', 'list'], []);
  expect(code).toBe(1);
  expect(terminal.warned.join()).toContain('Start LM Studio, Ollama or llama.cpp');
});

test('a model is chosen by its name, and "any" takes the choice back', async () => {
  expect((await run(['model', 'use', 'ollama/small'])).calls[0]?.params).toEqual({ model: 'ollama/small' });
  expect((await run(['model', 'use', 'any'])).calls[0]?.params).toEqual({ model: null });
  await expect(run(['model', 'use', 'ollama/smal'])).rejects.toThrow('It has no model smal.');
});

test('a test tells form, speed and what to know', async () => {
  const { code, terminal } = await run(['model', 'test']);
  expect(code).toBe(0);
  expect(terminal.printed).toEqual([
    'ollama/small:latest (http://127.0.0.1:11434)',
    '  keeps to the form that is asked for',
    '  answered in 2.3 s',
    '  reads 20.5 tokens a second',
    '  context not known tokens',
    '  ! Its context is small.',
  ]);
});

async function runPull(words: readonly string[], pulled: Partial<PulledModel> = {}) {
  const line = parseCommandLine(words, commands);
  if (line.kind !== 'run') throw new Error(line.kind);
  const wishes: ModelWish[] = [];
  const terminal = fakeTerminal();
  const pullModel: HostParts['pullModel'] = async (wish, { onStage, onProgress }) => {
    wishes.push(wish);
    onStage('Pulling …');
    for (const have of [1, 25, 50, 51, 100]) onProgress(have * 1_000_000, 100_000_000);
    return ok({
      id: 'embedded/small',
      wasThere: false,
      bytes: 100_000_000,
      sha256: 'ab'.repeat(32),
      compared: 'given',
      ...pulled,
    });
  };
  const removeModel = (name: string): boolean => name === 'small';
  const context = commandContext({ pullModel, removeModel }, { terminal });
  return { code: await line.command.run(line.invocation, context), terminal, wishes };
}

test('weights are pulled with progress, and it is said what they were compared with', async () => {
  const { code, terminal, wishes } = await runPull(['model', 'pull', 'small', '--as', 'mine']);
  expect([code, wishes]).toEqual([0, [{ what: 'small', sha256: null, name: 'mine' }]]);
  expect(terminal.said).toEqual([
    'Pulling …',
    '  25 MB of 100 (25%)',
    '  50 MB of 100 (50%)',
    '  100 MB of 100 (100%)',
  ]);
  expect(terminal.printed[0]).toBe('embedded/small is there. Its SHA-256 is the expected one.');
  const unsure = await runPull(['model', 'pull', 'small'], { compared: 'nothing' });
  expect(unsure.terminal.printed[0]).toContain(`compared with nothing, is ${'ab'.repeat(32)}`);
});

test('a hash that is none is a wrong command line', async () => {
  await expect(runPull(['model', 'pull', 'small', '--sha256', 'abc'])).rejects.toThrow('is no SHA-256');
});

test('pulled weights are taken away by name', async () => {
  expect((await runPull(['model', 'remove', 'small'])).code).toBe(0);
  expect((await runPull(['model', 'remove', 'other'])).code).toBe(1);
});
