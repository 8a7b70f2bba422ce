import { dirname } from 'node:path';
import type { StepScript } from '../../shared/step-script.ts';
import {
  type CodeStep,
  isCode,
  isQuestion,
  type SingleStep,
  type Template,
  type ToolStep,
} from '../../shared/template.ts';
import type { ToolDeclaration } from '../../shared/tools/define-tool.ts';
import { tools } from '../../shared/tools/index.ts';
import { uploadArtifact } from '../../shared/tools/upload-artifact.ts';
import { checkArgs } from './check-args.ts';
import { openingSteps } from './check-parallel.ts';
import { type PlannedSite, plannedSites, readCodeStep, siteWords } from './code-step.ts';
import { type PlannedAct, plannedAct } from './planned-act.ts';
import { type BucketCall, plannedBuckets } from './planned-buckets.ts';
import type { Declared, Patterns } from './ports.ts';
import type { Problem } from './problems.ts';
import { resolveValue, type Scope } from './references.ts';
import { checkCitedSites } from './script-sites.ts';
import { withOneSelector } from './selector-places.ts';

/** What steps are planned with, once the parameters have values. */
export type Placed = {
  readonly template: Template;
  readonly scope: Scope;
  /** Scripts that steps cite, by name. */
  readonly scripts: Readonly<Record<string, StepScript>>;
  readonly patterns: Patterns;
  readonly folderOf: (text: string) => string;
  readonly artifacts: string;
};
export type PlannedStep = {
  readonly declared: Declared;
  readonly acts: readonly PlannedAct[];
  /** With paths within the step. */
  readonly problems: readonly Problem[];
};

/** What one step may do, and every primitive call that it can lead to. */
export function planStep(step: SingleStep, placed: Placed): PlannedStep {
  // A question reaches no site, and what it is shown was read by others.
  if (isQuestion(step)) return { declared: { buckets: ['read'], sites: [] }, acts: [], problems: [] };
  const sites = sitesOf(step.sites ?? placed.template.sites, placed.scope);
  const planned = isCode(step) ? planCode(step, sites, placed) : planTool(step, sites, placed);
  if (sites.length > 0) return planned;
  const message = 'has no site: the parameter it comes from is empty';
  return { ...planned, problems: [...planned.problems, { path: [], message }] };
}

function planTool(step: ToolStep, sites: readonly string[], placed: Placed): PlannedStep {
  const { scope, patterns, folderOf, artifacts } = placed;
  const tool = tools.get(step.tool);
  if (tool === undefined) throw new Error(`the template passed its check with the tool ${step.tool}`);
  const args = withOneSelector(tool, knownArgs(step, scope));
  const problems: Problem[] = checkArgs(tool, args).map((one) => ({ ...one, path: ['args', ...one.path] }));
  const beyond = destinationBeyond(tool, args, sites);
  if (beyond !== null) problems.push({ path: ['args'], message: beyond });
  if (typeof args['folder'] === 'string' && args['folder'].includes('{{')) {
    problems.push({ path: ['args', 'folder'], message: 'must be known before the run' });
  }
  const { planned: usual } = plannedBuckets(step, tool, args, patterns);
  const opens = openingSteps(placed.template).has(step.id);
  const planned = opens ? [{ tool: 'new_page', bucket: 'read' } as const, ...usual] : usual;
  return {
    declared: { buckets: step.buckets, sites: [...sites, ...placeSites(tool, artifacts)] },
    acts: planned.flatMap((call) => actsOf({ step, call, args, sites, folderOf, artifacts })),
    problems,
  };
}

function planCode(step: CodeStep, sites: readonly string[], placed: Placed): PlannedStep {
  const { script, problems } = readCodeStep(step, placed.template, placed.patterns);
  const declared = { buckets: step.buckets, sites };
  if (script === null) return { declared, acts: [], problems };
  const beyond = script.calls.flatMap(({ destination, line }): Problem[] => {
    const origin = destination !== null && URL.canParse(destination) ? new URL(destination).origin : null;
    if (origin === null || sites.includes(origin)) return [];
    const message = `opens ${origin} in line ${line} of the script, which is not among the sites: ${sites.join(', ')}`;
    return [{ path: [step.script === undefined ? 'code' : 'script'], message }];
  });
  const placeOrigins = plannedSites(step, script).flatMap(({ tool }) => {
    const declaration = tools.get(tool);
    return declaration === undefined ? [] : placeSites(declaration, placed.artifacts);
  });
  return {
    declared: { ...declared, sites: [...new Set([...sites, ...placeOrigins])] },
    acts: plannedSites(step, script).flatMap((planned) => actsOfSite(step, planned, sites, placed)),
    problems: [...beyond, ...checkCitedSites(placed.scripts[step.script ?? ''], sites)],
  };
}

function actsOfSite(
  step: CodeStep,
  planned: PlannedSite,
  sites: readonly string[],
  { folderOf, artifacts }: Placed,
): readonly PlannedAct[] {
  const { site, tool, bucket } = planned;
  const opened =
    site.destination !== null && URL.canParse(site.destination) ? [new URL(site.destination).origin] : sites;
  const args = site.folder === null ? {} : { folder: site.folder };
  return resourcesOf({ call: { tool, bucket }, args, sites: opened, folderOf, artifacts }).map(
    (resource) => ({
      call: { step_id: step.id, tool, bucket, resource },
      words: siteWords(planned, resource),
    }),
  );
}

// References to steps and items are kept as they are: they have no value yet.
function knownArgs(step: ToolStep, scope: Scope): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(step.args)
      .map(([key, value]) => [key, resolveValue(value, scope, (reference) => reference.text)] as const)
      .filter(([, value]) => value !== null),
  );
}

/** The origins that sites come to. */
export function sitesOf(sites: readonly string[], scope: Scope): readonly string[] {
  const urls = sites.map((site) => resolveValue(site, scope, () => null));
  const origins = urls.flatMap((url) =>
    typeof url === 'string' && URL.canParse(url) ? [new URL(url).origin] : [],
  );
  return [...new Set(origins)];
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
  readonly step: Pick<ToolStep, 'id'>;
  readonly call: BucketCall;
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
}: Omit<Parameters<typeof actsOf>[0], 'step'>): readonly string[] {
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
