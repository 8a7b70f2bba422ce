import type { Bucket } from '../../shared/actions.ts';
import {
  type CodeStep,
  isAsk,
  isCode,
  isQuestion,
  singleStepsOf,
  type Template,
  type ToolStep,
} from '../../shared/template.ts';
import { tools } from '../../shared/tools/index.ts';
import { openingSteps } from './check-parallel.ts';
import { type PlannedSite, plannedSites, readCodeStep } from './code-step.ts';
import { type BucketCall, plannedBuckets } from './planned-buckets.ts';
import type { Patterns } from './ports.ts';
import { resolveValue, type Scope } from './references.ts';

/** One kind of act that a template will propose; `url` or `folder`, neither: the browser itself. */
export type ForeseenAct = {
  readonly tool: string;
  readonly bucket: Bucket;
  readonly url?: string;
  readonly folder?: string;
};

export type Foreseen = {
  readonly acts: readonly ForeseenAct[];
  /** Tools whose site or folder comes from a parameter without a default, so that it is known only when the template is run. */
  readonly later: readonly string[];
  /** Steps that wait for a person, by their titles. */
  readonly waits: readonly string[];
};

/**
 * What a template will do, as far as it says so itself: before anybody gives it parameters. Each act is told once, with the
 * parameters' defaults filled in.
 */
export function foresee(template: Template, patterns: Patterns): Foreseen {
  const parameters = Object.fromEntries(
    Object.entries(template.parameters).map(([name, spec]) => [name, spec.default ?? null]),
  );
  const scope: Scope = { parameters };
  const acts = new Map<string, ForeseenAct>();
  const later = new Set<string>();
  const waits = singleStepsOf(template.steps).flatMap(({ step }) => (isAsk(step) ? [step.title] : []));
  const opening = openingSteps(template);
  const note = (call: BucketCall, places: readonly Place[] | null): void => {
    if (places === null) later.add(call.tool);
    for (const place of places ?? []) {
      const act = { ...call, ...place };
      acts.set(JSON.stringify(act), act);
    }
  };
  for (const { step } of singleStepsOf(template.steps)) {
    if (isQuestion(step)) continue;
    if (isCode(step)) {
      const { script } = readCodeStep(step, template, patterns);
      for (const one of script === null ? [] : plannedSites(step, script)) {
        const { tool, bucket } = one;
        note({ tool, bucket }, placesOfSite(one, step, template, scope));
      }
      continue;
    }
    const tool = tools.get(step.tool);
    if (tool === undefined) continue;
    const { planned: usual } = plannedBuckets(step, tool, step.args, patterns);
    const planned = opening.has(step.id) ? [{ tool: 'new_page', bucket: 'read' } as const, ...usual] : usual;
    for (const call of planned) {
      note(call, placesOf(call.tool, step, template, scope));
    }
  }
  return { acts: [...acts.values()], later: [...later].sort(), waits };
}

type Place = { readonly url?: string; readonly folder?: string };

// Null: it is not known yet.
function placesOf(name: string, step: ToolStep, template: Template, scope: Scope): readonly Place[] | null {
  const tool = tools.get(name);
  if (tool === undefined) return null;
  if ('folder' in tool.input.shape) {
    const folder = known(step.args['folder'] ?? null, scope);
    return folder === null ? null : [{ folder }];
  }
  if (tool.page === 'none' && !('url' in tool.input.shape)) return [{}];
  return originsOf(step, template, scope);
}

function placesOfSite(
  { tool: name, site }: PlannedSite,
  step: CodeStep,
  template: Template,
  scope: Scope,
): readonly Place[] | null {
  const tool = tools.get(name);
  if (tool === undefined) return null;
  if (site.folder !== null) return [{ folder: site.folder }];
  if (site.destination !== null) return [{ url: new URL(site.destination).origin }];
  if (tool.page === 'none' && !('url' in tool.input.shape)) return [{}];
  return originsOf(step, template, scope);
}

function originsOf(step: Pick<ToolStep, 'sites'>, template: Template, scope: Scope): readonly Place[] | null {
  const sites = (step.sites ?? template.sites).map((site) => known(site, scope));
  const urls = sites.filter((site) => site !== null && URL.canParse(site));
  return urls.length < sites.length ? null : urls.map((url) => ({ url: new URL(url ?? '').origin }));
}

function known(value: unknown, scope: Scope): string | null {
  const resolved = resolveValue(value, scope, () => null);
  return typeof resolved === 'string' && resolved !== '' && !resolved.includes('{{') ? resolved : null;
}
