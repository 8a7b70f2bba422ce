import { homedir } from 'node:os';
import { type Document, LineCounter, parseDocument, visit } from 'yaml';
import { z } from 'zod';
import { Bucket } from '../../shared/actions.ts';
import { tools } from '../../shared/tools/index.ts';
import { lineOf } from './line-of.ts';
import { parseResourceRule, type ResourceRule } from './resource-rule.ts';
import { readUnasked, type Unasked, UnaskedText } from './unasked.ts';

// The form of policy.yaml, of the machine-wide policy.yaml and of the browser's managed storage:
//   version: 1
//   unasked?: [{ tool, site }]   (in the person's file alone)
//   read | write | delete | admin: { mode, resources?, except?, approve?, tools?: { NAME: the same without tools } }
// The last two may also hold what only an organisation says: organisation, disabled, disabled_reason, trusted_template_keys.

export const PolicyMode = z.enum(['allow-all', 'deny-all', 'allow-list', 'block-list']);
export type PolicyMode = z.infer<typeof PolicyMode>;

/** Entries of one list; a decision costs the same whatever their number. */
const resourcesMax = 100_000;
/** Bytes of one policy file; room for the longest lists. */
export const policyBytesMax = 8 * 1024 * 1024;
/** Problems told at once. */
const problemsMax = 20;

const ruleShape = {
  mode: PolicyMode,
  /** What the list mode lists. */
  resources: z.array(z.string()).max(resourcesMax).optional(),
  /** Block list only: exact origins that stay allowed, though blocked, private or not encrypted. */
  except: z.array(z.string()).max(1000).optional(),
  /** Ask the person before each such call. */
  approve: z.boolean().default(false),
};
const RuleText = z.strictObject(ruleShape);
const BucketText = z.strictObject({ ...ruleShape, tools: z.record(z.string(), RuleText).default({}) });
const PolicyText = z.strictObject({
  version: z.literal(1),
  read: BucketText.optional(),
  write: BucketText.optional(),
  delete: BucketText.optional(),
  admin: BucketText.optional(),
});
const PersonText = PolicyText.extend({ unasked: UnaskedText });
const OrganisationText = PolicyText.extend({
  /** Its name, for telling people whose rule it is. */
  organisation: z.string().min(1).max(100).optional(),
  /** Everything is denied, everywhere, until it is taken away. */
  disabled: z.boolean().default(false),
  disabled_reason: z.string().max(300).optional(),
  /** Ed25519 public keys (32 bytes, base64); a template signed with one counts as reviewed and accepted. */
  trusted_template_keys: z
    .array(z.string().regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in base64'))
    .max(100)
    .default([]),
});
type RuleText = z.infer<typeof RuleText>;

/** What an organisation says besides rules. */
export type OrganisationOrders = {
  readonly name: string | null;
  readonly disabled: boolean;
  readonly reason: string | null;
  readonly templateKeys: readonly string[];
};
/** Whose file it is: only an organisation's may hold its orders. */
export type LayerKind = 'person' | 'organisation';

export type PolicyRuleSpec = {
  readonly mode: PolicyMode;
  readonly approve: boolean;
  /** As written, for showing. */
  readonly resources: readonly string[];
  readonly listed: readonly ResourceRule[];
  readonly except: readonly ResourceRule[];
};
export type BucketSpec = PolicyRuleSpec & { readonly tools: ReadonlyMap<string, PolicyRuleSpec> };
export type PolicyLayer = ReadonlyMap<Bucket, BucketSpec>;

export type PolicyProblem = {
  readonly file: string;
  readonly line: number | null;
  readonly message: string;
};
export type LayerResult =
  | {
      readonly ok: true;
      readonly layer: PolicyLayer;
      readonly orders: OrganisationOrders;
      /** The person's alone: what is not asked about any more. */
      readonly unasked?: readonly Unasked[];
    }
  | { readonly ok: false; readonly problems: readonly PolicyProblem[] };

export const noOrders: OrganisationOrders = { name: null, disabled: false, reason: null, templateKeys: [] };

type Path = readonly PropertyKey[];
type Finding = { readonly path: Path; readonly message: string };

/** Reads the text of a policy file; every problem names its line. */
export function parsePolicyText(
  text: string,
  file: string,
  home: string = homedir(),
  kind: LayerKind = 'person',
): LayerResult {
  const bytes = Buffer.byteLength(text);
  const whole = (message: string): LayerResult => ({ ok: false, problems: [{ file, line: 1, message }] });
  if (bytes > policyBytesMax)
    return whole(`The file has ${bytes} bytes; at most ${policyBytesMax} are read.`);
  const lines = new LineCounter();
  const yaml = readYaml(text, lines);
  if (yaml === 'too-deep') return whole('The file nests too deeply to be read.');
  if (yaml === 'aliases')
    return whole('Anchors and aliases ("&" and "*") are not read. Write the values out.');
  const { document, value } = yaml;
  if (document.errors.length > 0) {
    const problems = document.errors.slice(0, problemsMax).map((error) => {
      const message = `This is not valid YAML: ${error.message.split('\n')[0] ?? ''}`.replace(
        / at line .*$/,
        '.',
      );
      return { file, line: lines.linePos(error.pos[0]).line, message };
    });
    return { ok: false, problems };
  }
  if (document.contents === null) return whole('The file is empty. Begin with "version: 1".');
  const read = readLayer(value, home, kind);
  if (read.ok) return read;
  const problems = read.findings.map(({ path, message }) => ({
    file,
    line: lineOf(document, lines, path),
    message,
  }));
  return { ok: false, problems };
}

/** Reads an organisation's form as an object, from the browser's managed storage; problems name the path, not a line. */
export function parsePolicyObject(value: unknown, source: string, home: string = homedir()): LayerResult {
  const read = readLayer(value, home, 'organisation');
  if (read.ok) return read;
  const problems = read.findings.map(({ path, message }) => {
    const place = path.length === 0 ? '' : `${path.map(String).join('.')}: `;
    return { file: source, line: null, message: `${place}${message}` };
  });
  return { ok: false, problems };
}

type Yaml = { readonly document: Document; readonly value: unknown };

// The reader recurses, and either throws when a text nests too deeply or gives that as an error of the document.
function readYaml(text: string, lines: LineCounter): Yaml | 'too-deep' | 'aliases' {
  try {
    const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, version: '1.2' });
    if (document.errors.some(({ message }) => message.includes('call stack'))) return 'too-deep';
    if (document.errors.length > 0) return { document, value: null };
    return usesAlias(document) ? 'aliases' : { document, value: document.toJS() };
  } catch (error) {
    if (error instanceof RangeError) return 'too-deep';
    throw error;
  }
}

