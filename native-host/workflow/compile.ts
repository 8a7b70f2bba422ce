import { dirname } from 'node:path';
import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import type { RunOptions } from '../../shared/protocol/control-messages.ts';
import type { PlannedCall } from '../../shared/run.ts';
import { type Template, type ToolStep, toolStepsOf } from '../../shared/template.ts';
import type { ToolDeclaration } from '../../shared/tools/define-tool.ts';
import { tools } from '../../shared/tools/index.ts';
import { uploadArtifact } from '../../shared/tools/upload-artifact.ts';
import { checkArgs } from './check-args.ts';
import { fillParameters, type ParameterValues } from './fill-parameters.ts';
import { type Flow, type Flows, flowsOf } from './flows.ts';
import type { LoadedTemplate } from './parse-template.ts';
import { type PlannedAct, plannedAct } from './planned-act.ts';
import { type BucketCall, plannedBuckets } from './planned-buckets.ts';
import type { Declared, Patterns } from './ports.ts';
import { type Problem, templateFault } from './problems.ts';
import { resolveValue, type Scope } from './references.ts';
import { todayOf } from './relative-dates.ts';
import { withOneSelector } from './selector-places.ts';

/** A template with its parameters, ready to be judged and run. */
export type Plan = {
  readonly template: Template;
  readonly parameters: ParameterValues;
  /** The same with fields such as `{period}` still open: what a form starts with when the run is done again. */
  readonly given: ParameterValues;
  /** What each tool step may do, by step id. */
  readonly declared: Readonly<Record<string, Declared>>;
  /** Every primitive call the run can make, in order, each kind once a step. */
  readonly acts: readonly PlannedAct[];
  readonly calls: readonly PlannedCall[];
  /** What its steps use of what others have read, by site. */
  readonly flows: Flows;
};

export type CompileInput = {
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly options: Pick<RunOptions, 'out' | 'name_pattern'>;
};

export type CompileMeans = {
  readonly patterns: Patterns;
  /** The folder that a text such as `~/Reports` means, as the policy is asked about it. */
  readonly folderOf: (text: string) => string;
  /** Milliseconds since the epoch: what `last-month` is counted from. */
  readonly now: () => number;
  /** Where `upload_artifact` puts files on this machine, in the notation of rules. */
  readonly artifacts?: string;
};

/**
 * Checks everything that can be checked before a run: parameters, arguments with their values, declared
 * buckets and sites; and lists every primitive call. All that is wrong is one `bad-arguments` fault.
 */
export function compile(
  loaded: LoadedTemplate,
  input: CompileInput,
  { patterns, folderOf, now, artifacts = 'browser' }: CompileMeans,
): Result<Plan> {
  const { template } = loaded;
  const given = withOptions(template, input);
  if (!given.ok) return given;
  const filled = fillParameters(template, given.value, todayOf(now()));
  if (!filled.ok) return filled;
  const { given: asGiven, filled: parameters } = filled.value;
  const scope: Scope = { parameters };
  const problems: Problem[] = [];
  const acts: PlannedAct[] = [];
  const declared: Record<string, Declared> = {};
  for (const { step, path } of toolStepsOf(template.steps)) {
    const tool = tools.get(step.tool);
    if (tool === undefined) throw new Error(`the template passed its check with the tool ${step.tool}`);
    const args = withOneSelector(tool, knownArgs(step, scope));
    const sites = sitesOf(step.sites ?? template.sites, scope);
    declared[step.id] = { buckets: step.buckets, sites: [...sites, ...placeSites(tool, artifacts)] };
    problems.push(...checkArgs(tool, args).map((one) => ({ ...one, path: [...path, 'args', ...one.path] })));
    const beyond = destinationBeyond(tool, args, sites);
    if (beyond !== null) problems.push({ path: [...path, 'args'], message: beyond });
    if (typeof args['folder'] === 'string' && args['folder'].includes('{{')) {
      problems.push({ path: [...path, 'args', 'folder'], message: 'must be known before the run' });
    }
    if (sites.length === 0)
      problems.push({ path, message: 'has no site: the parameter it comes from is empty' });
    const { planned } = plannedBuckets(step, tool, args, patterns);
    acts.push(...planned.flatMap((call) => actsOf({ step, call, tool, args, sites, folderOf, artifacts })));
  }
  if (problems.length > 0) return failed(templateFault(loaded.file, problems, loaded.placeOf));
  return ok({
    template,
    parameters,
    given: asGiven,
    declared,
    acts,
    calls: acts.map(({ call }) => call),
    flows: flowsOf(template, declared, declaredFlows(template, scope)),
  });
}

