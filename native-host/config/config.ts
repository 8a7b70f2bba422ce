import { z } from 'zod';
import { PasskeyMode } from '../../shared/passkey.ts';
import { modelsConfig } from './models-config.ts';

// config.yaml, whole: every key with its type, default, range and what it is for. The table in the
// documentation and `localagent config` are made from this schema.

export const browserFamilies = ['chrome', 'chromium', 'edge', 'brave', 'vivaldi'] as const;

const path = z.string().min(1).max(4_096);

const browser = z.strictObject({
  executable: path
    .nullable()
    .default(null)
    .describe(
      'The browser program to start for unattended runs; null: the first one found, as `prefer` orders.',
    ),
  prefer: z
    .array(z.enum(browserFamilies))
    .min(1)
    .max(browserFamilies.length)
    .refine((list) => new Set(list).size === list.length, 'each browser at most once')
    .default([...browserFamilies])
    .describe('Browsers to look for, best first.'),
});

const files = z.strictObject({
  folder: path
    .default('~/LocalAgent')
    .describe('The folder that results are filed below, where a template names none.'),
});

const authority = z.strictObject({
  idle_minutes: z
    .number()
    .min(0)
    .max(1_440)
    .default(5)
    .describe(
      'Minutes after the last connection and the last work until the background process ends; 0: at once.',
    ),
});

const approvals = z.strictObject({
  timeout_seconds: z
    .int()
    .min(10)
    .max(3_600)
    .default(120)
    .describe('Seconds that a question waits for an answer before it counts as denied.'),
  asks_max: z
    .int()
    .min(1)
    .max(1_000)
    .default(12)
    .describe('Questions that one run may ask within the window; then it pauses, and says so.'),
  denials_max: z
    .int()
    .min(1)
    .max(1_000)
    .default(3)
    .describe('Denials within the window after which a run or session asks no more.'),
  window_minutes: z
    .int()
    .min(1)
    .max(1_440)
    .default(10)
    .describe('The window, in minutes, in which questions and denials are counted.'),
  passkey: PasskeyMode.default('off').describe(
    'Whether a yes to deleting and to admin acts takes a passkey, in the side panel: `delete_admin` or `off`.',
  ),
});

const runs = z.strictObject({
  acts_max: z.int().min(1).max(100_000).default(2_000).describe('Acts that one run may make.'),
  sites_max: z.int().min(1).max(1_000).default(50).describe('Sites that one run may touch.'),
  minutes_max: z
    .number()
    .min(0.1)
    .max(10_080)
    .default(120)
    .describe('Minutes that one run may take, without those in which it was paused.'),
  tokens_max: z
    .int()
    .min(1)
    .max(100_000_000)
    .default(2_000_000)
    .describe('Tokens that the models of one run may take, those that they read and those that they write.'),
});

const codeMode = z.strictObject({
  auto_approve: z
    .enum(['none', 'low', 'medium', 'high'])
    .default('low')
    .describe(
      'Scripts up to this risk run without a question of their own; what the policy asks is asked all the same.',
    ),
});

const logs = z.strictObject({
  level: z
    .enum(['error', 'warn', 'info', 'debug'])
    .default('info')
    .describe('How much is written to the log.'),
});

const templates = z.strictObject({
  folders: z
    .array(path)
    .max(20)
    .default([])
    .describe(
      'Further folders with workflow templates, beside the shipped ones and those of the data folder.',
    ),
});

const ledger = z.strictObject({
  retention_days: z
    .int()
    .min(1)
    .max(36_500)
    .nullable()
    .default(null)
    .describe('Days after which rows of the ledger are removed, up to a signed checkpoint; null: never.'),
  anchors: path
    .nullable()
    .default(null)
    .describe(
      'The file that signed checkpoints of the ledger are added to, best on another disk or share; null: `ledger-anchors.jsonl` in the data folder.',
    ),
});

const webAddress = z.url({ protocol: /^https?$/ }).max(2_000);

const search = z.strictObject({
  provider: z
    .enum(['duckduckgo', 'searxng', 'brave', 'url-template'])
    .default('duckduckgo')
    .describe('The search engine that objective runs ask, through the browser like any page.'),
  searxng_url: webAddress
    .nullable()
    .default(null)
    .describe('The address of a SearXNG instance, for `provider: searxng`.'),
  template_url: webAddress
    .includes('{query}')
    .nullable()
    .default(null)
    .describe(
      'The address of any page that searches, with `{query}` where the words go, for `provider: url-template`.',
    ),
  template_results: z
    .string()
    .min(1)
    .max(500)
    .nullable()
    .default(null)
    .describe(
      'CSS selector of one result on that page; null: list entries and articles with a heading that is a link.',
    ),
});