// Aliases have no use here and are a way to make a small text large.
function usesAlias(document: Document): boolean {
  let found = false;
  visit(document, {
    Alias: () => {
      found = true;
      return visit.BREAK;
    },
  });
  return found;
}

type Read =
  | {
      readonly ok: true;
      readonly layer: PolicyLayer;
      readonly orders: OrganisationOrders;
      readonly unasked: readonly Unasked[];
    }
  | { readonly ok: false; readonly findings: Finding[] };

function readLayer(value: unknown, home: string, kind: LayerKind): Read {
  const parsed = (kind === 'person' ? PersonText : OrganisationText).safeParse(value);
  if (!parsed.success) {
    const findings = parsed.error.issues.slice(0, problemsMax).map((issue) => findingOf(issue, kind));
    return { ok: false, findings };
  }
  const findings: Finding[] = [];
  const layer = new Map<Bucket, BucketSpec>();
  for (const bucket of Bucket.options) {
    const text = parsed.data[bucket];
    if (text === undefined) continue;
    const specs = new Map<string, PolicyRuleSpec>();
    for (const [name, rule] of Object.entries(text.tools)) {
      const path = [bucket, 'tools', name];
      const unknown = unknownTool(bucket, name);
      if (unknown !== null) findings.push({ path, message: unknown });
      specs.set(name, specOf(rule, path, findings, home));
    }
    layer.set(bucket, { ...specOf(text, [bucket], findings, home), tools: specs });
  }
  const wanted = 'unasked' in parsed.data ? parsed.data.unasked : [];
  const unasked = readUnasked(wanted, findings, home);
  return findings.length === 0
    ? { ok: true, layer, orders: ordersOf(parsed.data), unasked }
    : { ok: false, findings: findings.slice(0, problemsMax) };
}