// `--out` and a name pattern are the same for every template: they fill its parameters `folder` and
// `name_pattern`.
function withOptions(template: Template, input: CompileInput): Result<Readonly<Record<string, unknown>>> {
  const given: Record<string, unknown> = { ...input.parameters };
  const options = { folder: input.options.out, name_pattern: input.options.name_pattern };
  for (const [name, value] of Object.entries(options)) {
    if (value === null) continue;
    if (template.parameters[name] === undefined) {
      const what = name === 'folder' ? 'a folder for its files' : 'a name pattern for its files';
      const hint = 'Leave that option out for this template.';
      return failed(fault('bad-arguments', `Template ${template.id} does not take ${what}.`, hint));
    }
    given[name] = value;
  }
  return ok(given);
}

// References to steps and items are kept as they are: they have no value yet.
function knownArgs(step: ToolStep, scope: Scope): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(step.args)
      .map(([key, value]) => [key, resolveValue(value, scope, (reference) => reference.text)] as const)
      .filter(([, value]) => value !== null),
  );
}

function sitesOf(sites: readonly string[], scope: Scope): readonly string[] {
  const urls = sites.map((site) => resolveValue(site, scope, () => null));
  const origins = urls.flatMap((url) =>
    typeof url === 'string' && URL.canParse(url) ? [new URL(url).origin] : [],
  );
  return [...new Set(origins)];
}

function declaredFlows({ flows = [] }: Template, scope: Scope): readonly Flow[] {
  return flows.flatMap(({ from, to }) =>
    sitesOf([from], scope).flatMap((source) =>
      sitesOf([to], scope).map((target) => ({ from: source, to: target })),
    ),
  );
}

function destinationBeyond(
  tool: ToolDeclaration,
  args: Readonly<Record<string, unknown>>,
  sites: readonly string[],
): string | null {
  const { url } = args;
  if (!('url' in tool.input.shape) || tool.name === 'wait' || typeof url !== 'string' || !URL.canParse(url))
    return null;
  const { origin } = new URL(url);
  return sites.includes(origin) ? null : `opens ${origin}, which is not among the sites: ${sites.join(', ')}`;
}

// Where artifacts go is this machine's setting and not the template's, so the template need not declare it.
function placeSites(tool: ToolDeclaration, artifacts: string): readonly string[] {
  const [, origin] = /^origin:(.*)$/.exec(artifacts) ?? [];
  return tool.name === uploadArtifact.name && origin !== undefined ? [origin] : [];
}

function actsOf(one: {
  readonly step: ToolStep;
  readonly call: BucketCall;
  readonly tool: ToolDeclaration;
  readonly args: Readonly<Record<string, unknown>>;
  readonly sites: readonly string[];
  readonly folderOf: (text: string) => string;
  readonly artifacts: string;
}): readonly PlannedAct[] {
  return resourcesOf(one).map((resource) =>
    plannedAct({ step_id: one.step.id, ...one.call, resource, args: one.args }),
  );
}

function resourcesOf({
  call,
  args,
  sites,
  folderOf,
  artifacts,
}: Parameters<typeof actsOf>[0]): readonly string[] {
  const primitive = tools.get(call.tool);
  if (primitive === undefined) throw new Error(`a pattern plans the unknown tool ${call.tool}`);
  if ('folder' in primitive.input.shape) {
    return [`folder:${folderOf(typeof args['folder'] === 'string' ? args['folder'] : '')}`];
  }
  if (call.tool === uploadArtifact.name) return [artifacts];
  if (primitive.page === 'none' && !('url' in primitive.input.shape)) return ['browser'];
  const origins = sites.map((site) => `origin:${site}`);
  return call.tool === 'upload_file' ? [...origins, ...uploadFolders(args, folderOf)] : origins;
}

// A path that comes from an earlier step is judged when it is known; what the run itself downloaded needs no rule.
function uploadFolders(
  args: Readonly<Record<string, unknown>>,
  folderOf: (text: string) => string,
): readonly string[] {
  const files: readonly unknown[] = Array.isArray(args['files']) ? args['files'] : [];
  const paths = files.flatMap((file) => {
    const path: unknown = typeof file === 'object' && file !== null ? Reflect.get(file, 'path') : undefined;
    return typeof path === 'string' && !path.includes('{{') ? [path] : [];
  });
  return [...new Set(paths.map((path) => `folder:${dirname(folderOf(path))}`))];
}
