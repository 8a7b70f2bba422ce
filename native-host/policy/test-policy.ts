import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PolicyQuestion } from '../../shared/policy-question.ts';
import { explainQuestion } from './explain-question.ts';
import { type LoadedPolicy, loadPolicy, type PolicyLoad } from './load-policy.ts';
import { type PolicyCase, readPolicyCases } from './policy-cases.ts';
import type { PolicyProblem } from './policy-file.ts';
import type { PolicyFile, PolicySources } from './policy-sources.ts';
import type { Question } from './question.ts';
import { questionOf } from './question-of.ts';
import type { Explanation } from './verdict.ts';

/** The product's own rules, and the engine's worker. */
export type PolicyTools = { readonly policiesFolder: string; readonly workerUrl: URL };

export type CaseOutcome = {
  /** The case in words: its own, or its call. */
  readonly name: string;
  readonly line: number;
  readonly expected: string;
  readonly decided: string;
  readonly policies: readonly string[];
  readonly reason: string;
  readonly ok: boolean;
};
type NotRead = { readonly ok: false; readonly problems: readonly PolicyProblem[] };
export type PolicyTest =
  | { readonly ok: true; readonly policy: string | null; readonly outcomes: readonly CaseOutcome[] }
  | NotRead;
type OneAnswer = { readonly ok: true; readonly explanation: Explanation } | NotRead;

/** Judges every case of a file under the policies that the file names (or under `policy`), and nothing else. */
export async function testPolicy(
  file: string,
  policy: string | null,
  tools: PolicyTools,
): Promise<PolicyTest> {
  const read = readPolicyCases(file);
  if (!read.ok) return read;
  const { cases, organisation, overlays } = read.value;
  const person = policy ?? read.value.policy;
  const opened = await openPolicyFiles({ person, organisation, overlays }, tools);
  if (!opened.ok) return opened;
  const outcomes: CaseOutcome[] = [];
  for (const one of cases) outcomes.push(await outcomeOf(one, opened.policy, person));
  await opened.policy.engine.close();
  return { ok: true, policy: person, outcomes };
}

type PlacedCase = { readonly line: number; readonly case: PolicyCase };

async function outcomeOf(
  { line, case: one }: PlacedCase,
  policy: LoadedPolicy,
  person: string | null,
): Promise<CaseOutcome> {
  const { case: name, expect: expected, by, ...asked } = one;
  const question = questionOf(asked);
  const at = {
    name: name ?? callWords(asked),
    line,
    expected: by === undefined ? expected : `${expected} by ${by}`,
  };
  if (!question.ok) {
    const reason = `${question.fault.message} ${question.fault.hint}`;
    return { ...at, decided: 'no answer', policies: [], reason, ok: false };
  }
  const { verdict } = await explainQuestion(question.value, policy, person ?? 'policy.yaml');
  const { decision: decided, policies, reason } = verdict;
  const isRight = decided === expected && (by === undefined || policies.includes(by));
  return { ...at, decided, policies, reason, ok: isRight };
}

/** One question under one policy file alone, with the rules that always hold. */
export async function explainUnderFile(
  question: Question,
  file: string,
  tools: PolicyTools,
): Promise<OneAnswer> {
  const opened = await openPolicyFiles({ person: file, organisation: null, overlays: [] }, tools);
  if (!opened.ok) return opened;
  const explanation = await explainQuestion(question, opened.policy, file);
  await opened.policy.engine.close();
  return { ok: true, explanation };
}

type Files = {
  readonly person: string | null;
  readonly organisation: string | null;
  readonly overlays: readonly string[];
};

async function openPolicyFiles(
  { person, organisation, overlays }: Files,
  { policiesFolder, workerUrl }: PolicyTools,
): Promise<PolicyLoad> {
  const problems: PolicyProblem[] = [];
  const textOf = async (path: string): Promise<PolicyFile> => {
    try {
      return { path, text: await readFile(path, 'utf8') };
    } catch {
      problems.push({ file: path, line: null, message: 'The file cannot be read.' });
      return { path, text: '' };
    }
  };
  const own = (name: string): Promise<PolicyFile> => textOf(join(policiesFolder, name));
  const sources: PolicySources = {
    schema: await own('schema.cedarschema'),
    always: await own('always.cedar'),
    defaults: await own('default.yaml'),
    person: person === null ? null : await textOf(person),
    machine: organisation === null ? null : await textOf(organisation),
    overlays: await Promise.all(overlays.map(textOf)),
  };
  if (problems.length > 0) return { ok: false, problems };
  return loadPolicy(sources, new Map(), { workerUrl });
}

function callWords({ tool, bucket, url, folder, target }: PolicyQuestion): string {
  const what = [tool, bucket === undefined ? '' : `(${bucket})`, target === undefined ? '' : `"${target}"`];
  const where = url ?? folder;
  return [...what, where === undefined ? '' : `on ${where}`].filter((part) => part !== '').join(' ');
}
