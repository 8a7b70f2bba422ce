import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import type { RunOptions } from '../../shared/protocol/control-messages.ts';
import type { PlannedCall } from '../../shared/run.ts';
import type { StepScript } from '../../shared/step-script.ts';
import { singleStepsOf, type Template } from '../../shared/template.ts';
import { nothingSent, type PlannedPicture, plannedSending } from './extraction/planned-pictures.ts';
import { fillParameters, type ParameterValues } from './fill-parameters.ts';
import { type Flow, type Flows, flowsOf } from './flows.ts';
import type { LoadedTemplate } from './parse-template.ts';
import { type Placed, planStep, sitesOf } from './plan-step.ts';
import type { PlannedAct } from './planned-act.ts';
import type { Declared, Patterns } from './ports.ts';
import { type Problem, templateFault } from './problems.ts';
import type { Scope } from './references.ts';
import { todayOf } from './relative-dates.ts';

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
  /** Scripts that its steps cite, by `id@version`. */
  readonly scripts?: Readonly<Record<string, StepScript>>;
  /** The pictures that the run sends to the cloud; none unless somebody there waits for it. */
  readonly pictures: readonly PlannedPicture[];
  /** Somebody in the cloud waits for what this run gives. */
  readonly sends: boolean;
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
  /** The run is a job of the cloud: the pictures that the extraction plan names are sent there. */
  readonly sends?: boolean;
};

/**
 * Checks everything that can be checked before a run: parameters, arguments with their values, declared
 * buckets and sites; and lists every primitive call. All that is wrong is one `bad-arguments` fault.
 */
export function compile(
  loaded: LoadedTemplate,
  input: CompileInput,
  { patterns, folderOf, now, artifacts = 'browser', sends = false }: CompileMeans,
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
  const placed: Placed = { template, scope, scripts: loaded.scripts ?? {}, patterns, folderOf, artifacts };
  for (const { step, path } of singleStepsOf(template.steps)) {
    const planned = planStep(step, placed);
    declared[step.id] = planned.declared;
    acts.push(...planned.acts);
    problems.push(...planned.problems.map((one) => ({ ...one, path: [...path, ...one.path] })));
  }
  if (problems.length > 0) return failed(templateFault(loaded.file, problems, loaded.placeOf));
  const sending = sends ? plannedSending(template, declared, artifacts) : nothingSent;
  const flows = flowsOf(template, declared, declaredFlows(template, scope));
  const planned = [...acts, ...sending.acts];
  return ok({
    template,
    parameters,
    given: asGiven,
    declared: { ...declared, ...sending.declared },
    acts: planned,
    calls: planned.map(({ call }) => call),
    flows: {
      ...flows,
      sources: { ...flows.sources, ...sending.sources },
      declared: [...flows.declared, ...sending.flows],
    },
    pictures: sending.pictures,
    sends,
    scripts: loaded.scripts ?? {},
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

function declaredFlows({ flows = [] }: Template, scope: Scope): readonly Flow[] {
  return flows.flatMap(({ from, to }) =>
    sitesOf([from], scope).flatMap((source) =>
      sitesOf([to], scope).map((target) => ({ from: source, to: target })),
    ),
  );
}
