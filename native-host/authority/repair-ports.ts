import { type Fault, failed, fault, ok, type Result } from '../../shared/faults.ts';
import { toolArguments } from '../code/call-arguments.ts';
import { callTable } from '../code/call-table.ts';
import type { ScriptRunner } from '../code/execute.ts';
import { runLimits } from '../code/limits.ts';
import { type Code, parseCode } from '../code/parse-code.ts';
import type { CallAnswered, CallAsked } from '../code/runner-messages.ts';
import type { Model } from '../model/provider.ts';
import { readReply } from '../model/read-reply.ts';
import {
  RepairAnswer,
  type RepairModel,
  type RepairPorts,
  type RepairScript,
  type ScriptAnswer,
} from '../workflow/repair/repair-ports.ts';
import type { Parts } from './parts.ts';

/** Tokens of an answer, and those kept free for what a server adds. */
const answerTokens = 1_500;
const spareTokens = 300;
const charactersPerToken = 3;
/** A longer prompt makes small models lose the thread, whatever they can take. */
const promptCharactersMost = 36_000;

type Needed = Pick<Parts, 'config' | 'engines' | 'vault' | 'budgets' | 'runner' | 'clock'>;

/** What repair by a model works with in one run. */
export function repairPorts(
  parts: Needed,
  runId: string,
  proposed: Readonly<Record<string, string>> = {},
): RepairPorts {
  const { repair } = parts.config;
  return {
    open: () => openRepairModel(parts),
    check: (code) => checkScript(code, parts),
    redact: (text) => parts.vault.redactor().redactText(text),
    spend: (tokens) => parts.budgets.spendTokens(runId, tokens),
    limits: { iterations: repair.iterations, ms: repair.minutes * 60_000, tokens: repair.tokens },
    proposed,
  };
}

async function openRepairModel({ config, engines }: Needed): Promise<Result<RepairModel>> {
  const { model: allowed } = config.repair;
  if (allowed === 'off') {
    return failed(
      fault(
        'model-unavailable',
        'Repair by a model is off.',
        'Set "repair.model" in config.yaml to allow it.',
      ),
    );
  }
  const opened = await engines.openModel(null);
  if (!opened.ok) return opened;
  const model = opened.value;
  if (model.remote && allowed === 'local') {
    await model.close();
    const message = `The model ${model.name} at ${model.place} is not on this machine.`;
    return failed(
      fault('model-unavailable', message, 'Say "repair.model: any" to allow it, or use one here.'),
    );
  }
  return ok(repairModel(model));
}

const answerSchema = {
  type: 'object',
  properties: { why: { type: 'string' }, code: { type: 'string' } },
  required: ['why', 'code'],
  additionalProperties: false,
};

function repairModel(model: Model): RepairModel {
  const room = (model.contextTokens - answerTokens - spareTokens) * charactersPerToken;
  return {
    name: model.name,
    promptCharactersMax: Math.min(promptCharactersMost, room),
    async ask(messages, signal) {
      const schema = { name: 'repair', json: answerSchema };
      const request = { messages, schema, tokensMax: answerTokens, temperature: 0, purpose: 'repair' };
      const reply = await model.complete(request, { signal });
      if (!reply.ok) return reply;
      const { text, use } = reply.value;
      const read = readReply(text, RepairAnswer);
      return ok({
        text,
        answer: read.ok ? read.value : null,
        hint: read.ok ? '' : read.hint,
        tokens: use.promptTokens + use.completionTokens,
      });
    },
    close: () => model.close(),
  };
}

/** Calls of a script that tell nothing that a snapshot does not. */
const notOffered: ReadonlySet<string> = new Set(['/url', '/pages']);

function checkScript(source: string, parts: Needed): ReturnType<RepairPorts['check']> {
  const parsed = parseCode(source);
  if (!parsed.ok) return { ok: false, problems: parsed.problems.map(problemWords) };
  const { code } = parsed;
  const { rows, problems } = callTable(code);
  const absent = rows.filter(({ path }) => notOffered.has(path));
  const told = [
    ...problems.map(problemWords),
    ...absent.map(
      ({ line, path }) => `Line ${line}: "${path}" is not there; the snapshot tells the address.`,
    ),
  ];
  if (told.length > 0) return { ok: false, problems: told };
  const calls = rows.map(({ line, path, tool, buckets, secrets }) => ({
    line,
    path,
    tool,
    buckets,
    secrets,
  }));
  const script: RepairScript = {
    code: code.normalized,
    codeHash: code.codeHash,
    calls,
    run: (means) => runScript(code, parts, means),
  };
  return { ok: true, script };
}

function problemWords({
  line,
  message,
  rewrite,
}: {
  readonly line: number;
  readonly message: string;
  readonly rewrite: string;
}): string {
  return `${line === 0 ? '' : `Line ${line}: `}${message} ${rewrite}`;
}

async function runScript(
  { program }: Code,
  { runner, clock }: { readonly runner: ScriptRunner; readonly clock: () => number },
  { args, signal, call, end }: Parameters<RepairScript['run']>[0],
): Promise<Result<unknown>> {
  const outcome = await runner.run({
    program,
    args,
    limits: runLimits,
    signal,
    call: async (asked) => {
      const answered = await answerTo(asked, call, clock);
      return end() ? { type: 'end' } : answered;
    },
  });
  switch (outcome.type) {
    case 'done':
      return ok(outcome.value);
    case 'threw':
      return failed(ended(`line ${outcome.line}: ${thrownWords(outcome.value)}`));
    case 'stopped':
      return failed(ended(`line ${outcome.line}: ${outcome.message}`));
    case 'broken':
      return failed(ended(`its process ${outcome.why}`));
    default:
      return failed(fault('cancelled', 'The script was stopped.', 'What it had done is told in the ledger.'));
  }
}

async function answerTo(
  { path, args, sources }: CallAsked,
  call: (tool: string, args: Readonly<Record<string, unknown>>) => Promise<ScriptAnswer>,
  clock: () => number,
): Promise<CallAnswered> {
  const known = toolOf(path);
  if (known === null) {
    const now = clock();
    return { type: 'answer', value: { iso: new Date(now).toISOString(), ms: now }, sources: [], waitedMs: 0 };
  }
  const began = clock();
  const answer = await call(known, toolArguments(path, args));
  const waitedMs = clock() - began;
  // What was read stays marked as a page's, though nothing of a repair leaves the page it is on.
  const from = ['page', ...sources];
  if (answer.ok) return { type: 'answer', value: answer.value, sources: from, waitedMs };
  const { code, message, hint } = answer.fault;
  return { type: 'failed', fault: { code, message, hint }, sources: from, waitedMs };
}

/** The tool behind a path of a checked script; null for the clock. */
function toolOf(path: string): string | null {
  if (path === '/time') return null;
  return path === '/dom' ? 'get_elements' : path.slice(1);
}

function ended(why: string): Fault {
  return fault('not-actionable', `The script ended at ${why}`, 'Mend it.');
}

function thrownWords(value: unknown): string {
  const message: unknown = Reflect.get(Object(value), 'message');
  return typeof message === 'string' ? message : String(JSON.stringify(value)).slice(0, 300);
}
