import { z } from 'zod';
import { PasskeyMode } from '../../shared/passkey.ts';
import { artifacts, jobs, metrics, profiles } from './job-settings.ts';
import { modelsConfig } from './models-config.ts';
import { repairConfig } from './repair-config.ts';

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
  repair: repairConfig.prefault({}),
  search: search.prefault({}),
  jobs: jobs.prefault({}),
  artifacts: artifacts.prefault({}),
  profiles: profiles.prefault({}),
  metrics: metrics.prefault({}),
});
/** Every key filled in, frozen, `~` in paths replaced. Parts of the host are given their slice of it. */
export type Config = Readonly<{ [K in keyof ConfigShape]: Readonly<ConfigShape[K]> }>;
type ConfigShape = z.infer<typeof Config>;
