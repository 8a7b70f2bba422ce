import { z } from 'zod';
import { Bucket, PageId } from '../actions.ts';
import { objectiveCharactersMax } from '../objective.ts';
import { PasskeyProof, passkeyRequests } from '../passkey.ts';
import { Receipt, ReconcileFinding } from '../receipt.ts';
import { ApprovalRequest, ApprovalScope, RunEvent, RunView } from '../run.ts';
import { TemplateStanding } from './template-choice-messages.ts';

// What the side panel and the command line ask of the authority. The panel's requests pass through the extension's
// service worker, which lets through only these methods and only from the panel's own page.

/** What a run may use up before it is ended. */
export const RunBudget = z.strictObject({
  acts: z.int().min(1).max(100_000).optional(),
  sites: z.int().min(1).max(1_000).optional(),
  minutes: z.number().min(0.1).max(10_080).optional(),
  tokens: z.int().min(1).max(100_000_000).optional(),
});
export type RunBudget = z.infer<typeof RunBudget>;

export const RunOptions = z.strictObject({
  /** Browser profile to run in; null: the only one connected, or a fault that lists them. */
  profile: z.string().nullable(),
  /** Folder to file results into; null: the template's own destination. */
  out: z.string().max(4096).nullable(),
  /** Name of the filed file with `{vendor}`-style fields; null: the template's own. */
  name_pattern: z.string().max(300).nullable(),
  /** Nobody can be asked: what would ask is denied. */
  unattended: z.boolean(),
  /** What the template's selectors mean is written down as the run comes to them. */
  record: z.boolean().optional(),
  /** Bounds of this run; each left out is that of config.yaml, and none can go above it. */
  budget: RunBudget.optional(),
});
export type RunOptions = z.infer<typeof RunOptions>;

export const ObjectiveOptions = z.strictObject({
  profile: RunOptions.shape.profile,
  unattended: RunOptions.shape.unattended,
  budget: RunOptions.shape.budget,
  /** Nothing but reading is offered to the model, and nothing else is done. */
  read_only: z.boolean(),
  /** The model as `provider/name`, or a name alone; null: the one in use. */
  model: z.string().max(300).nullable(),
  /** The search provider's name; null: that of config.yaml. */
  search: z.string().max(100).nullable(),
});
export type ObjectiveOptions = z.infer<typeof ObjectiveOptions>;

/** What is known of one model that can be used. */
export const ModelListing = z.strictObject({
  /** `provider/name`, as `model.use` and `--model` take it. */
  id: z.string(),
  provider: z.string(),
  name: z.string(),
  /** Where it is: `http://127.0.0.1:1234`, `api.openai.com`, `this browser`, `in LocalAgent`. */
  place: z.string(),
  remote: z.boolean(),
  context_tokens: z.int().nullable(),
  /** The one that is used when none is named. */
  in_use: z.boolean(),
});
export type ModelListing = z.infer<typeof ModelListing>;

export const TemplateParameter = z.strictObject({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  type: z.enum(['string', 'integer', 'number', 'boolean', 'url', 'secret', 'date', 'month']),
  required: z.boolean(),
  pattern: z.string().nullable(),
  options: z.array(z.string()).nullable(),
  default: z.json().nullable(),
});
export type TemplateParameter = z.infer<typeof TemplateParameter>;

export const TemplateSummary = z.strictObject({
  id: z.string(),
  version: z.string(),
  title: z.string(),
  description: z.string(),
  parameters: z.array(TemplateParameter),
  steps: z.array(z.strictObject({ id: z.string(), title: z.string(), tool: z.string(), bucket: Bucket })),
  review: z.enum(['draft', 'reviewed']),
  standing: TemplateStanding.optional(),
});
export type TemplateSummary = z.infer<typeof TemplateSummary>;

export const ProfileInfo = z.strictObject({
  name: z.string(),
  browser_name: z.string(),
  browser_version: z.string(),
  extension_version: z.string(),
  connected_at: z.iso.datetime(),
  pages: z.int(),
});
export type ProfileInfo = z.infer<typeof ProfileInfo>;

