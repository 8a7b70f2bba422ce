import {
  isAsk,
  isCode,
  isLoop,
  isPrompt,
  isQuestion,
  type SingleStep,
  type Step,
  type Template,
} from '../../shared/template.ts';
import { tools } from '../../shared/tools/index.ts';
import { referencesIn } from './references.ts';

// What a step uses of what other steps have read, by the site that it was read on. It is found in the template itself, before the
// run: a reference to a step brings in everything that the step may have read, on each of its sites, and all that it used.

/** Text of one site that goes into acts on another, both as origins. */
export type Flow = { readonly from: string; readonly to: string };
export type Flows = {
  /** Origins that what a step works with may come from, by step. */
  readonly sources: Readonly<Record<string, readonly string[]>>;
  /** Of each step with a script: what decides that it runs, and what each of its inputs may come from. */
  readonly scripts?: Readonly<Record<string, ScriptSources>>;
  /** What the template says of itself. It counts once somebody has reviewed it. */
  readonly declared: readonly Flow[];
};

export type ScriptSources = {
  readonly chosen: readonly string[];
  readonly inputs: Readonly<Record<string, readonly string[]>>;
};

type Origins = ReadonlySet<string>;
/** Where the results of steps, and the items of the loop at hand, come from. */
type Known = { readonly steps: Map<string, Origins>; readonly items: ReadonlyMap<string, Origins> };

const none: Origins = new Set();

/** Follows what is read through a whole template; `sites` are the origins that each tool step may touch. */
export function flowsOf(
  template: Pick<Template, 'steps'>,
  sites: Readonly<Record<string, { readonly sites: readonly string[] }>>,
  declared: readonly Flow[] = [],
): Flows {
  const sources: Record<string, readonly string[]> = {};
  const steps = new Map<string, Origins>();
  const scripts: Record<string, ScriptSources> = {};
  const follow = (step: SingleStep, known: Known, chosenBy: Origins): void => {
    const chosen = joined(chosenBy, usedIn(step.if, known));
    const used = joined(chosen, usedBy(step, known));
    const own = new Set(reads(step) ? sites[step.id]?.sites : []);
    steps.set(step.id, joined(used, own));
    // What a script reads on one of its sites may go into what it does on another.
    sources[step.id] = [...(isCode(step) ? joined(used, own) : used)];
    if (!isCode(step)) return;
    const inputs = Object.entries(step.inputs).map(([name, value]) => [name, [...usedIn(value, known)]]);
    scripts[step.id] = { chosen: [...chosen], inputs: Object.fromEntries(inputs) };
  };
  for (const step of template.steps) followStep(step, steps, follow);
  return { sources, declared, ...(Object.keys(scripts).length === 0 ? {} : { scripts }) };
}

function usedBy(step: SingleStep, known: Known): Origins {
  if (isCode(step)) return usedIn(step.inputs, known);
  // A person's own words come from no site.
  if (isAsk(step)) return none;
  if (!isPrompt(step)) return usedIn(step.args, known);
  const seen = step.sees.map((name) => known.items.get(name) ?? known.steps.get(name));
  return joined(usedIn([step.answer, step.prompt], known), ...seen);
}

function reads(step: SingleStep): boolean {
  return isCode(step) || (!isQuestion(step) && tools.get(step.tool)?.runs_in !== 'host');
}

function followStep(
  step: Step,
  steps: Map<string, Origins>,
  follow: (step: SingleStep, known: Known, chosenBy: Origins) => void,
): void {
  const outside: Known = { steps, items: new Map() };
  if (!isLoop(step)) {
    follow(step, outside, none);
    return;
  }
  const list = usedIn([step.for_each.in, step.if], outside);
  const inside: Known = { steps, items: new Map([[step.for_each.as, list]]) };
  for (const inner of step.steps) follow(inner, inside, list);
  steps.set(step.id, joined(list, usedIn(step.for_each.collect, inside)));
}

/** What an act of a step on a site uses of other sites, without that being declared in a reviewed template. */
export function foreignSources(
  flows: Flows | undefined,
  act: {
    readonly step_id: string;
    readonly to: string;
    readonly reviewed: boolean;
    /** What a script knows of this very act. */
    readonly used?: readonly string[] | undefined;
  },
): readonly string[] {
  const { sources = {}, declared = [] } = flows ?? {};
  const isDeclared = (from: string): boolean =>
    act.reviewed && declared.some((flow) => flow.from === from && flow.to === act.to);
  const chosen = flows?.scripts?.[act.step_id]?.chosen ?? [];
  const used = act.used === undefined ? (sources[act.step_id] ?? []) : [...new Set([...chosen, ...act.used])];
  return used.filter((from) => from !== act.to && !isDeclared(from));
}

function usedIn(value: unknown, known: Known): Origins {
  if (typeof value === 'string') {
    return joined(
      ...referencesIn(value).references.map(({ root, path: [first = ''] }) =>
        root === 'steps' ? known.steps.get(first) : known.items.get(root),
      ),
    );
  }
  if (typeof value !== 'object' || value === null) return none;
  return joined(...Object.values(value).map((member) => usedIn(member, known)));
}

function joined(...all: readonly (Origins | undefined)[]): Origins {
  return new Set(all.flatMap((origins) => [...(origins ?? [])]));
}
