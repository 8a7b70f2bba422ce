import { copyFileSync, linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { homePaths } from '../../native-host/io/home.ts';
import { programEntries } from '../../native-host/io/program-entries.ts';
import { startEmbeddedProcess } from '../../native-host/model/embedded-process.ts';
import { embeddedSource, runtimeFolder } from '../../native-host/model/embedded-source.ts';
import { hasRuntime, installRuntime } from '../../native-host/model/install-runtime.ts';
import { type ModelMeans, type ModelSettings, waitsOf } from '../../native-host/model/model-means.ts';
import { openModel } from '../../native-host/model/open-model.ts';
import type { Message, Model, ModelReply, ModelRequest } from '../../native-host/model/provider.ts';
import { machineMemory, machineThreads } from '../../native-host/model/resource-plan.ts';
import { failed, fault } from '../../shared/faults.ts';
import { printTable } from './print-table.ts';

// `npm run bench:models -- --weights FILE.gguf [--server URL]`: a real model, run by LocalAgent itself and by a llama.cpp server. A
// conversation grows as a run's does; what is read anew each turn is compared with what was added. Ends with 1 when something does not hold.

const { values } = parseArgs({
  options: {
    weights: { type: 'string' },
    server: { type: 'string' },
    /** Where the runtime is installed; left out: the data folder's, installed if it is missing. */
    runtime: { type: 'string' },
    context: { type: 'string', default: '4096' },
    turns: { type: 'string', default: '6' },
  },
});
const turns = Number(values.turns);
/**
 * Tokens that a template writes differently around an answer once it is a part of the prompt. The answer itself may be made of
 * other tokens then than it was written in, and is read once more.
 */
const templateTokensMax = 8;
const cancelMsMax = 5_000;
const never = new AbortController().signal;

const settings: ModelSettings = {
  servers: [
    { name: 'llamacpp', url: values.server ?? 'http://127.0.0.1:9/v1', keys: [], context_tokens: null },
  ],
  fallbacks: [],
  context_tokens: Number(values.context),
  timeout_seconds: 600,
  keep_alive_minutes: 0,
};
const waits = waitsOf(settings);
const folder = mkdtempSync(join(tmpdir(), 'localagent-bench-models-'));

const Action = z.strictObject({
  found: z.array(z.strictObject({ text: z.string().max(120), items: z.array(z.int().min(1)).max(3) })).max(2),
  action: z.enum(['SEARCH', 'NAVIGATE', 'READ_MORE', 'FINISH']),
  why: z.string().max(80),
  query: z.string().max(60).optional(),
  link: z.int().min(1).optional(),
});
const schema = { name: 'action', json: z.toJSONSchema(Action) };
const system: Message = {
  role: 'system',
  content:
    'You read pages to reach an objective. Answer with one JSON object: found, action, why, query or link.',
};
const facts = [
  'Kilimanjaro rises in the north-east of Tanzania and is 5,895 metres high.',
  'Mount Kenya, the second highest, lies on the equator and reaches 5,199 metres.',
  'Mawenzi and Shira are the older cones of the same mountain, and no longer active.',
  'The first ascent of Kibo is told of the year 1889, by Meyer and Purtscheller.',
  'Glaciers on the summit have lost most of their ice within the last century.',
  'In feet the height is told as 19,341, measured anew with satellites in 2008.',
];

type Turn = {
  readonly what: ModelReply;
  readonly added: number;
  readonly valid: boolean;
  readonly firstMs: number;
  readonly pieces: number;
};
let broken = 0;

function holds(what: string, does: boolean, seen: string): readonly [string, string, string] {
  if (!does) broken += 1;
  return [what, does ? 'holds' : 'DOES NOT HOLD', seen];
}

function request(messages: readonly Message[], change: Partial<ModelRequest> = {}): ModelRequest {
  return { messages, schema, tokensMax: 160, temperature: 0, purpose: 'act', ...change };
}

async function converse(model: Model): Promise<readonly Turn[]> {
  let messages: readonly Message[] = [
    system,
    { role: 'user', content: `OBJECTIVE: How high is the highest mountain of Africa? [${Date.now()}]` },
  ];
  const told: Turn[] = [];
  let before = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    const started = performance.now();
    let firstMs = 0;
    let pieces = 0;
    const onText = (): void => {
      pieces += 1;
      firstMs ||= performance.now() - started;
    };
    const reply = await model.complete(request(messages), { signal: never, onText });
    if (!reply.ok) throw new Error(`${reply.fault.code}: ${reply.fault.message} ${reply.fault.hint}`);
    const what = reply.value;
    const added = what.use.promptTokens - before;
    told.push({ what, added, valid: isAction(what.text), firstMs, pieces });
    before = what.use.promptTokens + what.use.completionTokens;
    const page = Array.from({ length: 4 }, (_, at) => facts[(turn + at) % facts.length]).join(' ');
    const next = `DONE: opened a page.\nPAGE "Page ${turn}" https://example.com/${turn}\n<<<DATA p${turn}\n${page}\nDATA p${turn}>>>`;
    messages = [...messages, { role: 'assistant', content: what.text }, { role: 'user', content: next }];
  }
  return told;
}