function ordersOf(text: z.infer<typeof PersonText> | z.infer<typeof OrganisationText>): OrganisationOrders {
  if (!('disabled' in text)) return noOrders;
  const { organisation = null, disabled, disabled_reason = null, trusted_template_keys } = text;
  return { name: organisation, disabled, reason: disabled_reason, templateKeys: trusted_template_keys };
}

function unknownTool(bucket: Bucket, name: string): string | null {
  if (tools.get(name)?.buckets.includes(bucket) === true) return null;
  const known = [...tools.values()].filter((tool) => tool.buckets.includes(bucket)).map((tool) => tool.name);
  return `"${name}" is no tool of the bucket "${bucket}". Its tools are: ${known.sort().join(', ')}.`;
}

function specOf(text: RuleText, path: Path, findings: Finding[], home: string): PolicyRuleSpec {
  const listMode = text.mode === 'allow-list' || text.mode === 'block-list';
  if (listMode && text.resources === undefined) {
    findings.push({ path, message: `The mode ${text.mode} needs "resources", the list itself.` });
  }
  if (!listMode && text.resources !== undefined) {
    const message = `"resources" has no meaning with the mode ${text.mode}; use allow-list or block-list.`;
    findings.push({ path: [...path, 'resources'], message });
  }
  if (text.except !== undefined && text.mode !== 'block-list') {
    findings.push({
      path: [...path, 'except'],
      message: '"except" has a meaning with the mode block-list only.',
    });
  }
  if (text.approve && text.mode === 'deny-all') {
    findings.push({ path: [...path, 'approve'], message: 'With deny-all there is nothing to approve.' });
  }
  const resources = text.resources ?? [];
  const listed = resources.flatMap((entry, index) =>
    ruleOf(entry, [...path, 'resources', index], findings, home),
  );
  const except = (text.except ?? []).flatMap((entry, index) =>
    exactOf(entry, [...path, 'except', index], findings, home),
  );
  return { mode: text.mode, approve: text.approve, resources, listed, except };
}

function ruleOf(entry: string, path: Path, findings: Finding[], home: string): readonly ResourceRule[] {
  const rule = parseResourceRule(entry, home);
  if (!('why' in rule)) return [rule];
  findings.push({ path, message: `"${entry.slice(0, 100)}" is not taken: ${rule.why}. ${rule.remedy}` });
  return [];
}

function exactOf(entry: string, path: Path, findings: Finding[], home: string): readonly ResourceRule[] {
  const rules = ruleOf(entry, path, findings, home);
  if (rules.every((rule) => rule.kind === 'origin')) return rules;
  findings.push({
    path,
    message: `"${entry.slice(0, 100)}" is not taken: "except" lists exact origins (origin:…).`,
  });
  return [];
}

function findingOf(issue: z.core.$ZodIssue, kind: LayerKind): Finding {
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    return {
      path: [...issue.path, key],
      message: `"${key}" is not a known key here. ${knownKeys(issue.path, kind)}`,
    };
  }
  const key = issue.path.map(String).join('.');
  if (issue.code === 'invalid_value') {
    return { path: issue.path, message: `"${key}" must be ${issue.values.map(String).join(', ')}.` };
  }
  if (issue.code === 'invalid_type') {
    return {
      path: issue.path,
      message: `"${key || 'the file'}" is missing or is not of the type ${issue.expected}.`,
    };
  }
  return { path: issue.path, message: `"${key}": ${issue.message}.` };
}

function knownKeys(path: Path, kind: LayerKind): string {
  const orders =
    kind === 'person' ? ', unasked' : ', organisation, disabled, disabled_reason, trusted_template_keys';
  if (path.length === 0) return `Known are version, read, write, delete, admin${orders}.`;
  return `Known are mode, resources, except, approve${path.length === 1 ? ', tools' : ''}.`;
}
