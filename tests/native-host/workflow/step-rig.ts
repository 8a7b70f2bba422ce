import { stepPatterns } from '../../../native-host/authority/step-patterns.ts';
import { createRunScript } from '../../../native-host/authority/step-scripts.ts';
import type { ScriptShelf } from '../../../native-host/workflow/cite-scripts.ts';
import { compile, type Plan } from '../../../native-host/workflow/compile.ts';
import { type LoadedTemplate, parseTemplate } from '../../../native-host/workflow/parse-template.ts';
import type { AskModel } from '../../../native-host/workflow/ports.ts';
import { runTemplate } from '../../../native-host/workflow/run-template.ts';
import { ok, type Result } from '../../../shared/faults.ts';
import type { StepAnswer, StepQuestion } from '../../../shared/prompt-answer.ts';
import type { Verdict } from '../../../shared/receipt.ts';
import type { PlannedCall, RunEventBody } from '../../../shared/run.ts';
import { runHere } from '../../fakes/code-rig.ts';
import { FakeCalls, type Script } from './fake-calls.ts';
import { paperRun } from './paper-run.ts';
import { valueIn } from './shipped.ts';

// Templates with code and prompt steps, run over a gate of paper: scripts by the real interpreter, in this process.

export const head = `id: small
version: 1.0.0
title: Small job
description: For tests.
sites: ["https://a.example.com"]
parameters:
  word: { type: string, title: Word, default: red }
  login: { type: secret, title: Password, default: "secret:portal" }
steps:
`;
export const look = '  - { id: look, title: Look, tool: get_text, buckets: [read] }\n';

export function load(text: string, shelf?: ScriptShelf): Result<LoadedTemplate> {
  return parseTemplate(text, 'small.yaml', stepPatterns, () => null, shelf);
}

export function plan(loaded: LoadedTemplate, parameters = {}): Result<Plan> {
  const means = { patterns: stepPatterns, folderOf: (text: string) => text, now: () => 0 };
  return compile(loaded, { parameters, options: { out: null, name_pattern: null } }, means);
}

type Extra = {
  readonly verdict?: (call: PlannedCall) => Verdict;
  readonly answer?: (asked: StepQuestion) => Result<StepAnswer>;
  readonly shelf?: ScriptShelf;
};

/** Runs a template and tells everything that came of it. */
export async function run(text: string, script: Script, extra: Extra = {}) {
  const calls = new FakeCalls(script, extra.verdict);
  const events: RunEventBody[] = [];
  const asked: StepQuestion[] = [];
  const askModel: AskModel = async (question) => {
    asked.push(question);
    return extra.answer?.(question) ?? ok({ answer: null, unsupported: [] });
  };
  const end = await runTemplate(valueIn(plan(valueIn(load(text, extra.shelf)))), {
    ...paperRun(calls, events),
    patterns: stepPatterns,
    runScript: createRunScript({ runner: runHere, gate: { currentPage: () => null }, originOf: () => null }),
    askModel,
  });
  const steps = events.flatMap((event) => (event.type === 'step.finished' ? [event.step] : []));
  return { end, calls, events, steps, asked };
}