function isAction(text: string): boolean {
  try {
    return Action.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

/** How long the model is busy with what nobody waits for any more. */
async function cancelled(model: Model): Promise<number> {
  const stop = new AbortController();
  const long = request([{ role: 'user', content: 'Tell a long story about a mountain.' }], {
    schema: null,
    tokensMax: 1_500,
  });
  await model.complete(long, { signal: stop.signal, onText: () => stop.abort() });
  const started = performance.now();
  const short = request([{ role: 'user', content: 'Say hi.' }], { schema: null, tokensMax: 4 });
  const reply = await model.complete(short, { signal: never });
  if (!reply.ok) throw new Error(reply.fault.message);
  return performance.now() - started;
}

async function measure(title: string, model: Model): Promise<void> {
  const told = await converse(model);
  const rows = told.map(({ what, added, valid, firstMs, pieces }, at) => {
    const { promptTokens, cachedTokens, completionTokens } = what.use;
    const fresh = promptTokens - (cachedTokens ?? 0);
    const writing = (what.durationMs - firstMs) / 1000;
    return [
      String(at + 1),
      String(promptTokens),
      String(cachedTokens ?? '–'),
      String(fresh),
      String(added),
      String(completionTokens),
      (firstMs / 1000).toFixed(1),
      writing > 0 ? ((completionTokens - 1) / writing).toFixed(1) : '–',
      valid ? 'kept' : what.finish === 'length' ? 'cut' : 'broken',
      String(pieces),
    ];
  });
  printTable(`${title}, context ${model.contextTokens}`, [
    ['turn', 'prompt', 'reused', 'read', 'added', 'written', 's to first', 'written/s', 'form', 'pieces'],
    ...rows,
  ]);
  const again = told.slice(1).map(({ what, added }, at) => {
    const { promptTokens, cachedTokens } = what.use;
    return {
      tokens: promptTokens - (cachedTokens ?? 0) - added,
      answer: told[at]?.what.use.completionTokens ?? 0,
    };
  });
  const asPredicted = again.every(({ tokens, answer }) => tokens <= answer + templateTokensMax);
  const readAgain = again.map(({ tokens }) => Math.max(0, tokens));
  const cancelMs = await cancelled(model);
  const tooLong = await model.complete(
    request([{ role: 'user', content: 'mountain '.repeat(model.contextTokens) }]),
    {
      signal: never,
    },
  );
  const whole = told.filter(({ what }) => what.finish === 'stop');
  printTable('What was to be seen', [
    ['what', '', 'seen'],
    holds(
      'a turn reads what was added, and at most the answer before it again',
      asPredicted,
      `read again: ${readAgain.join(', ')} tokens`,
    ),
    holds(
      'an answer that ends keeps the form',
      whole.every(({ valid }) => valid),
      `${whole.length} of ${told.length} ended within their limit`,
    ),
    holds(
      'an answer comes in pieces',
      told.every(({ pieces }) => pieces > 3),
      `${Math.min(...told.map(({ pieces }) => pieces))} or more`,
    ),
    holds(
      'after a cancelled answer the model is free',
      cancelMs < cancelMsMax,
      `${(cancelMs / 1000).toFixed(1)} s to the next short answer`,
    ),
    holds(
      'a prompt beyond the context is refused before it is sent',
      !tooLong.ok && tooLong.fault.code === 'too-large',
      tooLong.ok ? 'answered' : tooLong.fault.code,
    ),
  ]);
}

function means(change: Partial<ModelMeans> = {}): ModelMeans {
  const secret = () => failed(fault('not-found', 'there are no secrets here', ''));
  return { env: {}, settings, waits, choice: null, secret, sources: [], ...change };
}

/** The weights in a folder of models as the data folder has it, with a runtime. */
async function embedded(weights: string): Promise<ModelMeans> {
  const kept = homePaths().models;
  const runtime = values.runtime ?? runtimeFolder(kept);
  if (values.runtime === undefined && !hasRuntime(runtime)) {
    const installed = await installRuntime(runtime, never);
    if (!installed.ok) throw new Error(installed.fault.message);
  }
  mkdirSync(join(folder, 'weights'));
  const target = join(folder, 'weights', basename(weights));
  try {
    linkSync(resolve(weights), target);
  } catch {
    copyFileSync(resolve(weights), target);
  }
  symlinkSync(resolve(runtime), runtimeFolder(folder));
  const source = embeddedSource({
    folder,
    settings,
    waits,
    memory: machineMemory,
    threads: machineThreads,
    start: () => startEmbeddedProcess(programEntries().modelRunner),
  });
  return means({ sources: [source] });
}

async function run(title: string, wish: string, given: ModelMeans): Promise<void> {
  const opened = await openModel(wish, given);
  if (!opened.ok) throw new Error(`${opened.fault.message} ${opened.fault.hint}`);
  try {
    await measure(`${title}: ${opened.value.name}`, opened.value);
  } finally {
    await opened.value.close();
  }
}

try {
  if (values.weights === undefined && values.server === undefined)
    throw new Error('Give --weights FILE.gguf, --server URL of a llama.cpp server, or both.');
  if (values.weights !== undefined) await run('In LocalAgent', 'embedded', await embedded(values.weights));
  if (values.server !== undefined) await run(`At ${values.server}`, 'llamacpp', means());
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = broken === 0 ? 0 : 1;
