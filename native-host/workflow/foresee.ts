import type { Bucket } from '../../shared/actions.ts';
import { type Template, type ToolStep, toolStepsOf } from '../../shared/template.ts';
import { tools } from '../../shared/tools/index.ts';
import { plannedBuckets } from './planned-buckets.ts';
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
  for (const { step } of toolStepsOf(template.steps)) {
    const tool = tools.get(step.tool);
    if (tool === undefined) continue;
    const { planned } = plannedBuckets(step, tool, step.args, patterns);
    for (const call of planned) {
      const places = placesOf(call.tool, step, template, scope);
      if (places === null) later.add(call.tool);
      for (const place of places ?? []) {
        const act = { ...call, ...place };
        acts.set(JSON.stringify(act), act);
      }
    }
  }
  return { acts: [...acts.values()], later: [...later].sort() };
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
  const sites = (step.sites ?? template.sites).map((site) => known(site, scope));
  const urls = sites.filter((site) => site !== null && URL.canParse(site));
  return urls.length < sites.length ? null : urls.map((url) => ({ url: new URL(url ?? '').origin }));
}

function known(value: unknown, scope: Scope): string | null {
  const resolved = resolveValue(value, scope, () => null);
  return typeof resolved === 'string' && resolved !== '' && !resolved.includes('{{') ? resolved : null;
}