export const PolicyRule = z.strictObject({
  /** Verdicts name the rule by this id and what follows a dot: `write`, `organisation.machine.tool.download`. */
  id: z.string(),
  bucket: Bucket,
  mode: z.enum(['allow-all', 'deny-all', 'allow-list', 'block-list']),
  approve: z.boolean(),
  resources: z.array(z.string()),
  /** Where the rule stands: `policy.yaml`, `organisation`, `default`. */
  source: z.string(),
  /** The rule in words for the person. */
  words: z.string(),
});

/** A rule that stands beside the buckets. */
export const StandingRule = z.strictObject({
  id: z.string(),
  words: z.string(),
  /** `always`: no setting takes it away; `organisation`; else the overlay file that it stands in. */
  source: z.string(),
});

/** A policy of the organisation that keeps LocalAgent from its work in a connected browser. */
export const PolicyInTheWay = z.strictObject({
  browser_name: z.string(),
  /** The policy, as the browser's vendor calls it. */
  policy: z.string(),
  /** What it does, in one sentence that names it. */
  sentence: z.string(),
  /** What whoever sets the policies can do. */
  remedy: z.string(),
});
export type PolicyInTheWay = z.infer<typeof PolicyInTheWay>;

const empty = z.strictObject({});
export const controlRequests = {
  ...passkeyRequests,
  'status.get': {
    params: empty,
    result: z.strictObject({
      host_version: z.string(),
      protocol: z.int(),
      home: z.string(),
      pid: z.int(),
      profiles: z.array(ProfileInfo),
      policy: z.array(PolicyRule),
      standing_rules: z.array(StandingRule),
      policy_error: z.string().nullable(),
      /** The organisation has switched LocalAgent off: who, where and why, in a sentence. */
      switched_off: z.string().nullable(),
      policies_in_the_way: z.array(PolicyInTheWay),
      ledger_read_only: z.boolean(),
      approvals: z.array(ApprovalRequest),
      /** Stands on every question that is LocalAgent's own; no page and no model is ever told it. */
      phrase: z.string(),
      active_runs: z.array(RunView),
    }),
  },
  'template.list': { params: empty, result: z.strictObject({ templates: z.array(TemplateSummary) }) },
  'secret.list': {
    params: empty,
    result: z.strictObject({
      secrets: z.array(z.strictObject({ name: z.string(), sites: z.array(z.string()) })),
    }),
  },
  'run.start': {
    params: z.strictObject({
      template: z.string().max(200),
      parameters: z.record(z.string(), z.json()),
      options: RunOptions,
    }),
    result: z.strictObject({ run_id: z.string() }),
  },
  /** Goes on with a run that a crash cut off, as a run of its own; a fault says why it cannot. */
  'run.continue': {
    params: z.strictObject({
      run_id: z.string().max(100),
      options: RunOptions.pick({ profile: true, unattended: true, budget: true }),
    }),
    result: z.strictObject({ run_id: z.string() }),
  },
  /** Begins to work on an objective; a model that cannot be used is a fault and no run. */
  'objective.start': {
    params: z.strictObject({
      objective: z.string().trim().min(1).max(objectiveCharactersMax),
      /** Where to begin: a page that is open now, and what the person has selected there; both null: at a search. */
      page: PageId.nullable(),
      selection: z.string().max(20_000).nullable(),
      /** The run that this one follows up: its objective, findings and answer are told to the model. */
      follows: z.string().nullable(),
      options: ObjectiveOptions,
    }),
    result: z.strictObject({ run_id: z.string() }),
  },
  /** False: it was answered, timed out or its run moved on before. */
  'question.answer': {
    params: z.strictObject({ question_id: z.uuid(), text: z.string().max(4_000) }),
    result: z.strictObject({ counted: z.boolean() }),
  },
  /** Every model that was found now, on this machine first; and for each place that was tried and gave none, why. */
  'model.list': {
    params: empty,
    result: z.strictObject({
      models: z.array(ModelListing),
      tried: z.array(z.strictObject({ provider: z.string(), place: z.string(), trouble: z.string() })),
    }),
  },
  /** Chooses the model for later runs; null: whichever is found first. */
  'model.use': { params: z.strictObject({ model: z.string().max(300).nullable() }), result: empty },
  /** Asks the model one short question in the form that runs use, and says how it went. */
  'model.test': {
    params: z.strictObject({ model: z.string().max(300).nullable() }),
    result: z.strictObject({
      model: ModelListing,
      /** It answered in the form that was asked for. */
      structured: z.boolean(),
      duration_ms: z.int(),
      /** Tokens a second; null: too short to tell. */
      read_per_second: z.number().nullable(),
      written_per_second: z.number().nullable(),
      /** What a person should know: slow, small context, form not kept. */
      remarks: z.array(z.string()),
    }),
  },
  'run.cancel': {
    params: z.strictObject({ run_id: z.string() }),
    result: z.strictObject({ cancelled: z.boolean() }),
  },
  /** The person takes over: nothing more of the run is done until it is resumed. False: it does not run, or is paused already. */
  'run.pause': {
    params: z.strictObject({ run_id: z.string() }),
    result: z.strictObject({ paused: z.boolean() }),
  },
  /** The person hands back; the run looks at the page anew before it goes on. */
  'run.resume': {
    params: z.strictObject({ run_id: z.string() }),
    result: z.strictObject({ resumed: z.boolean() }),
  },
  /** Stops every run, and every call of command lines and MCP clients. */
  'work.stop': {
    params: empty,
    result: z.strictObject({ runs: z.int().nonnegative(), calls: z.int().nonnegative() }),
  },
  'run.list': {
    params: z.strictObject({ limit: z.int().min(1).max(200) }),
    result: z.strictObject({ runs: z.array(RunView) }),
  },
  /** Every event of one run so far; later ones arrive as `run.event` to every connected surface. */
  'run.events': {
    params: z.strictObject({ run_id: z.string() }),
    result: z.strictObject({ events: z.array(RunEvent) }),
  },
  'run.report': {
    params: z.strictObject({ run_id: z.string() }),
    result: z.strictObject({ markdown: z.string() }),
  },
  /** Opens the folder of a file that the run's own receipts name, or of its report, in the person's file manager. */
  'file.show': { params: z.strictObject({ run_id: z.string(), path: z.string().max(4_096) }), result: empty },
  'approval.answer': {
    params: z.strictObject({
      approval_id: z.uuid(),
      answer: z.enum(['approved', 'denied']),
      /** For `approved`; one that the question did not offer is refused. Left out: this once. */
      scope: ApprovalScope.optional(),
      /** Where the rules of approvals want a passkey; without it, or with a wrong one, the question stays open. */
      passkey: PasskeyProof.optional(),
    }),
    /** False: the approval was answered, timed out or its run moved on before; nothing changed. */
    result: z.strictObject({ counted: z.boolean() }),
  },
  'receipt.list': {
    params: z.strictObject({ run_id: z.string().nullable(), limit: z.int().min(1).max(500) }),
    result: z.strictObject({ receipts: z.array(Receipt) }),
  },
  /** Acts whose outcome is not known and that nobody has settled yet, oldest first. */
  'ledger.unsettled': { params: empty, result: z.strictObject({ receipts: z.array(Receipt) }) },
  /** What a person found out about one of them. */
  'ledger.reconcile': {
    params: z.strictObject({
      call_id: z.string().max(100),
      finding: ReconcileFinding,
      note: z.string().max(1_000),
    }),
    result: z.strictObject({ unsettled: z.int() }),
  },
} as const;

/** authority → panel and command line. */
export const controlEvents = {
  'run.event': { params: z.strictObject({ event: RunEvent }) },
  'approval.requested': { params: z.strictObject({ approval: ApprovalRequest }) },
  'approval.closed': {
    params: z.strictObject({ approval_id: z.string(), answer: z.enum(['approved', 'denied', 'timeout']) }),
  },
  'status.changed': { params: z.strictObject({}) },
} as const;
