import { createHash } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '../../shared/canonical-json.ts';
import { RunBudget } from '../../shared/protocol/control-messages.ts';
import { type JobWork, jobKeyCharactersMax, ProposedSelectors } from '../../shared/protocol/job-messages.ts';
import { parseJson } from '../../shared/protocol/json.ts';
import { WrittenTemplate } from '../../shared/template.ts';
import { type JobFailure, jobFailure } from './failure.ts';

// What may come in a job, in one of two shapes. The first names a template of this machine:
//   { "job_id": "…", "template": "…", "template_version"?: "…", "parameters"?: {…}, "budget"?: {…}, "execution"?: "…",
//     "repair"?: {…} }
// The second is a whole template, as a sender without a library has it, which must be signed like any other:
//   { "version": "…", "steps": […], … , "job_id"?: "…", "execution"?: "…" }
// `job_id` is the sender's own name of the work and the same at every retry; with `execution` (`$$.Execution.Id`) it
// only needs to be unique within one execution. Without a `job_id` the work itself is the key.

/** Bytes that Step Functions hands over at most. */
export const payloadBytesMax = 262_144;
const parametersMax = 200;

const Name = z.string().min(1).max(200);
const Key = {
  job_id: Name.optional(),
  execution: Name.optional(),
};
const Parameters = z
  .record(z.string().max(60), z.json())
  .refine((given) => Object.keys(given).length <= parametersMax, `at most ${parametersMax} parameters`)
  .default({});

/** A job that names its template. */
export const TemplateJob = z.strictObject({
  ...Key,
  job_id: Name,
  template: Name,
  template_version: z.string().max(100).optional(),
  parameters: Parameters,
  budget: RunBudget.default({}),
  repair: ProposedSelectors.optional(),
});

/** What a bare script may hold beside the keys of a template, which are checked when it is read as one. */
const BareScript = z.looseObject({ version: z.string(), steps: z.array(z.json()), ...Key });
const bareKeys = new Set(Object.keys(WrittenTemplate.shape));

/** Words by which somebody tells a program what to do, instead of saying which work is wanted. */
const instructionKeys = new Set([
  'instruction',
  'instructions',
  'prompt',
  'objective',
  'goal',
  'system',
  'messages',
]);
const secretWords =
  /pass(word|phrase|wd)|secret|credential|api_?key|private_?key|access_?key|token|totp|otp$/i;

export type Job = { readonly key: string; readonly payload_sha256: string; readonly work: JobWork };
export type JobResult =
  | { readonly ok: true; readonly job: Job }
  | { readonly ok: false; readonly failure: JobFailure };

/** Reads a payload; whatever is not exactly one of the two shapes is a failure that says what is wrong. */
export function readPayload(text: string): JobResult {
  const bytes = Buffer.byteLength(text);
  if (bytes > payloadBytesMax) {
    return refused('PayloadTooLarge', `The payload has ${bytes} bytes; at most ${payloadBytesMax} are read.`);
  }
  const parsed = parseJson(Buffer.from(text));
  if (
    !parsed.ok ||
    typeof parsed.value !== 'object' ||
    parsed.value === null ||
    Array.isArray(parsed.value)
  ) {
    return refused('BadPayload', 'The payload is no JSON object.');
  }
  const told = Object.keys(parsed.value).find((key) => instructionKeys.has(key.toLowerCase()));
  if (told !== undefined) {
    const why = `The payload has "${told}". A job names a reviewed template and its values; it cannot say what to do.`;
    return refused('InstructionsNotAccepted', why);
  }
  const secret = secretByValue(parsed.value, '');
  if (secret !== null) {
    const why = `The payload holds a secret by value at ${secret}. Store it where the worker runs and send "secret:NAME".`;
    return refused('SecretByValue', why);
  }
  return 'steps' in parsed.value ? readBare(parsed.value) : readNamed(parsed.value);
}

function readNamed(value: object): JobResult {
  const parsed = TemplateJob.safeParse(value);
  if (!parsed.success) return refused('BadPayload', issueWords(parsed.error));
  const { job_id, execution, template, template_version = null, parameters, budget, repair } = parsed.data;
  const proposed = repair === undefined ? {} : { repair };
  const work = { template, inline: null, template_version, parameters, budget, ...proposed };
  return { ok: true, job: { key: keyOf(job_id, execution), payload_sha256: hashOf(work), work } };
}

function readBare(value: object): JobResult {
  const parsed = BareScript.safeParse(value);
  if (!parsed.success) return refused('BadPayload', issueWords(parsed.error));
  const { job_id, execution, ...script } = parsed.data;
  const stranger = Object.keys(script).find((key) => !bareKeys.has(key));
  if (stranger !== undefined) return refused('BadPayload', `The payload has an unknown key: ${stranger}.`);
  const work = {
    template: null,
    inline: JSON.stringify(script),
    template_version: null,
    parameters: {},
    budget: {},
  };
  const payload_sha256 = hashOf(script);
  return { ok: true, job: { key: keyOf(job_id ?? payload_sha256, execution), payload_sha256, work } };
}

// The parts are written as JSON, so that no two pairs give the same key.
function keyOf(jobId: string, execution: string | undefined): string {
  const key = execution === undefined ? jobId : JSON.stringify([execution, jobId]);
  return key.length <= jobKeyCharactersMax ? key : `sha256:${createHash('sha256').update(key).digest('hex')}`;
}

/** The sender's name of the work, as far as a key still holds it. */
export function jobIdOf(key: string): string {
  const parts = z.tuple([z.string(), z.string()]).safeParse(readJson(key));
  return parts.success ? parts.data[1] : key;
}

function readJson(text: string): unknown {
  const parsed = parseJson(Buffer.from(text));
  return parsed.ok ? parsed.value : null;
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

/** Where a member that is named like a secret holds a text that names none; null: nowhere. */
function secretByValue(value: unknown, path: string): string | null {
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, member] of Object.entries(value)) {
    const at = path === '' ? key : `${path}.${key}`;
    const isValue =
      typeof member === 'string' && member !== '' && !/^(secret:|\{\{parameters\.)/.test(member);
    if (isValue && !Array.isArray(value) && secretWords.test(key)) return at;
    const below = secretByValue(member, at);
    if (below !== null) return below;
  }
  return null;
}

function issueWords(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue?.code === 'unrecognized_keys') {
    return `The payload has an unknown key: ${[...issue.path, issue.keys[0]].join('.')}.`;
  }
  return `The payload is wrong at ${issue?.path.join('.') || 'its top'}: ${issue?.message ?? 'not as expected'}.`;
}

function refused(name: Parameters<typeof jobFailure>[0], cause: string): JobResult {
  return { ok: false, failure: jobFailure(name, cause) };
}