const name = z.string().min(1).max(80);
const seconds = (least: number, most: number) => z.int().min(least).max(most);

const jobs = z.strictObject({
  activity_arn: z
    .string()
    .regex(/^arn:aws[a-z-]*:states:[a-z0-9-]+:\d{12}:activity:.{1,80}$/, 'must be the ARN of an activity')
    .nullable()
    .default(null)
    .describe('The Step Functions activity that `localagent worker` takes jobs from; null: none.'),
  worker_name: name
    .nullable()
    .default(null)
    .describe('What the worker calls itself to Step Functions; null: the name of the machine.'),
  aws_profile: name
    .nullable()
    .default(null)
    .describe("Profile of the AWS configuration; null: as AWS's own tools choose (role, SSO, environment)."),
  aws_region: name.nullable().default(null).describe('AWS region; null: that of the ARN.'),
  endpoint: z
    .url()
    .nullable()
    .default(null)
    .describe('Another address of Step Functions, for tests and proxies.'),
  poll_interval_ms: z
    .int()
    .min(100)
    .max(60_000)
    .default(1_000)
    .describe('Milliseconds between the end of one long poll and the next.'),
  heartbeat_interval_secs: seconds(1, 3_600)
    .default(30)
    .describe("Seconds between heartbeats of a job: a third of the state's HeartbeatSeconds, or less."),
  concurrency: z.int().min(1).max(16).default(1).describe('Jobs that one worker works on at once.'),
  profile: name
    .default('jobs')
    .describe(
      'Browser profile of the worker; each further job at once has one of its own, `jobs-2` and so on.',
    ),
  browser_jobs_max: z
    .int()
    .min(1)
    .max(10_000)
    .default(50)
    .describe('Jobs after which a browser is started anew, so that its memory does not grow for ever.'),
  drain_seconds: seconds(0, 3_600)
    .default(60)
    .describe('Seconds that running jobs get to finish when the worker is told to end.'),
  trusted_keys: z
    .array(z.string().regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in base64'))
    .max(100)
    .default([])
    .describe(
      "Ed25519 public keys; jobs run templates that one of them signed, beside those of the organisation's keys.",
    ),
});

const artifacts = z.strictObject({
  folder: path
    .default('~/LocalAgent/artifacts')
    .describe('The folder that artifacts are stored in, where no bucket is named.'),
  bucket: name
    .nullable()
    .default(null)
    .describe('The S3 bucket that artifacts are stored in; null: the folder.'),
  prefix: z
    .string()
    .max(200)
    .regex(/^([A-Za-z0-9_-][A-Za-z0-9._-]*\/)*$/, 'must be empty or end with "/"')
    .default('localagent/')
    .describe("What keys begin with; the run's id, the content's hash and the name follow."),
  aws_profile: jobs.shape.aws_profile,
  aws_region: name.nullable().default(null).describe("AWS region; null: as AWS's own tools choose."),
  endpoint: z.url().nullable().default(null).describe('Another address of S3, for tests and other makers.'),
  encryption: z
    .enum(['none', 'AES256', 'aws:kms'])
    .default('AES256')
    .describe('Encryption that S3 is told to use; `none`: whatever the bucket does by itself.'),
  kms_key: z
    .string()
    .min(1)
    .max(2_048)
    .nullable()
    .default(null)
    .describe("Key for `aws:kms`; null: the account's own."),
  part_mb: z
    .int()
    .min(5)
    .max(1_000)
    .default(16)
    .describe('Files above this many MiB go in parts, and can go on.'),
  link_minutes: z
    .int()
    .min(0)
    .max(10_080)
    .default(0)
    .describe('Minutes that a link to an artifact opens it for whoever has the link; 0: none is made.'),
});

export const Config = z.strictObject({
  browser: browser.prefault({}),
  files: files.prefault({}),
  authority: authority.prefault({}),
  approvals: approvals.prefault({}),
  code_mode: codeMode.prefault({}),
  runs: runs.prefault({}),
  logs: logs.prefault({}),
  templates: templates.prefault({}),
  ledger: ledger.prefault({}),
  models: modelsConfig.prefault({}),
  search: search.prefault({}),
  jobs: jobs.prefault({}),
  artifacts: artifacts.prefault({}),
});
/** Every key filled in, frozen, `~` in paths replaced. Parts of the host are given their slice of it. */
export type Config = Readonly<{ [K in keyof ConfigShape]: Readonly<ConfigShape[K]> }>;
type ConfigShape = z.infer<typeof Config>;
