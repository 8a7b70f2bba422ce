import { z } from 'zod';
import { Bucket } from '../actions.ts';
import { urlCharactersMax } from '../limits.ts';
import { RecordedAct } from '../recording.ts';
import { TemplatePlan } from '../template-plan.ts';
import { controlRequests } from './control-messages.ts';

// What the workflow studio asks of the authority. These requests are in the table of a browser's connection alone, and the
// service worker passes them on for the studio's own page: writing a template is a person's act.

/** Characters of a template's text; what a template file may hold at most. */
export const templateCharactersMax = 500_000;

/** Longest wait of the worker for an answer to one of these requests. */
export const studioAnswerMs = 15_000;
/** Name of the line between the studio's page and the service worker. */
export const studioPortName = 'studio';

/** Edits of one request. */
const editsMax = 200;
const Text = z.string().max(templateCharactersMax);
const FileName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9@._-]{0,200}\.(?:yaml|yml|json)$/, 'must be a file name');
const Hash = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256');

/** Where a template lies: the person's own folder, a folder of the organisation, or with the product. */
const Place = z.enum(['own', 'organisation', 'shipped']);
export const TemplateFileName = z.strictObject({ place: Place, file: FileName });
export type TemplateFileName = z.infer<typeof TemplateFileName>;

/** `broken`: it cannot be run as it is; `reviewed` without a signature that counts here is somebody's word alone. */
export const TemplateState = z.enum(['draft', 'reviewed', 'signed', 'shipped', 'broken']);
export type TemplateState = z.infer<typeof TemplateState>;

export const TemplateListing = z.strictObject({
  ...TemplateFileName.shape,
  id: z.string(),
  version: z.string(),
  title: z.string(),
  description: z.string(),
  steps: z.int(),
  state: TemplateState,
  /** The first thing that is wrong with a broken one; empty otherwise. */
  trouble: z.string(),
});
export type TemplateListing = z.infer<typeof TemplateListing>;

export const TemplateProblem = z.strictObject({
  /** Both from 1; null where the place is not known. */
  line: z.int().nullable(),
  column: z.int().nullable(),
  /** `steps[2].args.selector`. */
  path: z.string(),
  message: z.string(),
});
export type TemplateProblem = z.infer<typeof TemplateProblem>;

const checked = {
  /** What the text says, even where something is wrong with it; null where it is not readable at all. */
  value: z.json().nullable(),
  problems: z.array(TemplateProblem),
  /** What it does, in words; null while anything is wrong. */
  plan: TemplatePlan.nullable(),
};
export const CheckedTemplate = z.strictObject(checked);
export type CheckedTemplate = z.infer<typeof CheckedTemplate>;

const Path = z.array(z.union([z.string().max(200), z.int().min(0).max(1000)])).max(20);

/** One change of a template's text; comments and order of everything else stay. */
export const TemplateEdit = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('set'), path: Path, value: z.json() }),
  z.strictObject({ op: z.literal('remove'), path: Path }),
  z.strictObject({ op: z.literal('insert'), path: Path, index: z.int().min(0).max(1000), value: z.json() }),
  z.strictObject({
    op: z.literal('move'),
    path: Path,
    from: z.int().min(0).max(1000),
    to: z.int().min(0).max(1000),
  }),
]);
export type TemplateEdit = z.infer<typeof TemplateEdit>;

/** One planned act and what the rules in force say to it. */
export const JudgedAct = z.strictObject({
  step_id: z.string(),
  words: z.string(),
  bucket: Bucket,
  resource: z.string(),
  decision: z.enum(['allow', 'ask', 'deny']),
  reason: z.string(),
  policies: z.array(z.string()),
});
export type JudgedAct = z.infer<typeof JudgedAct>;

export const studioRequests = {
  'template.library': {
    params: z.strictObject({}),
    result: z.strictObject({ folder: z.string(), templates: z.array(TemplateListing) }),
  },
  'template.read': {
    params: TemplateFileName,
    result: z.strictObject({ text: z.string(), hash: Hash, state: TemplateState }),
  },
  'template.check': { params: z.strictObject({ text: Text }), result: CheckedTemplate },
  /** Makes changes in the text and checks what comes of them. */
  'template.edit': {
    params: z.strictObject({ text: Text, edits: z.array(TemplateEdit).min(1).max(editsMax) }),
    result: z.strictObject({ text: z.string(), ...checked }),
  },
  /** The whole plan with these parameters, judged and not done. Nothing is opened and nothing is read. */
  'template.judge': {
    params: z.strictObject({ text: Text, parameters: z.record(z.string().max(60), z.json()) }),
    result: z.strictObject({ acts: z.array(JudgedAct), problems: z.array(TemplateProblem) }),
  },
  /** What changed since the version that is stored under this id. */
  'template.diff': {
    params: z.strictObject({ text: Text }),
    result: z.strictObject({
      /** `id 1.0.0, in FILE`; null: there is none. */
      against: z.string().nullable(),
      changes: z.array(z.strictObject({ weight: z.enum(['reach', 'doing', 'words']), text: z.string() })),
    }),
  },
  /** Writes a draft into the person's own folder. What was changed there since it was read is never overwritten. */
  'template.save': {
    params: z.strictObject({ text: Text, file: FileName.nullable(), known: Hash.nullable() }),
    result: z.strictObject({ file: FileName, hash: Hash, text: z.string() }),
  },
  /** Writes a request for review beside the person's templates: what it does, what changed, how to sign it. */
  'template.submit': {
    params: z.strictObject({ file: FileName, known: Hash }),
    result: z.strictObject({ request: z.string(), commands: z.array(z.string()) }),
  },
} as const;

/** What the studio asks besides, as the panel does: the names of stored secrets, for a dry run. */
export const studioLookUps = { 'secret.list': controlRequests['secret.list'] } as const;

/** studio → worker, answered by the worker itself. */
export const recordingRequests = {
  /** Opens the address in a new tab and records what the person does there, until she finishes or the tab is closed. */
  'recording.start': {
    params: z.strictObject({ url: z.url({ protocol: /^https?$/ }).max(urlCharactersMax) }),
    result: z.strictObject({}),
  },
  'recording.stop': { params: z.strictObject({}), result: z.strictObject({}) },
} as const;

/** worker → studio. */
export const recordingEvents = {
  'recording.told': { params: z.strictObject({ act: RecordedAct }) },
  'recording.ended': { params: z.strictObject({ why: z.enum(['finished', 'closed', 'full']) }) },
} as const;
